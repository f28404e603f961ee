import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { clockNameText } from '../../i18n/access-summary'
import { namesText } from '../../i18n/calendar-text'
import { clockText } from '../../i18n/format'
import { shortened } from '../../i18n/isolate'
import { withDates } from '../../model/draft'
import { isWaiting } from '../../model/problems'
import { zoneOf } from '../../model/zone'
import { Note } from '../../ui/Note'
import { Switch } from '../../ui/Switch'
import access from '../access/fields.module.css'
import { DateRange } from '../access/DateRange'
import { DaysOtherwise } from '../access/DaysOtherwise'
import { Presets } from '../access/Presets'
import { Announce, useAnnouncement } from '../access/announcement'
import { TypeChoice } from '../access/TypeChoice'
import type { ProblemOf, useIncomplete } from '../access/use-incomplete'
import { Weekly } from '../access/Weekly'
import type { AnyEntry } from './use-entry'

/** When the guests may open the doors: of one type, with times by the clock of the doors. */
export function Times({
  entry,
  now,
  incomplete: { incomplete, onIncomplete },
  hasBridge,
  unzoned,
  isAsked,
  children,
}: {
  entry: AnyEntry
  now: number
  incomplete: ReturnType<typeof useIncomplete>
  hasBridge: boolean
  /** Names of the locks without a time zone, for a sentence, and how many they are; null where there is none. */
  unzoned: { locks: string; count: number } | null
  /** Whether what is entered was to be asked for already. */
  isAsked: boolean
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const { draft, locks, oldLocks, clock, switchTo } = entry
  const { announcement, announce, edit } = useAnnouncement(entry.editAccess)
  const { zone } = clock
  const { type, dated, remote } = draft.access
  const problem: ProblemOf = (field, at) => {
    const named = entry.problems.filter((one) => isAsked || !isWaiting(one))
    // What was wrong with a field that is half empty was wrong with what is no longer in it.
    const found = [...incomplete, ...named].find((one) => one.field === field && one.at === at)
    return found === undefined ? undefined : t(`access.problem.${found.code}`)
  }
  const isDated = type === 'temporary' || (type === 'recurring' && dated)
  const fields = { draft: draft.access, problem, onIncomplete, edit }
  return (
    <Announce value={announce}>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      <TypeChoice value={type} error={problem('type')} onChange={switchTo} isRecurringDisabled={oldLocks.length > 0} />
      {type === 'permanent' ? (
        <p className={access.permanent}>{t('access.permanentText')}</p>
      ) : (
        <p className={access.small}>{clockSentence()}</p>
      )}
      {oldLocks.length > 0 && (
        <Note>
          {t('access.recurringUnsupported', { locks: namesText(oldLocks.map(({ name }) => shortened(name))) })}
        </Note>
      )}
      {type !== 'permanent' && unzoned !== null && (
        <Note tone="warning">
          {clock.named === 'never'
            ? t('access.unzonedAmong', { ...unzoned, zone: clockNameText(zone) })
            : t('access.unzoned', { ...unzoned })}
        </Note>
      )}
      {type === 'recurring' && (
        <Weekly {...fields} zone={zone}>
          {null}
        </Weekly>
      )}
      {type === 'recurring' && <DaysOtherwise {...{ ...fields, now }} zone={zoneOf(zone)} />}
      {type === 'temporary' && <Presets {...{ zone: zoneOf(zone), now, edit }} />}
      {type === 'recurring' && (
        <Switch
          isSelected={dated}
          description={dated ? undefined : t('access.datesText')}
          onChange={(next) => edit((current) => withDates(current, next, entry.at, now, zoneOf(zone)))}
        >
          {t('access.dates')}
        </Switch>
      )}
      {isDated && <DateRange {...fields} zone={zone} isWhole={incomplete.length === 0} />}
      <Switch
        isSelected={remote && hasBridge}
        isDisabled={!hasBridge}
        description={hasBridge ? t('access.remoteText') : t('access.remoteFixed.noBridge', { count: locks.length })}
        onChange={(next) => edit((current) => ({ ...current, remote: next }))}
      >
        {t('access.remote')}
      </Switch>
      {children}
    </Announce>
  )

  /** By whose clock the times are. Which doors have none of their own is said below. */
  function clockSentence(): string {
    const time = clockText(now, zone)
    if (clock.named === 'instants') return t('access.atDoorsMixed', { time })
    return t(locks.length === 1 ? 'access.atDoor' : 'access.atDoors', { clock: clockNameText(zone), time })
  }
}

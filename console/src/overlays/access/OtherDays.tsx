import { useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { otherwiseText } from '../../i18n/week-text'
import { endOf, OTHER_DAYS_MAX } from '../../model/calendar'
import type { DayList } from '../../model/day-lists'
import { ruleOf, type Draft } from '../../model/draft'
import { isNight, lastingDays } from '../../model/lines'
import { LAST_CHOSEN } from '../../model/problems'
import { inRanges, rangesOf, withDays, type DraftDay } from '../../model/weekly'
import { dayAtDoor, type Zone } from '../../model/zone'
import { Disclosure } from '../../ui/Disclosure'
import { AddDays } from './AddDays'
import fields from './fields.module.css'
import { OneOrMoreDays } from './OneOrMoreDays'
import { useAnnounce } from './announcement'
import { besideRemoved, useFocusNext } from './use-focus-next'
import type { OnIncomplete, ProblemOf } from './use-incomplete'
import styles from './weekly.module.css'

/** The days of recurring access on which its weekdays and hours do not count, by the clock of the door. */
export function OtherDays({
  draft,
  lists,
  mustShow,
  zone,
  now,
  problem,
  onIncomplete,
  edit,
  children,
}: {
  draft: Draft
  /** The lists of days that are chosen. */
  lists: readonly DayList[]
  /** Something of the lists must be seen. */
  mustShow: boolean
  zone: Zone
  now: number
  problem: ProblemOf
  onIncomplete: OnIncomplete
  edit: (change: (draft: Draft) => Draft) => void
  /** Where they are chosen. */
  children: ReactNode
}) {
  const { t } = useTranslation()
  const { lines, otherDays, newDay } = draft
  const list = useRef<HTMLUListElement>(null)
  const adding = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext()
  const announce = useAnnounce()
  const present = dayAtDoor(now, zone)
  const rule = ruleOf(draft)
  const lasting = lastingDays(rule?.start ?? null, rule && endOf(rule), zone)
  const isOutside = ({ day }: DraftDay) => day < lasting.first || day > lasting.last
  const toCome = otherDays.filter((one) => one.day >= present && !isOutside(one))
  const change = (next: readonly DraftDay[]) => edit((current) => ({ ...current, otherDays: next }))
  // Days that come alike, or are added together, stand together: what is typed later parts or joins none of them.
  const [ranges, setRanges] = useState(() => rangesOf(otherDays.filter(({ day }) => day >= present)))
  const checkedOf = (day: number) =>
    [...(list.current?.querySelectorAll<HTMLElement>('[data-removes]') ?? [])]
      .findLast((one) => Number(one.dataset['removes']) <= day)
      ?.closest('li')
      ?.querySelector<HTMLElement>('input:checked')
  const firstField = () => adding.current?.querySelector<HTMLElement>('[role=spinbutton]')
  return (
    <Disclosure
      label={t('access.otherDays.label')}
      detail={
        otherwiseText({ otherDays: toCome, lists }) ??
        t(otherDays.length === 0 ? 'access.otherDays.none' : 'access.otherDays.past')
      }
      defaultExpanded={otherDays.length > 0 || lists.length > 0 || newDay !== null}
      mustShow={mustShow || problem('date') !== undefined || problem('date', LAST_CHOSEN) !== undefined}
    >
      <div className={styles.list}>
        <p className={fields.small}>{t('access.otherDays.text')}</p>
        {lines.some(({ hours }) => hours.some(isNight)) && (
          <p className={fields.small}>{t('access.otherDays.nights')}</p>
        )}
        {children}
        {otherDays.length > 0 && (
          <ul ref={list} className={styles.days}>
            {inRanges(otherDays, ranges).map((days) => (
              <li key={days[0]?.day}>
                <OneOrMoreDays
                  {...{ days, problem, onIncomplete }}
                  isOutside={days.some(isOutside)}
                  lists={lists.filter((one) => one.days.some(({ day }) => days.some((own) => own.day === day)))}
                  onChange={(hours) => change(otherDays.map((one) => (days.includes(one) ? { ...one, hours } : one)))}
                  onRemove={(date) => {
                    const beside = besideRemoved(list.current, days[0]?.day ?? 0)
                    focusNext(() => beside() ?? firstField())
                    change(otherDays.filter((one) => !days.includes(one)))
                    announce(t('access.said.dayRemoved', { date }))
                  }}
                  onPart={() => {
                    const [first = 0] = days.map(({ day }) => day)
                    focusNext(() => checkedOf(first))
                    setRanges(ranges.filter((one) => days.every(({ day }) => day <= one.first || day > one.last)))
                  }}
                />
              </li>
            ))}
          </ul>
        )}
        <div ref={adding}>
          <AddDays
            days={otherDays}
            most={OTHER_DAYS_MAX}
            full={t('access.otherDays.full')}
            chosen={draft}
            today={present}
            {...{ problem, onIncomplete }}
            onChoose={(chosen) => edit((current) => ({ ...current, ...chosen }))}
            onAdd={(first, last) => {
              focusNext(() => checkedOf(first))
              setRanges([...ranges, { first, last }])
              edit((current) => ({
                ...current,
                ...{ newDay: null, newLastDay: null },
                otherDays: withDays(current.otherDays, first, last),
              }))
            }}
          />
        </div>
      </div>
    </Disclosure>
  )
}

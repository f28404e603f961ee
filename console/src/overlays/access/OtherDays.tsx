import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { otherDayText, otherwiseText } from '../../i18n/week-text'
import { OTHER_DAYS_MAX } from '../../model/calendar'
import type { Draft } from '../../model/draft'
import { isNight } from '../../model/lines'
import { LAST_CHOSEN } from '../../model/problems'
import { withDays, type DraftDay } from '../../model/weekly'
import { dayAtDoor, type Zone } from '../../model/zone'
import { Button } from '../../ui/Button'
import { Disclosure } from '../../ui/Disclosure'
import { AddDays } from './AddDays'
import { DayHours } from './DayHours'
import fields from './fields.module.css'
import { useSay } from './said'
import { besideRemoved, useFocusNext } from './use-focus-next'
import type { OnIncomplete, ProblemOf } from './use-incomplete'
import styles from './weekly.module.css'

/** The days of recurring access on which its weekdays and hours do not count, by the clock of the door. */
export function OtherDays({
  draft,
  lists,
  zone,
  now,
  problem,
  onIncomplete,
  edit,
  children,
}: {
  draft: Draft
  /** The lists of days that are chosen. */
  lists: readonly { name: string }[]
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
  const say = useSay()
  const present = dayAtDoor(now, zone)
  const toCome = otherDays.filter(({ day }) => day >= present)
  const change = (next: readonly DraftDay[]) => edit((current) => ({ ...current, otherDays: next }))
  const firstField = () => adding.current?.querySelector<HTMLElement>('[role=spinbutton]')
  return (
    <Disclosure
      label={t('access.otherDays.label')}
      detail={
        otherwiseText({ otherDays: toCome, lists }) ??
        t(otherDays.length === 0 ? 'access.otherDays.none' : 'access.otherDays.past')
      }
      defaultExpanded={otherDays.length > 0 || lists.length > 0 || newDay !== null}
      mustShow={problem('date') !== undefined || problem('date', LAST_CHOSEN) !== undefined}
    >
      <div className={styles.list}>
        <p className={fields.small}>{t('access.otherDays.text')}</p>
        {lines.some(({ hours }) => hours.some(isNight)) && (
          <p className={fields.small}>{t('access.otherDays.nights')}</p>
        )}
        {children}
        {otherDays.length > 0 && (
          <ul ref={list} className={styles.days}>
            {otherDays.map((other) => (
              <li key={other.day}>
                <OneDay
                  day={other}
                  {...{ problem, onIncomplete }}
                  onChange={(changed) => change(otherDays.map((one) => (one === other ? changed : one)))}
                  onRemove={() => {
                    const beside = besideRemoved(list.current, other.day)
                    focusNext(() => beside() ?? firstField())
                    change(otherDays.filter((one) => one !== other))
                    say(t('access.said.dayRemoved', { date: otherDayText(other.day) }))
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
              const at = otherDays.filter(({ day }) => day < first).length
              focusNext(() => list.current?.children[at]?.querySelector('input:checked'))
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

function OneDay({
  day,
  problem,
  onIncomplete,
  onChange,
  onRemove,
}: {
  day: DraftDay
  problem: ProblemOf
  onIncomplete: OnIncomplete
  onChange: (day: DraftDay) => void
  onRemove: () => void
}) {
  const { t } = useTranslation()
  const date = otherDayText(day.day)
  return (
    <div role="group" aria-label={date} className={styles.day}>
      <div className={styles.head}>
        <span>{date}</span>
        <Button
          variant="quiet"
          icon="bin"
          data-removes={day.day}
          aria-label={t('access.otherDays.remove', { date })}
          onPress={onRemove}
        />
      </div>
      <DayHours {...{ day, problem, onIncomplete }} onChange={(hours) => onChange({ ...day, hours })} />
    </div>
  )
}

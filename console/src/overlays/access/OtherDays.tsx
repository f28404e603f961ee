import { useId, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { otherDayText, otherwiseText } from '../../i18n/week-text'
import type { Draft } from '../../model/draft'
import { isNight } from '../../model/lines'
import { dayAt, LAST_DAY } from '../../model/problems'
import { hasDaysLeft, hasHoursLeft, withDay, withHours, type DraftDay } from '../../model/weekly'
import { dayAtDoor, type Zone } from '../../model/zone'
import { Button } from '../../ui/Button'
import { DateTimePicker } from '../../ui/DateTimePicker'
import { Disclosure } from '../../ui/Disclosure'
import { Segmented } from '../../ui/Segmented'
import { dateOf, dayOf } from './days'
import fields from './fields.module.css'
import { dayLabels } from './HoursFields'
import { HoursList } from './HoursList'
import { useField } from './use-field'
import { useSay } from './said'
import { useFocusNext } from './use-focus-next'
import type { OnIncomplete, ProblemOf } from './use-incomplete'
import styles from './weekly.module.css'

/** The days of recurring access on which its weekdays and hours do not count, by the clock of the door. */
export function OtherDays({
  draft: { lines, otherDays, newDay },
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
  const list = useRef<HTMLUListElement>(null)
  const adding = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext()
  const say = useSay()
  const chosen = useField(newDay, (day) => (day === null ? null : dateOf(day)))
  const present = dayAtDoor(now, zone)
  const today = dateOf(present)
  const wrong = problem('date')
  const isTaken = otherDays.some(({ day }) => day === newDay)
  const canAdd = newDay !== null && !isTaken && newDay >= present && newDay <= LAST_DAY
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
      mustShow={wrong !== undefined}
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
                    focusNext(firstField)
                    change(otherDays.filter((one) => one !== other))
                    say(t('access.said.dayRemoved', { date: otherDayText(other.day) }))
                  }}
                />
              </li>
            ))}
          </ul>
        )}
        {hasDaysLeft(otherDays) ? (
          <div ref={adding} className={styles.add}>
            <div onBlur={chosen.onBlur}>
              <DateTimePicker
                granularity="day"
                label={t('access.otherDays.date')}
                value={chosen.value}
                placeholderValue={today}
                firstDay={today}
                error={wrong}
                onIncomplete={(lack) => onIncomplete('date', lack)}
                onChange={(date) => edit((current) => ({ ...current, newDay: date === null ? null : dayOf(date) }))}
              />
            </div>
            <Button
              icon="plus"
              isDisabled={!canAdd}
              onPress={() => {
                if (!canAdd) return
                const at = otherDays.filter(({ day }) => day < newDay).length
                focusNext(() => list.current?.children[at]?.querySelector('input:checked'))
                edit((current) => ({ ...current, newDay: null, otherDays: withDay(current.otherDays, newDay) }))
                say(t('access.said.dayAdded', { date: otherDayText(newDay) }))
              }}
            >
              {t('access.otherDays.add')}
            </Button>
          </div>
        ) : (
          <p className={fields.small}>{t('access.otherDays.full')}</p>
        )}
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
  const fullId = useId()
  const date = otherDayText(day.day)
  const hasRoom = hasHoursLeft(day)
  return (
    <div role="group" aria-label={date} className={styles.day}>
      <div className={styles.head}>
        <span>{date}</span>
        <Button variant="quiet" icon="bin" aria-label={t('access.otherDays.remove', { date })} onPress={onRemove} />
      </div>
      <Segmented
        label={t('access.otherDays.open')}
        value={day.hours.length === 0 ? 'closed' : 'hours'}
        segments={[
          { value: 'closed', label: t('access.otherDays.closed') },
          { value: 'hours', label: t('access.otherDays.hours') },
        ]}
        onChange={(value) => onChange({ ...day, hours: value === 'closed' ? [] : withHours([]) })}
      />
      {day.hours.length > 0 && (
        <HoursList
          hours={day.hours}
          place={dayAt(day)}
          labels={dayLabels}
          {...{ hasRoom, fullId, problem, onIncomplete }}
          onChange={(hours) => onChange({ ...day, hours })}
        />
      )}
      <p id={fullId} role="status" className={fields.small}>
        {!hasRoom && t('access.otherDays.hoursFull')}
      </p>
    </div>
  )
}

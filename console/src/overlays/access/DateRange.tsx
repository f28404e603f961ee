import { CalendarDate, fromAbsolute, type ZonedDateTime } from '@internationalized/date'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lengthText } from '../../i18n/access-summary'
import { endsDay, longLastDayText } from '../../i18n/calendar-text'
import { dateTimeText } from '../../i18n/format'
import {
  endOfDay,
  minuteOf,
  needsStart,
  withEnd,
  withoutStart,
  withStart,
  type Draft,
  type Held,
} from '../../model/draft'
import { lengthOf } from '../../model/presets'
import { MINUTE, zoneOf } from '../../model/zone'
import { Button } from '../../ui/Button'
import { DateTimePicker } from '../../ui/DateTimePicker'
import { useNow } from '../use-now'
import styles from './fields.module.css'
import { dayOf } from './day-dates'
import { useField } from './use-field'
import { useFocusNext } from './use-focus-next'
import type { OnIncomplete, ProblemOf } from './use-incomplete'

/** The first and the last instant of access, by the clock of the door, and how long that is. */
export function DateRange({
  draft,
  zone,
  problem,
  isWhole,
  onIncomplete,
  edit,
}: {
  draft: Draft
  zone: string
  problem: ProblemOf
  /** Whether every part of both is filled, with days and times that exist. */
  isWhole: boolean
  /** Told what keeps a field from being a moment. */
  onIncomplete: OnIncomplete
  edit: (change: (draft: Draft) => Draft) => void
}) {
  const { t } = useTranslation()
  const now = useNow()
  const start = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext()
  const held = useRef<Held>(draft)
  // Where From has moved To.
  const [moved, setMoved] = useState<number | null>(null)
  const shown = (at: number) => fromAbsolute(at, zone)
  const from = useField(draft.startless ? null : draft.start, (at) => (at === null ? null : shown(at)))
  const to = useField(draft.end, (at) => (at === null ? null : shown(at)))
  const dateOf = (at: number) => {
    const { year, month, day } = shown(at)
    return new CalendarDate(year, month, day)
  }
  // Recurring access may have begun long ago, so that weeks are counted from there; nothing can end before today.
  const firstStart = draft.type === 'temporary' ? dateOf(now) : undefined
  const firstEnd = dateOf(draft.startless ? now : Math.max(now, draft.start))
  const change = (apply: (at: number) => void) => (value: ZonedDateTime | null) => {
    if (value !== null) apply(value.toDate().getTime())
  }
  return (
    <div className={styles.range}>
      <div className={styles.two}>
        <div
          ref={start}
          onFocus={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) held.current = draft
          }}
          onBlur={from.onBlur}
        >
          <DateTimePicker
            label={t('access.from')}
            description={draft.startless ? t('access.noFrom') : ''}
            value={from.value}
            placeholderValue={shown(minuteOf(now))}
            firstDay={firstStart}
            error={problem('start')}
            onIncomplete={(lack) => onIncomplete('start', lack)}
            onChange={change((at) => {
              const { end } = withStart(draft, at, held.current, zoneOf(zone))
              setMoved(end === held.current.end ? null : end)
              edit((current) => withStart(current, at, held.current, zoneOf(zone)))
            })}
          />
          {!draft.startless && !needsStart(draft) && (
            <Button
              variant="quiet"
              onPress={() => {
                focusNext(() => start.current?.querySelector<HTMLElement>('[role=spinbutton]'))
                setMoved(null)
                edit(withoutStart)
              }}
            >
              {t('access.withoutFrom')}
            </Button>
          )}
        </div>
        <div onBlur={to.onBlur}>
          <DateTimePicker
            label={t('access.to')}
            description={
              draft.end !== null && endsDay(draft.end, zone)
                ? t('access.toEndsDay', { date: longLastDayText(draft.end, zone, now) })
                : ''
            }
            value={to.value}
            placeholderValue={shown(minuteOf(draft.start))}
            firstDay={firstEnd}
            error={problem('end')}
            onIncomplete={(lack) => onIncomplete('end', lack)}
            onChange={change((end) => edit((current) => withEnd(current, end)))}
            // A day without a time is meant whole.
            onPick={(day) => {
              if (draft.end === null) edit((current) => withEnd(current, endOfDay(dayOf(day), zoneOf(zone))))
            }}
          />
        </div>
      </div>
      {/* Stands there empty, so that screen readers hear what comes into it. */}
      <p role="status" className={styles.small}>
        {moved !== null && moved === draft.end && t('access.toFollowed', { when: dateTimeText(moved, zone) })}
      </p>
      {isWhole &&
        draft.type === 'temporary' &&
        !draft.startless &&
        draft.end !== null &&
        draft.end >= draft.start + MINUTE && (
          <p className={styles.small}>
            {t(draft.end > now ? 'access.lasts' : 'access.lasted', {
              length: lengthText(lengthOf(draft.start, draft.end, zoneOf(zone))),
            })}
          </p>
        )}
    </div>
  )
}

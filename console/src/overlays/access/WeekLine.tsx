import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { dateText, dayText, lastDayText } from '../../i18n/calendar-text'
import { listText } from '../../i18n/format'
import { hoursText, linesText, weekdayText } from '../../i18n/week-text'
import { weekdays, WEEKS_MAX } from '../../model/calendar'
import { nextWeekOf } from '../../model/next-week'
import { lineAt } from '../../model/problems'
import type { DraftLine } from '../../model/weekly'
import { zoneOf } from '../../model/zone'
import { Button } from '../../ui/Button'
import { Select } from '../../ui/Select'
import { ToggleGroup } from '../../ui/ToggleGroup'
import { useNow } from '../use-now'
import fields from './fields.module.css'
import { dailyLabels } from './HoursFields'
import { HoursList } from './HoursList'
import type { OnIncomplete, ProblemOf } from './use-incomplete'
import styles from './weekly.module.css'

const daysOfWeek = ['0', '1', '2', '3', '4', '5', '6'] as const

/** Every how many weeks a line may count. */
const everyWeeks = Array.from({ length: WEEKS_MAX }, (_, index) => index + 1)

/** Some weekdays and their hours. `onRemove` null: it is the only line. */
export function WeekLine({
  line,
  start,
  end,
  zone,
  number,
  count,
  hasRoom,
  fullId,
  problem,
  isDisabled,
  onIncomplete,
  onChange,
  onRemove,
}: {
  line: DraftLine
  /** From whose week its weeks are counted; null where there is none. */
  start: number | null
  /** The end that it has by itself. */
  end: number | null
  zone: string
  /** Which of how many lines it is. */
  number: number
  count: number
  /** Whether there may be further hours. */
  hasRoom: boolean
  /** The id of what says why there may not. */
  fullId: string
  problem: ProblemOf
  isDisabled: boolean
  onIncomplete: OnIncomplete
  onChange: (line: DraftLine) => void
  onRemove: (() => void) | null
}) {
  const { t } = useTranslation()
  const now = useNow()
  const noteId = useId()
  const place = lineAt(line)
  const notes = notesOf()
  return (
    <div
      role="group"
      aria-label={t('access.line', { number, count })}
      aria-describedby={notes.length === 0 ? undefined : noteId}
      className={styles.line}
      data-alone={count === 1}
    >
      {notes.length > 0 && (
        <p id={noteId} className={fields.small}>
          {listText(notes, 'narrow')}
        </p>
      )}
      <ToggleGroup
        label={t('access.weekdays')}
        labelHidden
        choices={daysOfWeek.map((day) => ({
          value: day,
          label: weekdayText(Number(day), 'short'),
          name: weekdayText(Number(day), 'long'),
        }))}
        value={weekdays(line.days).map((day) => daysOfWeek[day] ?? '0')}
        isDisabled={isDisabled}
        error={problem('days', place)}
        onChange={(days) => onChange({ ...line, days: days.reduce((bits, day) => bits | (1 << Number(day)), 0) })}
      />
      {start !== null && (
        <Select
          label={t('access.weeks')}
          value={String(line.weeks ?? 1)}
          isDisabled={isDisabled}
          options={everyWeeks.map((weeks) => ({ id: String(weeks), label: t('access.lineWeeks', { count: weeks }) }))}
          onChange={(weeks) => onChange({ ...line, weeks: weeks === '1' ? null : Number(weeks) })}
        />
      )}
      <HoursList
        hours={line.hours}
        labels={dailyLabels}
        {...{ place, hasRoom, fullId, problem, isDisabled, onIncomplete }}
        onChange={(hours) => onChange({ ...line, hours })}
      >
        {onRemove !== null && (
          <Button variant="quiet" icon="bin" aria-label={removeText()} isDisabled={isDisabled} onPress={onRemove}>
            {t('access.removeWeekdays')}
          </Button>
        )}
      </HoursList>
    </div>
  )

  function removeText(): string {
    if (line.days === 0) return t('access.removeHoursOfNoDay', { hours: hoursText(line.hours) })
    const times = linesText([{ ...line, end: null }], { within: true, untilText: () => '' })
    return t('access.removeLine', { times })
  }

  /** In which weeks, and until when, where that is not said of all. */
  function notesOf(): readonly string[] {
    const found: string[] = []
    if (line.weeks !== null && line.weeks > 1) found.push(t('access.lineWeeks', { count: line.weeks }))
    const monday = nextWeekOf({ ...line, end }, start, zoneOf(zone), now)
    if (monday !== null) found.push(t('access.nextWeek', { date: dateText(monday, now) }))
    if (end !== null) {
      found.push(
        end > now
          ? t('access.words.within.until', { date: lastDayText(end, zone, now) })
          : t('access.lineOver', { date: dayText(end, zone, now) }),
      )
    }
    return found
  }
}

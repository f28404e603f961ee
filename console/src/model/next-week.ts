/** Which of every n weeks comes next, by the clock of the door (docs/access-rules.md, Calendars). */
import type { Hours } from './calendar'
import { DAY, dayAtDoor, type Zone } from './zone'

/** Weekdays as bits with their hours, every n-th week until an end. */
interface Weekly {
  readonly days: number
  readonly weeks: number | null
  readonly end: number | null
  readonly hours: readonly Hours[]
}

/** Days after Monday; 1 January 1970 was a Thursday. */
const weekdayOf = (day: number) => (((day + 3) % 7) + 7) % 7
const mondayOf = (day: number) => day - weekdayOf(day)

/**
 * The Monday, counted from 1 January 1970, of the week in which a line of every n-th week is open next, or still. Null where it counts
 * every week, or has ended until then.
 */
export function nextWeekOf(line: Weekly, start: number | null, zone: Zone, now: number): number | null {
  const { days, weeks, end, hours } = line
  if (start === null || weeks === null || weeks < 2) return null
  const present = Math.max(now, start)
  const today = dayAtDoor(present, zone)
  const time = (present + zone.offset(present) - today * DAY) / 1000
  const first = mondayOf(dayAtDoor(start, zone))
  const every = 7 * weeks
  const monday = first + Math.ceil((mondayOf(today) - first) / every) * every
  const isOpenOn = (weekday: number) => (days & (1 << weekday)) !== 0
  const isLeft = (weekday: number) =>
    weekday > weekdayOf(today) || (weekday === weekdayOf(today) && hours.some(({ from, to }) => to < from || to > time))
  const isOver = monday <= today && ![0, 1, 2, 3, 4, 5, 6].some((weekday) => isOpenOn(weekday) && isLeft(weekday))
  const next = isOver ? monday + every : monday
  return end !== null && dayAtDoor(end - 1, zone) < next ? null : next
}

/**
 * Calendars: of which type one is, and when it is open by a door's clock (docs/access-rules.md, Calendars). A link
 * without a calendar is permanent; here that is `null`.
 */
import { heldDays, readOtherDay, writeOtherDay, type DayList } from './day-lists'
import type { CalendarBody, CalendarEntry } from './entries'
import { patternChange, patternOf, patternOpen } from './pattern'
import type { Hours, OtherDay, Pattern, RuleSet } from './pattern'
import { unionChange } from './union'
import type { Zone } from './zone'

export type { Hours, OtherDay, RuleSet } from './pattern'

/** Every day of the week as bits: Monday 1 … Sunday 64. */
export const EVERY_DAY = 127
/** Monday to Friday. */
export const WORKING_DAYS = 31
/** Seconds from midnight to midnight. */
export const MIDNIGHT = 86_400
/** The refresh interval that a permanent link without a calendar has, in seconds; the default. */
export const DEFAULT_REFRESH = 86_400
/** So many rule sets, weeks from one to the next, days otherwise, and hours of one of them a calendar has at most. */
export const SETS_MAX = 16
export const WEEKS_MAX = 52
export const OTHER_DAYS_MAX = 64
export const DAY_HOURS_MAX = 8

/** When a link is open: when one of its rule sets is. */
export interface Calendar {
  readonly start: number | null
  /** At least one. */
  readonly sets: readonly RuleSet[]
  /** Its own. */
  readonly otherDays: readonly OtherDay[]
  /** Ids of the lists of days that it uses too, each once. */
  readonly dayLists: readonly string[]
  /** These lists, where the calendar comes from `Domain.calendarOf` or `Domain.withLists`: only then it is asked when it is open. */
  readonly lists: readonly DayList[]
  /** How long a key stays valid without renewal, in seconds. */
  readonly refresh: number
}

/** A rule set that is always open. */
export const WITHOUT_BOUNDS: RuleSet = { end: null, weeks: null, days: 0, dailyStart: null, dailyEnd: null }

/** The three kinds of access. */
export type CalendarType = 'permanent' | 'temporary' | 'recurring'

/** Reads a calendar as it travels. */
export function readCalendar(entry: CalendarEntry): Calendar {
  const sets = entry.rule_sets.map((rule) => ({
    end: rule.end_time == null ? null : Date.parse(rule.end_time),
    weeks: rule.number_of_weeks ?? null,
    days: (rule.week_days ?? []).reduce((bits, day) => bits | (1 << day), 0),
    dailyStart: rule.daily_start ?? null,
    dailyEnd: rule.daily_end ?? null,
  }))
  return {
    start: entry.start_time === null ? null : Date.parse(entry.start_time),
    sets: sets.length === 0 ? [WITHOUT_BOUNDS] : sets,
    // A server of yesterday answers none.
    otherDays: (entry.other_days ?? []).map(readOtherDay),
    dayLists: entry.day_lists ?? [],
    lists: [],
    refresh: entry.refresh_interval,
  }
}

/** Whether two calendars say the same; what the lists that both use say is the same by itself. */
export function sameCalendar(a: Calendar, b: Calendar): boolean {
  return (
    a.start === b.start &&
    a.refresh === b.refresh &&
    alike(a.sets, b.sets, sameSet) &&
    alike(a.dayLists, b.dayLists, Object.is) &&
    alike(a.otherDays, b.otherDays, (one, other) => one.day === other.day && alike(one.hours, other.hours, sameHours))
  )
}

const alike = <T>(a: readonly T[], b: readonly T[], same: (one: T, other: T) => boolean): boolean =>
  a.length === b.length && a.every((one, index) => same(one, b[index] as T))

const sameHours = (a: Hours, b: Hours) => a.from === b.from && a.to === b.to

const sameSet = (a: RuleSet, b: RuleSet) =>
  a.end === b.end &&
  a.weeks === b.weeks &&
  a.days === b.days &&
  a.dailyStart === b.dailyStart &&
  a.dailyEnd === b.dailyEnd

/** The calendar as a request carries it. */
export function writeCalendar(calendar: Calendar): CalendarBody {
  return {
    start_time: calendar.start === null ? null : writeTime(calendar.start),
    refresh_interval: calendar.refresh,
    rule_sets: calendar.sets.map((set) => ({
      end_time: set.end === null ? null : writeTime(set.end),
      number_of_weeks: set.weeks,
      week_days: set.days === 0 ? null : weekdays(set.days),
      daily_start: set.dailyStart,
      daily_end: set.dailyEnd,
    })),
    other_days: calendar.otherDays.map(writeOtherDay),
    day_lists: [...calendar.dayLists],
  }
}

/** An instant as the API writes it: ISO 8601 with its offset, to the second where it is whole. */
export function writeTime(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z').replace('Z', '+00:00')
}

/** The weekdays of a set of bits, 0 for Monday. */
export function weekdays(days: number): number[] {
  return [0, 1, 2, 3, 4, 5, 6].filter((day) => (days & (1 << day)) !== 0)
}

/** The type of access that a calendar gives (docs/access-rules.md, Types of access). */
export function calendarType(calendar: Calendar | null, now: number): CalendarType {
  if (calendar === null) return 'permanent'
  if (calendar.otherDays.length > 0 || calendar.dayLists.length > 0 || calendar.sets.some(recurs)) return 'recurring'
  return endOf(calendar) !== null || (calendar.start !== null && calendar.start > now) ? 'temporary' : 'permanent'
}

function recurs({ weeks, days, dailyStart, dailyEnd }: RuleSet): boolean {
  return Boolean(weeks) || days !== 0 || dailyStart !== null || dailyEnd !== null
}

/** The last end of its rule sets; null where one of them has none. */
export function endOf({ sets }: Calendar): number | null {
  let last = -Infinity
  for (const { end } of sets) {
    if (end === null) return null
    last = Math.max(last, end)
  }
  return last
}

/** Whether temporary or recurring access has ended. */
export function isExpired(calendar: Calendar | null, now: number): boolean {
  const end = calendar === null ? null : endOf(calendar)
  return end !== null && end <= now
}

/** Whether a calendar is open at an instant, by the door's clock. */
export function isOpen(calendar: Calendar | null, zone: Zone, at: number): boolean {
  return calendar === null || calendar.sets.some((set) => setOpen(spanOf(calendar, set, zone), zone, at))
}

/** Whether a calendar is open at some instant from `from` on and before `until`. */
export function opensWithin(calendar: Calendar | null, zone: Zone, from: number, until: number): boolean {
  if (isOpen(calendar, zone, from)) return true
  const opens = nextChange(calendar, zone, from, until)
  return opens !== null && opens < until
}

/** The first instant after `at`, up to `limit`, at which the calendar opens or closes; null when there is none. */
export function nextChange(calendar: Calendar | null, zone: Zone, at: number, limit: number): number | null {
  if (calendar === null) return null
  const spans = calendar.sets.map((set) => spanOf(calendar, set, zone))
  const [only, ...others] = spans
  if (only !== undefined && others.length === 0) return setChange(only, zone, at, limit)
  return unionChange(
    spans,
    (span, instant) => setOpen(span, zone, instant),
    (span, instant) => setChange(span, zone, instant, limit),
    at,
  )
}

/** One rule set by itself, with what holds for all of the calendar. */
interface Span {
  start: number | null
  end: number | null
  pattern: Pattern
}

function spanOf(calendar: Calendar, set: RuleSet, zone: Zone): Span {
  return { start: calendar.start, end: set.end, pattern: patternOf(calendar.start, set, heldDays(calendar), zone) }
}

function setOpen({ start, end, pattern }: Span, zone: Zone, at: number): boolean {
  if (start !== null && at < start) return false
  if (end !== null && at >= end) return false
  return patternOpen(pattern, at + zone.offset(at))
}

function setChange(span: Span, zone: Zone, at: number, limit: number): number | null {
  const { start, end, pattern } = span
  if (end !== null && (end <= at || (start !== null && end <= start))) return null
  let change: number | null
  if (start !== null && at < start) {
    if (start > limit) return null
    change = patternOpen(pattern, start + zone.offset(start))
      ? start
      : patternChange(pattern, zone, start, false, limit)
  } else {
    const open = patternOpen(pattern, at + zone.offset(at))
    change = patternChange(pattern, zone, at, open, limit)
    if (open && end !== null && (change === null || end < change)) change = end
  }
  if (change === null || change > limit || (end !== null && change > end)) return null
  // What would open at the very end never opens.
  return change === end && !setOpen(span, zone, end - 1) ? null : change
}

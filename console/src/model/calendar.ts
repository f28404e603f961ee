/**
 * Calendars: of which type one is, and when it is open by a door's clock (docs/access-rules.md, Calendars). A link
 * without a calendar is permanent; here that is `null`.
 */
import type { CalendarBody, CalendarEntry } from './entries'
import { DAY, type Zone } from './zone'

/** Every day of the week as bits: Monday 1 … Sunday 64. */
export const EVERY_DAY = 127
/** Monday to Friday. */
export const WORKING_DAYS = 31
/** Seconds from midnight to midnight. */
export const MIDNIGHT = 86_400
/** The refresh interval that a permanent link without a calendar has, in seconds; the default. */
export const DEFAULT_REFRESH = 86_400

/** When a link is open. Instants in milliseconds since 1970, daily times in seconds by the door's clock; null is without limit. */
export interface Calendar {
  readonly start: number | null
  readonly end: number | null
  /** Every n-th week, counted from the week of `start`. */
  readonly weeks: number | null
  /** Weekdays as bits, Monday 1 … Sunday 64; 0 is every day. */
  readonly days: number
  readonly dailyStart: number | null
  readonly dailyEnd: number | null
  /** How long a key stays valid without renewal, in seconds. */
  readonly refresh: number
}

/** The three kinds of access. */
export type CalendarType = 'permanent' | 'temporary' | 'recurring'

/** Reads a calendar as it travels. */
export function readCalendar(entry: CalendarEntry): Calendar {
  const rule = entry.rule_sets[0]
  return {
    start: entry.start_time === null ? null : Date.parse(entry.start_time),
    end: rule?.end_time == null ? null : Date.parse(rule.end_time),
    weeks: rule?.number_of_weeks ?? null,
    days: (rule?.week_days ?? []).reduce((bits, day) => bits | (1 << day), 0),
    dailyStart: rule?.daily_start ?? null,
    dailyEnd: rule?.daily_end ?? null,
    refresh: entry.refresh_interval,
  }
}

/** Whether two calendars say the same. */
export function sameCalendar(a: Calendar, b: Calendar): boolean {
  return (
    a.start === b.start &&
    a.end === b.end &&
    a.weeks === b.weeks &&
    a.days === b.days &&
    a.dailyStart === b.dailyStart &&
    a.dailyEnd === b.dailyEnd &&
    a.refresh === b.refresh
  )
}

/** The calendar as a request carries it. */
export function writeCalendar(calendar: Calendar): CalendarBody {
  return {
    start_time: calendar.start === null ? null : writeTime(calendar.start),
    refresh_interval: calendar.refresh,
    rule_sets: [
      {
        end_time: calendar.end === null ? null : writeTime(calendar.end),
        number_of_weeks: calendar.weeks,
        week_days: calendar.days === 0 ? null : weekdays(calendar.days),
        daily_start: calendar.dailyStart,
        daily_end: calendar.dailyEnd,
      },
    ],
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
  if (calendar.weeks || calendar.days !== 0 || calendar.dailyStart !== null || calendar.dailyEnd !== null) {
    return 'recurring'
  }
  return calendar.end !== null || (calendar.start !== null && calendar.start > now) ? 'temporary' : 'permanent'
}

/** Whether temporary or recurring access has ended. */
export function isExpired(calendar: Calendar | null, now: number): boolean {
  return calendar !== null && calendar.end !== null && calendar.end <= now
}

/** Whether a calendar is open at an instant, by the door's clock. */
export function isOpen(calendar: Calendar | null, zone: Zone, at: number): boolean {
  if (calendar === null) return true
  if (calendar.start !== null && at < calendar.start) return false
  if (calendar.end !== null && at >= calendar.end) return false
  return patternOpen(patternOf(calendar, zone), at + zone.offset(at))
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
  const { start, end } = calendar
  if (end !== null && (end <= at || (start !== null && end <= start))) return null
  const pattern = patternOf(calendar, zone)
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
  return change === end && !isOpen(calendar, zone, end - 1) ? null : change
}

/** The weekly part of a calendar, in milliseconds of wall time. */
interface Pattern {
  days: number
  from: number
  to: number
  /** 1: every week. */
  weeks: number
  /** Number of the week of the start, in the zone. */
  week: number
}

function patternOf(calendar: Calendar, zone: Zone): Pattern {
  const every = calendar.start === null ? 1 : Math.max(calendar.weeks ?? 1, 1)
  return {
    days: calendar.days === 0 ? EVERY_DAY : calendar.days,
    from: (calendar.dailyStart ?? 0) * 1000,
    to: (calendar.dailyEnd ?? MIDNIGHT) * 1000,
    weeks: every,
    week:
      every === 1 || calendar.start === null
        ? 0
        : weekOf(Math.floor((calendar.start + zone.offset(calendar.start)) / DAY)),
  }
}

// 1 January 1970 was a Thursday.
const weekOf = (day: number): number => Math.floor((day + 3) / 7)

function dayOpen(pattern: Pattern, day: number): boolean {
  if ((pattern.days & (1 << ((((day + 3) % 7) + 7) % 7))) === 0) return false
  return pattern.weeks === 1 || (weekOf(day) - pattern.week) % pattern.weeks === 0
}

/** `wall`: an instant plus the zone's offset. */
function patternOpen(pattern: Pattern, wall: number): boolean {
  const day = Math.floor(wall / DAY)
  const within = wall - day * DAY
  return within >= pattern.from && within < pattern.to && dayOpen(pattern, day)
}

/** The first instant from `from` on at which the pattern is not as `open` says: wall time is plain arithmetic up to a transition. */
function patternChange(pattern: Pattern, zone: Zone, from: number, open: boolean, limit: number): number | null {
  const { days, weeks } = pattern
  if (days === EVERY_DAY && weeks === 1 && pattern.from === 0 && pattern.to === DAY) return open ? null : from
  for (let at = from; at <= limit;) {
    const offset = zone.offset(at)
    const until = zone.nextTransition(at, limit + 1)
    const wall = wallChange(pattern, at + offset, until + offset, open)
    if (wall !== null) return wall - offset
    at = until
  }
  return null
}

function wallChange(pattern: Pattern, from: number, until: number, open: boolean): number | null {
  let wall = from
  for (let day = Math.floor(from / DAY); wall < until; day += 1) {
    const midnight = day * DAY
    const on = dayOpen(pattern, day)
    const opens = midnight + pattern.from
    const closes = midnight + pattern.to
    let found: number | null = null
    if (open) {
      if (!on || wall < opens) found = wall
      else if (pattern.to < DAY) found = Math.max(wall, closes)
    } else if (on && wall < closes) {
      found = Math.max(wall, opens)
    }
    if (found !== null) return found < until ? found : null
    wall = Math.max(wall, midnight + DAY)
  }
  return null
}

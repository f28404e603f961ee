/**
 * Rule sets as people have them. A line is some weekdays and their hours; hours that end before they begin go on until the next
 * morning, which takes two rule sets (docs/access-rules.md, Nights).
 */
import { endOf, EVERY_DAY, MIDNIGHT, type Calendar, type Hours, type OtherDay, type RuleSet } from './calendar'
import { nextWeekOf } from './next-week'
import { heldDays, type NamedDay } from './day-lists'
import { dayAtDoor, zoneOf, type Zone } from './zone'

/** Weekdays with the hours that they have. */
export interface Line {
  /** As bits, Monday 1 … Sunday 64. */
  readonly days: number
  /** Every n-th week; null is every one. */
  readonly weeks: number | null
  readonly end: number | null
  /** In seconds after midnight. What ends before it begins ends on the next day. */
  readonly hours: readonly Hours[]
}

const SUNDAY = 64

/** Whether hours go on until the next morning. */
export function isNight({ from, to }: Hours): boolean {
  return to < from
}

/** The lines of rule sets: nights put together again, and what has the same weekdays as one. They are open when the sets are. */
export function linesOf(calendar: Pick<Calendar, 'start' | 'sets'>): readonly Line[] {
  const lines: { days: number; weeks: number | null; end: number | null; hours: Hours[] }[] = []
  for (const { days, weeks, end, ...hours } of withNights(calendar.sets.map((set) => partOf(set, calendar.start)))) {
    const fitting = lines.find((line) => line.days === days && line.weeks === weeks && line.end === end)
    if (fitting === undefined) lines.push({ days, weeks, end, hours: [hours] })
    else fitting.hours.push(hours)
  }
  for (const line of lines) line.hours.sort((a, b) => a.from - b.from)
  return lines
}

/** The rule sets of lines; `end` of each is its own. */
export function setsOf(lines: readonly Line[]): RuleSet[] {
  return lines.flatMap(({ days, weeks, end, hours }) =>
    hours.flatMap((part) => {
      const set = (on: number, dailyStart: number, dailyEnd: number) => ({ days: on, weeks, end, dailyStart, dailyEnd })
      if (!isNight(part)) return [set(days, part.from, part.to)]
      return [set(days, part.from, MIDNIGHT), set(nextDays(days), 0, part.to)]
    }),
  )
}

/** How many rule sets lines are. */
export function countSets(lines: readonly Pick<Line, 'hours'>[]): number {
  return lines.reduce((count, { hours }) => count + hours.length + hours.filter(isNight).length, 0)
}

/**
 * Whether the line has a night from Sunday to Monday that does not recur every week. Its evening and its morning lie in two different
 * weeks, and no rule set says that.
 */
export function crossesWeeks(line: Pick<Line, 'days' | 'weeks' | 'hours'>): boolean {
  return line.weeks !== null && line.weeks > 1 && (line.days & SUNDAY) !== 0 && line.hours.some(isNight)
}

/** The weekdays after these. */
function nextDays(days: number): number {
  return ((days << 1) & EVERY_DAY) | (days & SUNDAY ? 1 : 0)
}

/** One rule set without anything absent. */
interface Part extends Omit<Line, 'hours'>, Hours {}

function partOf({ days, weeks, end, dailyStart, dailyEnd }: RuleSet, start: number | null): Part {
  return {
    days: days === 0 ? EVERY_DAY : days,
    // Without a start there is nothing to count weeks from.
    weeks: start === null || weeks === null || weeks < 2 ? null : weeks,
    end,
    from: dailyStart ?? 0,
    to: dailyEnd ?? MIDNIGHT,
  }
}

/** Evenings and the mornings after them as one. */
function withNights(sets: readonly Part[]): readonly Part[] {
  const mornings = new Set<Part>()
  const nights = sets.map((evening) => {
    if (evening.from === 0 || evening.to !== MIDNIGHT) return evening
    const morning = sets.find((other) => !mornings.has(other) && isMorningAfter(evening, other))
    if (morning === undefined) return evening
    mornings.add(morning)
    return { ...evening, to: morning.to }
  })
  return nights.filter((_night, index) => !mornings.has(sets[index] as Part))
}

function isMorningAfter(evening: Part, morning: Part): boolean {
  return (
    morning.from === 0 &&
    morning.to < evening.from &&
    morning.days === nextDays(evening.days) &&
    morning.weeks === evening.weeks &&
    morning.end === evening.end &&
    !(evening.weeks !== null && (evening.days & SUNDAY) !== 0)
  )
}

/** What is said of a calendar: what of it is over goes without saying. */
export interface ShownCalendar {
  readonly start: number | null
  readonly end: number | null
  /** With an end where theirs is not that of the calendar, and the Monday of their next week where not every one counts. */
  readonly lines: readonly (Line & { readonly nextWeek?: number })[]
  /** Its own. */
  readonly otherDays: readonly OtherDay[]
  /** The lists of days that it uses beside them. */
  readonly lists: readonly { readonly name: string }[]
  /** The days of both that are to come, of lists those of a year. */
  readonly comingDays: readonly NamedDay[]
}

/** Holidays are listed for years: so many days ahead they are told one by one. */
const AHEAD = 366

/** The first and the last day of access; a day before or after them changes nothing. */
export function lastingDays(start: number | null, end: number | null, zone: Zone): { first: number; last: number } {
  return {
    first: start === null ? -Infinity : dayAtDoor(start, zone),
    last: end === null ? Infinity : dayAtDoor(end - 1, zone),
  }
}

/** A calendar as it is said at an instant, by the clock of a zone. */
export function shownCalendar(calendar: Calendar | null, timeZone: string, now: number): ShownCalendar | null {
  if (calendar === null) return null
  const zone = zoneOf(timeZone)
  const { start, sets } = calendar
  const end = endOf(calendar)
  const present = sets.filter((set) => set.end === null || set.end > now)
  const lasting = lastingDays(start, end, zone)
  const first = Math.max(dayAtDoor(now, zone), lasting.first)
  const isWithin = ({ day }: OtherDay) => day >= first && day <= lasting.last
  return {
    start,
    end,
    lines: linesOf({ start, sets: present.length === 0 ? sets : present }).map((line) => {
      const nextWeek = nextWeekOf(line, start, zone, now)
      return { ...line, ...(line.end === end && { end: null }), ...(nextWeek !== null && { nextWeek }) }
    }),
    otherDays: calendar.otherDays.filter(isWithin),
    lists: calendar.lists,
    comingDays: heldDays(calendar).filter((one) => isWithin(one) && (!('name' in one) || one.day < first + AHEAD)),
  }
}

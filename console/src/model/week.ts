/** A week of access as bars: on which weekdays, from when to when it is open, by the clock of the door. */
import { calendarType, endOf, EVERY_DAY, isOpen, MIDNIGHT, nextChange, weekdays } from './calendar'
import type { Calendar, RuleSet } from './calendar'
import { heldDays, type NamedDay } from './day-lists'
import { ruleOf, type Draft } from './draft'
import { setsOf } from './lines'
import { DAY, dayAtDoor, instantOf, type Zone } from './zone'

/** Open hours of a weekday, 0 for Monday, in seconds after midnight. */
export interface Bar {
  day: number
  from: number
  to: number
}

/** The bars of a draft, and of other access beside it. */
export interface Week {
  own: readonly Bar[]
  others: readonly (readonly Bar[])[]
  /** Whether it is the seven days from the start on; else any week in which the access holds. */
  isDated: boolean
  /** The days of a dated week on which its weekdays and hours do not count. */
  otherwise: readonly NamedDay[]
}

/**
 * The week of a draft. What has a start and an end within seven days has a week of its own, which begins as it does: only what is open in
 * it is drawn, of others too. Other recurring access, and permanent access, is drawn for any week, and so are the others then. Null of
 * temporary access that is longer or ill set: seven days would say nothing of where it begins and ends.
 */
export function weekOf(
  draft: Draft,
  others: readonly (Calendar | null)[],
  zone: Zone,
  withLists: (calendar: Calendar) => Calendar,
): Week | null {
  const { type, start, startless, end } = draft
  // In rule sets no weekday would be every one.
  const lines = draft.lines.filter(({ days }) => days !== 0)
  const until = weekAfter(start, zone)
  const isShort = !startless && end !== null && end > start && end <= until
  if (type === 'temporary' && !isShort) return null
  const weekly = type === 'recurring' ? pattern(setsOf(lines)) : everyDay
  if (!isShort || type === 'permanent' || (type === 'recurring' && !draft.dated)) {
    return { own: weekly, others: others.map((calendar) => anyWeek(calendar, zone)), isDated: false, otherwise: [] }
  }
  const drafted = ruleOf({ ...draft, lines })
  const rule = drafted && withLists(drafted)
  const [first, last] = [start, end - 1].map((at) => dayAtDoor(at, zone)) as [number, number]
  return {
    own: weekly.length === 0 ? [] : openBetween(rule, start, end, zone),
    others: others.map((calendar) => openBetween(calendar, start, until, zone)),
    isDated: true,
    otherwise: rule === null ? [] : heldDays(rule).filter(({ day }) => day >= first && day <= last),
  }
}

function anyWeek(calendar: Calendar | null, zone: Zone): readonly Bar[] {
  if (calendar === null) return everyDay
  // Whether it recurs does not depend on the present.
  if (calendarType(calendar, 0) === 'recurring') return pattern(calendar.sets)
  const { start } = calendar
  const end = endOf(calendar)
  const isShort = start !== null && end !== null && end <= weekAfter(start, zone)
  return isShort ? between(start, end, zone) : everyDay
}

/** What is open on each weekday; hours that meet are one bar. */
function pattern(sets: readonly RuleSet[]): readonly Bar[] {
  return weekdays(EVERY_DAY).flatMap((day) => {
    const bars: Bar[] = []
    const hours = sets
      .filter(({ days }) => days === 0 || (days & (1 << day)) !== 0)
      .map(({ dailyStart, dailyEnd }) => ({ from: dailyStart ?? 0, to: dailyEnd ?? MIDNIGHT }))
      .filter(({ from, to }) => from < to)
      .sort((a, b) => a.from - b.from)
    for (const { from, to } of hours) {
      const before = bars.at(-1)
      if (before !== undefined && from <= before.to) before.to = Math.max(before.to, to)
      else bars.push({ day, from, to })
    }
    return bars
  })
}

const everyDay = weekdays(EVERY_DAY).map((day) => ({ day, from: 0, to: MIDNIGHT }))

function openBetween(calendar: Calendar | null, from: number, until: number, zone: Zone): readonly Bar[] {
  const bars: Bar[] = []
  for (let at = from; at < until;) {
    const next = Math.min(nextChange(calendar, zone, at, until) ?? until, until)
    if (isOpen(calendar, zone, at)) bars.push(...between(at, next, zone))
    at = next
  }
  return bars
}

/** The hours from one instant to another, day by day. */
function between(from: number, to: number, zone: Zone): readonly Bar[] {
  const bars: Bar[] = []
  const end = to + zone.offset(to)
  for (let at = from + zone.offset(from); at < end;) {
    const midnight = Math.floor(at / DAY) * DAY
    const until = Math.min(end, midnight + DAY)
    // 1 January 1970 was a Thursday.
    bars.push({ day: (midnight / DAY + 3) % 7, from: (at - midnight) / 1000, to: (until - midnight) / 1000 })
    at = until
  }
  return bars
}

/** The same time of day a week later. */
function weekAfter(at: number, zone: Zone): number {
  return instantOf(at + zone.offset(at) + 7 * DAY, zone)
}

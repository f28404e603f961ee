/** When a rule set is open by the clock on the wall, whatever its start and end: weekdays, hours, weeks, and days that are otherwise. */
import { DAY, type Zone } from './zone'

/** A part of a day by the door's clock, in seconds after midnight. */
export interface Hours {
  readonly from: number
  readonly to: number
}

/** Instants in milliseconds since 1970, daily times in seconds by the door's clock; null is without limit. */
export interface RuleSet {
  readonly end: number | null
  /** Every n-th week, counted from the week of the calendar's start. */
  readonly weeks: number | null
  /** Weekdays as bits, Monday 1 … Sunday 64; 0 is every day. */
  readonly days: number
  readonly dailyStart: number | null
  readonly dailyEnd: number | null
}

/** A day whose hours take the place of the weeks, weekdays and hours of every rule set; without any it is closed. */
export interface OtherDay {
  /** Counted from 1 January 1970. */
  readonly day: number
  readonly hours: readonly Hours[]
}

/** In milliseconds of wall time. */
export interface Pattern {
  /** Weekdays as bits, Monday 1 … Sunday 64. */
  days: number
  hours: readonly Stretch[]
  /** 1: every week. */
  weeks: number
  /** Number of the week of the start, in the zone. */
  week: number
  /** What is open on the days that are otherwise, by day since 1970. */
  otherwise: ReadonlyMap<number, readonly Stretch[]>
  /** The last of them. */
  last: number
}

/** Milliseconds after midnight. */
interface Stretch {
  from: number
  to: number
}

/** The pattern of one rule set of a calendar that begins at `start`. */
export function patternOf(start: number | null, set: RuleSet, otherDays: readonly OtherDay[], zone: Zone): Pattern {
  const every = start === null ? 1 : Math.max(set.weeks ?? 1, 1)
  return {
    days: set.days === 0 ? 127 : set.days,
    hours: merged([{ from: set.dailyStart ?? 0, to: set.dailyEnd ?? DAY / 1000 }]),
    weeks: every,
    week: every === 1 || start === null ? 0 : weekOf(Math.floor((start + zone.offset(start)) / DAY)),
    ...otherwiseOf(otherDays),
  }
}

type Otherwise = Pick<Pattern, 'otherwise' | 'last'>

const nothingOtherwise: Otherwise = { otherwise: new Map(), last: -Infinity }
/** By the list of days, which is read once and asked about many instants. */
const known = new WeakMap<readonly OtherDay[], Otherwise>()

function otherwiseOf(otherDays: readonly OtherDay[]): Otherwise {
  if (otherDays.length === 0) return nothingOtherwise
  let found = known.get(otherDays)
  if (found === undefined) {
    const otherwise = new Map(otherDays.map(({ day, hours }) => [day, merged(hours)]))
    found = { otherwise, last: Math.max(...otherwise.keys()) }
    known.set(otherDays, found)
  }
  return found
}

/** In order, those that meet as one: what closes and opens at the same time does not change. */
function merged(hours: readonly Hours[]): readonly Stretch[] {
  const stretches: Stretch[] = []
  for (const { from, to } of hours.toSorted((a, b) => a.from - b.from)) {
    const before = stretches.at(-1)
    if (to <= from) continue
    if (before !== undefined && from * 1000 <= before.to) before.to = Math.max(before.to, to * 1000)
    else stretches.push({ from: from * 1000, to: to * 1000 })
  }
  return stretches
}

// 1 January 1970 was a Thursday.
const weekOf = (day: number): number => Math.floor((day + 3) / 7)

const closed: readonly Stretch[] = []

function hoursOn(pattern: Pattern, day: number): readonly Stretch[] {
  const otherwise = day <= pattern.last ? pattern.otherwise.get(day) : undefined
  if (otherwise !== undefined) return otherwise
  if ((pattern.days & (1 << ((((day + 3) % 7) + 7) % 7))) === 0) return closed
  return pattern.weeks === 1 || (weekOf(day) - pattern.week) % pattern.weeks === 0 ? pattern.hours : closed
}

/** `wall`: an instant plus the zone's offset. */
export function patternOpen(pattern: Pattern, wall: number): boolean {
  const day = Math.floor(wall / DAY)
  const within = wall - day * DAY
  return hoursOn(pattern, day).some(({ from, to }) => within >= from && within < to)
}

/** The first instant from `from` on at which the pattern is not as `open` says: wall time is plain arithmetic up to a transition. */
export function patternChange(pattern: Pattern, zone: Zone, from: number, open: boolean, limit: number): number | null {
  for (let at = from; at <= limit;) {
    const offset = zone.offset(at)
    const until = zone.nextTransition(at, limit + 1)
    if (isAlways(pattern) && Math.floor((at + offset) / DAY) > pattern.last) return open ? null : at
    const wall = wallChange(pattern, at + offset, until + offset, open)
    if (wall !== null) return wall - offset
    at = until
  }
  return null
}

function isAlways({ days, weeks, hours: [hours] }: Pattern): boolean {
  return days === 127 && weeks === 1 && hours?.from === 0 && hours.to === DAY
}

function wallChange(pattern: Pattern, from: number, until: number, open: boolean): number | null {
  let wall = from
  for (let day = Math.floor(from / DAY); wall < until; day += 1) {
    const midnight = day * DAY
    for (const stretch of hoursOn(pattern, day)) {
      const opens = midnight + stretch.from
      const closes = midnight + stretch.to
      if (wall >= closes) continue
      if (!open) return within(Math.max(wall, opens), until)
      if (wall < opens) return within(wall, until)
      wall = closes
    }
    if (wall < midnight + DAY) {
      if (open) return within(wall, until)
      wall = midnight + DAY
    }
  }
  return null
}

const within = (found: number, until: number): number | null => (found < until ? found : null)

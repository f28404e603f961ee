/** Whose clock times are told by: one answer for the cells of the grid, for lists, and for the access editor. */
import type { CalendarType } from './calendar'
import type { Domain } from './domain'
import { utc, zoneOf } from './zone'

/** The clock that a lock or lock group is told by. */
export interface Clock {
  /** The time zone that all doors with one share, UTC where there is none or more than one. */
  readonly zone: string
  /** When UTC is named beside times. `always`: it is the doors' own clock; `instants`: what is one moment for several clocks. */
  readonly named: 'never' | 'instants' | 'always'
  /** Whether every door goes by it. A door without a zone goes by UTC, so that daily hours there are others. */
  readonly shared: boolean
}

/** Decides whose clock counts for a column. Daily hours are by the clock of each door and are the same words by any. */
export function clockOf(domain: Domain, column: string): Clock {
  return clockOfLocks(domain, domain.locksOf(column))
}

/** The same for any doors. */
export function clockOfLocks(domain: Domain, locks: readonly string[]): Clock {
  const zones = locks.map((lock) => domain.locks.get(lock)?.timezone ?? null)
  const shared = new Set(zones.map((zone) => zoneOf(zone).name)).size <= 1
  const [zone = utc.name, ...further] = new Set(zones.filter((zone) => zone !== null).map((zone) => zoneOf(zone).name))
  if (further.length > 0) return { zone: utc.name, named: 'instants', shared }
  return { ...clockOfZone(zone), shared }
}

/** The same for one door, of which no more is known than its zone. */
export function clockOfZone(timezone: string | null): Clock {
  const zone = zoneOf(timezone).name
  return { zone, named: zone === utc.name ? 'always' : 'never', shared: true }
}

/** Whether UTC is named beside the times of access of a type. */
export function namesUtc({ named }: Clock, type: CalendarType): boolean {
  return named === 'always' || (named === 'instants' && type !== 'recurring')
}

/** The same below a head that names the one clock of a column: that again beside each time would say nothing more. */
export function namesUtcBelow({ named }: Clock, type: CalendarType): boolean {
  return named === 'instants' && type !== 'recurring'
}

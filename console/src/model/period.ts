/** Periods in days by the clock of a door. */
import { DAY, type Zone } from './zone'

/** The first and the last day, as ISO 8601 writes them; null is without limit. */
export interface Days {
  readonly from: string | null
  readonly to: string | null
}

/** Periods that are often asked for, in the order in which they are offered. */
export const PERIODS = ['week', 'month', 'year', 'all'] as const

export type Period = (typeof PERIODS)[number]

/** The day that a clock shows. */
export function dayOf(at: number, zone: Zone): string {
  return isoDay(at + zone.offset(at))
}

/** The last seven days with today, the month before this one, this year up to today, or everything. */
export function periodDays(period: Period, today: string): Days {
  const at = Date.parse(today)
  const date = new Date(at)
  const first = (months: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)
  switch (period) {
    case 'week':
      return { from: isoDay(at - 6 * DAY), to: today }
    case 'month':
      return { from: isoDay(first(-1)), to: isoDay(first(0) - DAY) }
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today }
    case 'all':
      return { from: null, to: null }
  }
}

/** The instants of a period: the first one that belongs to it, and the first one after it that does not. */
export function spanOf({ from, to }: Days, zone: Zone): { start: number | null; end: number | null } {
  return {
    start: from === null ? null : beginningOf(Date.parse(from), zone),
    end: to === null ? null : beginningOf(Date.parse(to) + DAY, zone),
  }
}

/** The first instant of a day, given as midnight of its UTC. Where clocks change at midnight there are two of it, or none. */
function beginningOf(midnight: number, zone: Zone): number {
  const before = midnight - zone.offset(midnight - DAY)
  const after = midnight - zone.offset(midnight + DAY)
  const shown = [before, after].filter((at) => at + zone.offset(at) === midnight)
  return shown.length > 0 ? Math.min(...shown) : zone.nextTransition(before - DAY / 2, before + DAY)
}

function isoDay(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10)
}

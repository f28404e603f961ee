/** By whose clock times are told, for who looks: a clock that shows the same as theirs needs no saying. */
import { atClockText, clockNameText, eachClockText } from '../i18n/access-summary'
import type { CalendarType } from '../model/calendar'
import { namesUtc, type Clock } from '../model/clock'
import { isSameClock, zoneOf } from '../model/zone'
import { viewerZone } from './viewer-zone'

/** The name of a clock that shows otherwise than that of who looks; null of one that shows the same. */
export function otherClockText(zone: string, now: number): string | null {
  return isSameClock(zoneOf(zone), zoneOf(viewerZone()), now) ? null : clockNameText(zone)
}

/** The same of the doors of a group, for its head: doors of several zones have each their own. */
export function doorsClockText(clock: Clock, now: number): string | null {
  return clock.named === 'instants' ? eachClockText() : otherClockText(clock.zone, now)
}

/** Times of access with their clock, for a sentence: `until 28 Dec, 23:12 (Copenhagen time)`. */
export function byClockText(when: string, clock: Clock, type: CalendarType, now: number): string {
  // UTC stands beside the times already.
  const name = type === 'permanent' || namesUtc(clock, type) ? null : doorsClockText(clock, now)
  return name === null ? when : atClockText(when, name)
}

/**
 * How a list names the clocks of its doors: one of them all once `above` it, which is quieter, several `beside` each line. What the head
 * of the overlay names already is not said again.
 */
export function listedClocks(zones: readonly string[], now: number, head: string | null = null) {
  const [first, ...others] = new Set(zones)
  const named = (zone: string) => (zone === head ? null : otherClockText(zone, now))
  if (first === undefined || others.length > 0) return { above: null, beside: named }
  return { above: named(first), beside: () => null }
}

/** Stays that are given often: ready ranges of temporary access, by the clock of the door. */
import { minuteOf, type Range } from './draft'
import { DAY, HOUR, instantOf, type Zone } from './zone'

/** In the order in which they are offered. */
export const PRESETS = ['tonight', 'weekend', 'week', 'month'] as const

export type Preset = (typeof PRESETS)[number]

/** Before this hour the night before is still going on. */
const NIGHT_ENDS = 6 * HOUR
/** A night begins in the evening. */
const EVENING = 18 * HOUR
/** Guests who stay a night have left by noon. */
const CHECKOUT = 12 * HOUR
/** A weekend goes from Friday 15:00 to Sunday 20:00. */
const FRIDAY_STARTS = 15 * HOUR
const SUNDAY_ENDS = 20 * HOUR
/** From noon of its Sunday on, what is left of a weekend is no stay any more. */
const SUNDAY_IS_LATE = 12 * HOUR

/**
 * The range of a preset, which follows from the present alone. `tonight` is from 18:00, or from now where that is past, until noon after
 * the night that comes, or that is going on. `weekend` is the one that comes, or what is left of this one until noon of its Sunday. `week`
 * and `month` are seven days and one month from now, to the same time of day; the 31st becomes the last day of a shorter month.
 */
export function presetRange(preset: Preset, now: number, zone: Zone): Range & { end: number } {
  const present = minuteOf(now)
  const wall = present + zone.offset(present)
  const today = Math.floor(wall / DAY) * DAY
  const at = (time: number) => instantOf(time, zone)
  switch (preset) {
    case 'tonight': {
      const isNight = wall - today < NIGHT_ENDS
      return {
        start: isNight ? present : Math.max(present, at(today + EVENING)),
        end: at((isNight ? today : today + DAY) + CHECKOUT),
      }
    }
    case 'weekend': {
      // Days after Monday; 1 January 1970 was a Thursday.
      const weekday = (((today / DAY + 3) % 7) + 7) % 7
      const isLate = wall >= today + (6 - weekday) * DAY + SUNDAY_IS_LATE
      const friday = today + (4 - weekday + (isLate ? 7 : 0)) * DAY
      return { start: Math.max(present, at(friday + FRIDAY_STARTS)), end: at(friday + 2 * DAY + SUNDAY_ENDS) }
    }
    case 'week':
      return { start: present, end: at(wall + 7 * DAY) }
    case 'month':
      return { start: present, end: at(monthAfter(wall)) }
  }
}

/** The same day of the next month, or its last. */
function monthAfter(wall: number): number {
  const date = new Date(wall)
  const day = date.getUTCDate()
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 2, 0)).getUTCDate()
  const month = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, Math.min(day, last))
  return month + (((wall % DAY) + DAY) % DAY)
}

/** How long a range is by the clock of the door: a day is from one time of day to the same of the next, also when clocks change. */
export function lengthOf(start: number, end: number, zone: Zone): { days: number; hours: number; minutes: number } {
  const minutes = Math.round((end + zone.offset(end) - start - zone.offset(start)) / 60_000)
  return { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60), minutes: minutes % 60 }
}

import { CalendarDate } from '@internationalized/date'
import { DAY } from '../../model/zone'

/** The date of a day, counted from 1 January 1970, as a field has it. */
export function dateOf(day: number): CalendarDate {
  const date = new Date(day * DAY)
  return new CalendarDate(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())
}

/** The day of a date. */
export function dayOf({ year, month, day }: CalendarDate): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / DAY
}

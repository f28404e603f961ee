/** Lists of days otherwise, which any calendar of the domain uses, and the days that then hold (docs/access-rules.md, Lists of days). */
import type { DayListBody, DayListEntry, OtherDayEntry } from './entries'
import type { OtherDay } from './pattern'
import { DAY } from './zone'

/** So many lists a calendar uses, and so many days a list has at most. */
export const LISTS_MAX = 8
export const LISTED_DAYS_MAX = 366

/** A day of a list. */
export interface ListedDay extends OtherDay {
  /** May be empty. */
  readonly name: string
}

/** Days otherwise under one name. */
export interface DayList {
  readonly id: string
  readonly name: string
  /** Where its days come from: `DK`, or a part of a country, `DE-BY`; null is an own list. */
  readonly country: string | null
  /** By date. */
  readonly days: readonly ListedDay[]
  /** Milliseconds since 1970. */
  readonly created: number
}

/** What a person makes of a list. */
export type DayListContent = Pick<DayList, 'name' | 'country' | 'days'>

/** A day that is otherwise, with the name that a list gives it. */
export interface NamedDay extends OtherDay {
  readonly name?: string
}

export function readDayList({ id, name, country, days, created }: DayListEntry): DayList {
  const read = days.map((day) => ({ ...readOtherDay(day), name: day.name }))
  return { id, name, country, days: read, created: Date.parse(created) }
}

/** The list as a request carries it. */
export function writeDayList({ name, country, days }: DayListContent): DayListBody {
  return { name, country, days: days.map((day) => ({ ...writeOtherDay(day), name: day.name })) }
}

export function readOtherDay({ date, hours }: OtherDayEntry): OtherDay {
  return {
    day: Date.parse(date) / DAY,
    hours: (hours ?? []).map((part) => ({ from: part.daily_start ?? 0, to: part.daily_end ?? DAY / 1000 })),
  }
}

export function writeOtherDay({ day, hours }: OtherDay): OtherDayEntry {
  return {
    date: new Date(day * DAY).toISOString().slice(0, 10),
    hours: hours.map(({ from, to }) => ({ daily_start: from, daily_end: to })),
  }
}

/** What says which days are otherwise: days of its own, and lists. */
interface Otherwise {
  readonly otherDays: readonly OtherDay[]
  readonly lists: readonly DayList[]
}

const known = new WeakMap<Otherwise, readonly NamedDay[]>()

/** The days that are otherwise by a calendar's own word, else by the first of its lists that names them; by date where lists do. */
export function heldDays(calendar: Otherwise): readonly NamedDay[] {
  if (calendar.lists.length === 0) return calendar.otherDays
  let held = known.get(calendar)
  if (held === undefined) {
    const byDay = new Map<number, NamedDay>()
    for (const days of [calendar.otherDays, ...calendar.lists.map((list) => list.days)]) {
      for (const day of days) if (!byDay.has(day.day)) byDay.set(day.day, day)
    }
    held = [...byDay.values()].sort((a, b) => a.day - b.day)
    known.set(calendar, held)
  }
  return held
}

/** The last day of a list; null where it has none. */
export function lastDay({ days }: Pick<DayList, 'days'>): number | null {
  return days.at(-1)?.day ?? null
}

/** Whether all days of a list are past. */
export function isOver(list: Pick<DayList, 'days'>, today: number): boolean {
  const last = lastDay(list)
  return last !== null && last < today
}

/** Whether a list of a country's holidays has run out, or will so soon that somebody should renew it. */
export function runsOut(list: Pick<DayList, 'country' | 'days'>, today: number): boolean {
  return list.country !== null && (lastDay(list) ?? -Infinity) < today + SOON
}

/** In days. */
const SOON = 90

/** The weekly part of a draft as it is edited: lines of weekdays and hours, each with an id that is its own while it is there. */
import { DAY_HOURS_MAX, EVERY_DAY, MIDNIGHT, SETS_MAX, WORKING_DAYS, type Hours } from './calendar'
import { countSets, isNight, type Line } from './lines'

/** Hours that are being edited. */
export interface DraftHours extends Hours {
  readonly id: number
}

/** A line that is being edited. */
export interface DraftLine extends Omit<Line, 'hours'> {
  readonly id: number
  readonly hours: readonly DraftHours[]
}

/** A day otherwise that is being edited; it is told from others by its date. */
export interface DraftDay {
  readonly day: number
  readonly hours: readonly DraftHours[]
}

/** The weekdays and hours of lines. */
export type WeekHours = readonly Pick<Line, 'days' | 'hours'>[]

const HOUR = 3600
const weekly = (days: number, ...hours: [number, number][]): WeekHours => [
  { days, hours: hours.map(([from, to]) => ({ from: from * HOUR, to: to * HOUR })) },
]

/** Weeks that are given often: office hours, the same with a lunch break, nights, the weekend. */
export const WEEK_PRESETS: readonly WeekHours[] = [
  weekly(WORKING_DAYS, [9, 17]),
  weekly(WORKING_DAYS, [9, 12], [13, 17]),
  weekly(WORKING_DAYS, [22, 6]),
  weekly(EVERY_DAY & ~WORKING_DAYS, [0, 24]),
]

/** Lines to be edited. */
export function draftLines(lines: readonly Line[]): readonly DraftLine[] {
  return lines.map((line, id) => ({ ...line, id, hours: draftHours(line.hours) }))
}

/** Hours to be edited. */
export function draftHours(hours: readonly Hours[]): readonly DraftHours[] {
  return hours.map(({ from, to }, id) => ({ id, from, to }))
}

/** Lines of a week that every week has. */
export function linesOfWeek(week: WeekHours, end: number | null = null): readonly DraftLine[] {
  return draftLines(week.map((line) => ({ ...line, weeks: null, end })))
}

/** Whether lines are a week that comes by a press, whatever their ends. */
export function isWeekPreset(lines: readonly DraftLine[]): boolean {
  const plain = (of: readonly DraftLine[]) =>
    JSON.stringify(of.map(({ days, weeks, hours }) => [days, weeks, plainHours(hours)]))
  return WEEK_PRESETS.some((week) => plain(linesOfWeek(week)) === plain(lines))
}

/** Hours as they are saved, without their ids. */
export function plainHours(hours: readonly DraftHours[]): readonly Hours[] {
  return hours.map(({ from, to }) => ({ from, to }))
}

/** The list with another of the same id in its place. */
export function withChanged<T extends { readonly id: number }>(list: readonly T[], changed: T): readonly T[] {
  return list.map((one) => (one.id === changed.id ? changed : one))
}

/** The list without the one of this id. */
export function without<T extends { readonly id: number }>(list: readonly T[], id: number): readonly T[] {
  return list.filter((one) => one.id !== id)
}

const nextId = (list: readonly { readonly id: number }[]) => Math.max(-1, ...list.map(({ id }) => id)) + 1

/** The lines with one more: of the weekdays that none has yet, which may be none. It counts as many weeks as the last. */
export function withLine(lines: readonly DraftLine[], end: number | null): readonly DraftLine[] {
  const free = EVERY_DAY & ~lines.reduce((used, { days }) => used | days, 0)
  const weeks = lines.at(-1)?.weeks ?? null
  return [...lines, { id: nextId(lines), days: free, weeks, end, hours: withHours([]) }]
}

/** The hours with one more: after a break of an hour where the day has room for it, else from nine to five. */
export function withHours(hours: readonly DraftHours[]): readonly DraftHours[] {
  const last = hours.at(-1)
  const add = (from: number, to: number) => [...hours, { id: nextId(hours), from, to }]
  if (last === undefined || isNight(last) || last.to + 2 * HOUR > MIDNIGHT) return add(9 * HOUR, 17 * HOUR)
  return add(last.to + HOUR, Math.min(last.to + 5 * HOUR, MIDNIGHT))
}

/** Whether a part of a day is there already, before this one. */
export function isTwice(hours: readonly DraftHours[], { id, from, to }: DraftHours): boolean {
  return hours.some((other) => other.id < id && other.from === from && other.to === to)
}

/** The first part before this one of which it has some of the hours, but not all the same; of a day by itself, nights until midnight. */
export function overlapped(hours: readonly DraftHours[], part: DraftHours): DraftHours | undefined {
  const endOf = (one: DraftHours) => (isNight(one) ? MIDNIGHT : one.to)
  return hours.find(
    (other) =>
      other.id < part.id &&
      (other.from !== part.from || other.to !== part.to) &&
      Math.max(other.from, part.from) < Math.min(endOf(other), endOf(part)),
  )
}

/** Whether the lines may have further hours. */
export function hasRoom(lines: readonly DraftLine[]): boolean {
  return countSets(lines) < SETS_MAX
}

/** Whether a day otherwise may have further hours. */
export function hasHoursLeft(day: DraftDay): boolean {
  return day.hours.length < DAY_HOURS_MAX
}

/** The days with all from one to another, closed, in their order; what is there already stays as it is. */
export function withDays(days: readonly DraftDay[], first: number, last = first): readonly DraftDay[] {
  const there = new Set(days.map(({ day }) => day))
  const added = Array.from({ length: last - first + 1 }, (_, index) => ({ day: first + index, hours: [] }))
  return [...days, ...added.filter(({ day }) => !there.has(day))].sort((a, b) => a.day - b.day)
}

/** Days one after another that were added together, told from others by the first. */
export interface DayRange {
  readonly first: number
  readonly last: number
}

/** The ranges of two days and more, one after another, with the same hours and, where they have one, the same name. */
export function rangesOf(days: readonly (DraftDay & { readonly name?: string })[]): readonly DayRange[] {
  const ranges: { first: number; last: number; content: string }[] = []
  for (const one of days) {
    const content = JSON.stringify([plainHours(one.hours), one.name])
    const before = ranges.at(-1)
    if (before !== undefined && before.last === one.day - 1 && before.content === content) before.last = one.day
    else ranges.push({ first: one.day, last: one.day, content })
  }
  return ranges.filter(({ first, last }) => last > first).map(({ first, last }) => ({ first, last }))
}

/** The days in their order, those of a range together as long as all of them are there and alike. */
export function inRanges<T extends DraftDay>(
  days: readonly T[],
  ranges: readonly DayRange[],
): readonly (readonly T[])[] {
  const whole = ranges.filter(({ first, last }) => {
    const of = days.filter(({ day }) => day >= first && day <= last)
    return of.length === last - first + 1 && rangesOf(of).length === 1 && rangesOf(of)[0]?.last === last
  })
  const groups: T[][] = []
  for (const one of days) {
    const range = whole.find(({ first, last }) => one.day > first && one.day <= last)
    if (range === undefined) groups.push([one])
    else groups.at(-1)?.push(one)
  }
  return groups
}

/** How many days a range adds to those that are there. */
export function countNewDays(days: readonly DraftDay[], first: number, last: number): number {
  return last - first + 1 - days.filter(({ day }) => day >= first && day <= last).length
}

/** Access in words: when a calendar is open, as cells, warnings and lists say it. */
import { clockFormat, clockText, dateFormat, dateTimeText, listText, sideBySideText, utcText } from './format'
import { i18n, shownLanguage } from './i18n'
import { hoursText, linesText, otherwiseText, weekText, type ShownTimes } from './week-text'

/** What is said of a calendar: instants in milliseconds since 1970. */
export interface ShownCalendar extends ShownTimes {
  start: number | null
  end: number | null
}

/** What is said of an access in lines of their own. */
export interface AccessTexts {
  /** When: the strong line of a cell. */
  title: string
  /** The quieter line below it, which may be empty: the hours, or the end of what is to come. */
  detail: string
  /** From when and until when it recurs. */
  limits: readonly string[]
}

/** How the kinds of access are called. */
type Kind = 'permanent' | 'temporary' | 'recurring'

/** In which way access is said, which `access.words` and `access.summary` have a message for each. */
export type Shape =
  | 'always'
  | 'until'
  | 'from'
  | 'fromUntil'
  | 'ended'
  | 'recurring'
  | 'recurringFrom'
  | 'recurringUntil'
  | 'recurringFromUntil'

/** The way in which access is said, with the start that is still to come and the end. */
export function shapeOf(type: Kind, calendar: ShownCalendar | null, now: number) {
  const { from, until, hasEnded } = limitsOf(calendar, now)
  const dated = from === null ? (until === null ? '' : 'Until') : until === null ? 'From' : 'FromUntil'
  const shape: Shape = hasEnded
    ? 'ended'
    : calendar !== null && type === 'recurring'
      ? `recurring${dated}`
      : calendar === null || type === 'permanent' || dated === ''
        ? 'always'
        : dateShapes[dated]
  return { shape, from, until }
}

function isRecurring(shape: Shape): shape is Extract<Shape, `recurring${string}`> {
  return shape.startsWith('recurring')
}

const dateShapes = { From: 'from', Until: 'until', FromUntil: 'fromUntil' } as const

/** When access of a type is open, by the wall clock of the door. `calendar` null is permanent; `utc` names that clock beside times. */
export function accessWords(
  type: Kind,
  calendar: ShownCalendar | null,
  timeZone: string,
  now: number,
  utc = false,
): AccessTexts {
  const { shape, from, until } = shapeOf(type, calendar, now)
  const text = (title: string, detail = ''): AccessTexts => ({ title, detail, limits: [] })
  const day = (at: number | null) => ({ date: at === null ? '' : dayText(at, timeZone, now) })
  const lastDay = { date: until === null ? '' : lastDayText(until, timeZone, now) }
  const clock = (at: number | null) => (at === null ? '' : utcText(clockText(at, timeZone), utc))
  switch (shape) {
    case 'always':
      return text(i18n.t('access.words.always'))
    case 'ended':
    case 'until':
      return text(
        i18n.t(`access.words.${shape}`, lastDay),
        until === null || endsDay(until, timeZone) ? '' : clock(until),
      )
    case 'from':
      return text(i18n.t('access.words.from', day(from)), clock(from))
    case 'fromUntil':
      return text(i18n.t('access.words.from', day(from)), i18n.t('access.words.within.until', lastDay))
  }
  const times = calendar as ShownCalendar
  const limits: string[] = []
  if (from !== null) limits.push(i18n.t('access.words.within.from', day(from)))
  if (until !== null) limits.push(i18n.t('access.words.within.until', lastDay))
  const otherwise = otherwiseText(times)
  // Names of lists are longer than a line of a cell: what they say stands where there is room for it.
  if (otherwise !== null) limits.unshift(otherwise.length > ROOM ? i18n.t('access.words.exceptions') : otherwise)
  const style = { utc, untilText: (end: number) => lastDayText(end, timeZone, now) }
  const [first, ...others] = times.lines
  if (first !== undefined && others.length === 0) {
    const hours = (brief: boolean) => hoursText(first.hours, utc, brief)
    return { title: weekText(first.days, first.weeks), detail: hours(hours(false).length > ROOM), limits }
  }
  const texts = (brief: boolean) => [
    linesText(times.lines.slice(0, 1), { ...style, brief }),
    linesText(others, { ...style, brief, within: true }),
  ]
  const [title = '', detail = ''] = texts(texts(false).some((text) => text.length > ROOM))
  return { title, detail, limits }
}

/** So many letters a line of a cell has room for on a usual screen; hours are told without their minutes before more are cut. */
const ROOM = 17

/**
 * The same in one line: `Mon–Fri 09:00–17:00; closed on 2 days`, `Until 24 Nov, 10:00`. With `full` a day has its year always, `utc` names
 * that clock beside times, and `within` is for brackets inside a sentence: `until 24 Nov, 10:00`.
 */
export function accessText(
  type: Kind,
  calendar: ShownCalendar | null,
  timeZone: string,
  now: number,
  { full = false, utc = false, within = false } = {},
): string {
  const { shape, from, until } = shapeOf(type, calendar, now)
  const recurs = calendar !== null && shape.startsWith('recurring')
  const moment = (at: number | null) => {
    if (at === null) return ''
    if (recurs) return dayText(at, timeZone, now)
    return full ? utcText(dateTimeText(at, timeZone), utc) : momentText(at, timeZone, now, utc)
  }
  const untilText = (end: number) => lastDayText(end, timeZone, now)
  const endOf = (end: number | null) => {
    if (end === null) return ''
    if (recurs) return untilText(end)
    return full ? utcText(endText(end, timeZone), utc) : endMomentText(end, timeZone, now, utc)
  }
  const values = {
    times: recurs ? linesText(calendar.lines, { within, utc, untilText, mondayText: (day) => dateText(day, now) }) : '',
    from: moment(from),
    until: endOf(until),
    date: until === null ? moment(from) : endOf(until),
  }
  if (within && !isRecurring(shape)) return i18n.t(`access.words.within.${shape}`, values)
  const text = i18n.t(`access.words.${shape}`, values)
  // After the end of the whole, which is not that of these days.
  const days = recurs ? otherwiseText(calendar) : null
  return days === null ? text : sideBySideText('access.words.lines', [text, days])
}

/** The same within a sentence and short, by the day alone that comes next: `until 3 Dec`. */
export function accessWithin(type: Kind, calendar: ShownCalendar | null, timeZone: string, now: number): string {
  const { shape, from, until } = shapeOf(type, calendar, now)
  if (isRecurring(shape)) return accessText(type, calendar, timeZone, now, { within: true })
  const date = from !== null ? dayText(from, timeZone, now) : until === null ? '' : lastDayText(until, timeZone, now)
  return i18n.t(`access.words.within.${shape === 'fromUntil' ? 'from' : shape}`, { date })
}

/** The start that is still to come, the end, and whether that is past. */
function limitsOf(calendar: ShownCalendar | null, now: number) {
  const until = calendar?.end ?? null
  const start = calendar?.start ?? null
  return { from: start !== null && start > now ? start : null, until, hasEnded: until !== null && until <= now }
}

/** `24 Nov`, with the year where it is not this one, by the wall clock of the door. */
export function dayText(at: number, timeZone: string, now: number): string {
  return dateFormat(dayFormat(at, timeZone, now)).format(at)
}

/** `7 Dec` of a day counted from 1 January 1970, likewise. */
export function dateText(day: number, now: number): string {
  return dayText(day * 86_400_000, 'UTC', now)
}

/** `24 November`, likewise, for where a sentence ends: a shortened month ends in a full stop in some languages. */
export function longDayText(at: number, timeZone: string, now: number): string {
  return dateFormat({ ...dayFormat(at, timeZone, now), month: 'long' }).format(at)
}

/** `24 Nov, 10:00`, with the year where it is not this one, and with UTC named where that is meant. */
export function momentText(at: number, timeZone: string, now: number, utc = false): string {
  return utcText(dateFormat({ ...dayFormat(at, timeZone, now), ...clockFormat }).format(at), utc)
}

/** Whether an end is the midnight that ends a day. That day is then the last, and whole. */
export function endsDay(end: number, timeZone: string): boolean {
  const format = dateFormat({ day: 'numeric', timeZone })
  return format.format(end - 1) !== format.format(end)
}

/** An instant of the last day before an end. */
const lastOf = (end: number) => end - 1

/** The last day, `24 Nov`: of an end at midnight the day that it ends. */
export function lastDayText(end: number, timeZone: string, now: number): string {
  return dayText(lastOf(end), timeZone, now)
}

/** `24 November`, likewise, as `longDayText`. */
export function longLastDayText(end: number, timeZone: string, now: number): string {
  return longDayText(lastOf(end), timeZone, now)
}

/** `24 Nov, 10:00` of an end, as `momentText`; the last day alone where it is whole. */
export function endMomentText(end: number, timeZone: string, now: number, utc = false): string {
  if (endsDay(end, timeZone)) return utcText(lastDayText(end, timeZone, now), utc)
  return momentText(end, timeZone, now, utc)
}

/** `24 Nov 2026, 10:00` of an end; the last day alone where it is whole. */
export function endText(end: number, timeZone: string): string {
  if (endsDay(end, timeZone)) return dateFormat({ dateStyle: 'medium', timeZone }).format(lastOf(end))
  return dateTimeText(end, timeZone)
}

function dayFormat(at: number, timeZone: string, now: number): Intl.DateTimeFormatOptions {
  const year = dateFormat({ year: 'numeric', timeZone })
  const thisYear = year.format(at) === year.format(now)
  return { day: 'numeric', month: 'short', timeZone, ...(thisYear ? {} : { year: 'numeric' }) }
}

/** Names sorted and joined as the language does it; from more than `most` on the rest is counted, unless that is a single one. */
export function namesText(names: readonly string[], most = 3): string {
  const { compare } = new Intl.Collator(shownLanguage(), { numeric: true, sensitivity: 'base' })
  const sorted = names.toSorted(compare)
  if (sorted.length <= most + 1) return listText(sorted)
  return listText([...sorted.slice(0, most), i18n.t('access.words.more', { count: sorted.length - most })])
}

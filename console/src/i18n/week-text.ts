/** The times of recurring access in words: weekdays, hours, and days that are otherwise. */
import { clockFormat, clockText, dateFormat, listText, numberFormat, sideBySideText, utcText } from './format'
import { i18n } from './i18n'
import { shortened } from './isolate'

/** A part of a day in seconds after midnight; what ends before it begins ends on the next day. */
export interface ShownHours {
  from: number
  to: number
}

/** Weekdays as bits from Monday 1, with their hours, every n-th week. */
export interface ShownLine {
  days: number
  weeks: number | null
  /** An instant, where it is not that of the whole access. */
  end: number | null
  hours: readonly ShownHours[]
  /** The Monday of the next of them, counted from 1 January 1970. */
  nextWeek?: number
}

/** A day that is otherwise, counted from 1 January 1970; without hours it is closed. */
export interface ShownDay {
  day: number
  hours: readonly ShownHours[]
  /** What a list of days calls it; may be empty. */
  name?: string
}

/** When something recurs. */
export interface ShownTimes {
  lines: readonly ShownLine[]
  otherDays: readonly { hours: readonly ShownHours[] }[]
  /** Lists of days that are otherwise too. */
  lists: readonly { name: string }[]
}

/**
 * How times are said: inside a sentence, with UTC named beside hours, as briefly as hours allow, and by which words the end of a line and a
 * day.
 */
interface Style {
  within?: boolean
  utc?: boolean
  brief?: boolean
  untilText: (end: number) => string
  /** Where it is said which weeks are meant. */
  mondayText?: (day: number) => string
}

/** All weekdays as bits. */
export const EVERY_DAY = 127
const MIDNIGHT = 86_400
const HOUR = 3600

/** `closed on 3 days, different on days of Holidays in Denmark`: what is otherwise, by itself; null where nothing is. */
export function otherwiseText({ otherDays, lists }: Pick<ShownTimes, 'otherDays' | 'lists'>): string | null {
  const days = otherDaysText({ otherDays })
  if (lists.length === 0) return days
  const names = listText(lists.map(({ name }) => shortened(name)))
  const listed = i18n.t('access.words.within.onListedDays', { lists: names, ...isWhole })
  return days === null ? listed : i18n.t('access.words.within.daysAndLists', { days, lists: listed, ...isWhole })
}

/** `closed on 3 days, other hours on 1 day`: the days that are otherwise, by themselves; null where there are none. */
export function otherDaysText({ otherDays }: Pick<ShownTimes, 'otherDays'>): string | null {
  const closedDays = otherDays.filter(({ hours }) => hours.length === 0).length
  const openDays = otherDays.length - closedDays
  const closed = i18n.t('access.words.within.closedOn', { count: closedDays })
  const otherwise = i18n.t('access.words.within.otherwise', { count: openDays })
  if (closedDays > 0 && openDays > 0) return i18n.t('access.words.within.closedAndOtherwise', { closed, otherwise })
  if (closedDays > 0) return closed
  return openDays > 0 ? otherwise : null
}

const wholeDate = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const

/** `Thu, 24 Dec 2026` of a day counted from 1 January 1970. */
export function otherDayText(day: number): string {
  return dateFormat(wholeDate).format(day * 86_400_000)
}

/** `Thu, 24 – Sat, 26 Dec 2026`; of one day its date. */
export function rangeOfDaysText(first: number, last: number): string {
  if (first === last) return otherDayText(first)
  return dateFormat(wholeDate).formatRange(first * 86_400_000, last * 86_400_000)
}

/** `Thu, 24 Dec 2026 (Christmas Eve): closed`, or its hours; of days up to `last` that are alike `Mon, 11 – Sun, 17 Jan 2027: closed`. */
export function dayHoursText({ day, last = day, hours, name = '' }: ShownDay & { readonly last?: number }): string {
  const values = { date: namedDayText(day, name, last), hours: hoursText(hours), ...isWhole }
  return i18n.t(hours.length === 0 ? 'access.words.dayClosed' : 'access.words.dayOpen', values)
}

/** The same as a statement: `Closed on Thu, 24 Dec 2026 (Christmas Eve)`. */
export function dayStatementText({ day, hours, name = '' }: ShownDay): string {
  const values = { date: namedDayText(day, name), hours: hoursText(hours), ...isWhole }
  return i18n.t(hours.length === 0 ? 'access.words.closedOnDay' : 'access.words.openOnDay', values)
}

/** `Thu, 24 Dec 2026 (Christmas Eve)`; of days that are alike up to `last`. */
export function namedDayText(day: number, name: string, last = day): string {
  const date = rangeOfDaysText(day, last)
  return name === '' ? date : i18n.t('access.words.namedDay', { date, name: shortened(name) })
}

/** At most so many of what may be many are named. */
const FEW = 5

/** Texts one after another, and how many there are beyond a few. */
export function fewText(texts: readonly string[]): string {
  const rest = texts.length - FEW
  const named = rest > 0 ? [...texts.slice(0, FEW), i18n.t('access.words.more', { count: rest })] : texts
  return sideBySideText('access.words.lines', named)
}

/** What is filled in has its names isolated already. */
const isWhole = { interpolation: { escapeValue: false } }

/** `Mon–Fri 09:00–12:00, 13:00–17:00; Sat 10:00–14:00`. */
export function linesText(lines: readonly ShownLine[], style: Style): string {
  const { within = false, utc = false, brief = false, untilText, mondayText } = style
  // What is filled in is said already.
  const options = { interpolation: { escapeValue: false } }
  const texts = lines.map(({ days, weeks, end, hours, nextWeek }, index) => {
    const week = within || index > 0 ? weekWithinText : weekText
    const values = { days: week(days, weeks), hours: hoursText(hours, utc, brief) }
    const times =
      end === null
        ? i18n.t('access.words.line', values)
        : i18n.t('access.words.lineUntil', { ...values, until: untilText(end) })
    if (nextWeek === undefined || mondayText === undefined) return times
    return i18n.t('access.words.lineNext', { times, date: mondayText(nextWeek), ...options })
  })
  return sideBySideText('access.words.lines', texts)
}

/** `09:00–12:00, 13:00–17:00`, or briefly `9–12, 13–17`, with UTC named beside them where that is meant. */
export function hoursText(hours: readonly ShownHours[], utc = false, brief = false): string {
  if (brief && isBrief(hours)) {
    const number = numberFormat()
    const spans = hours.map(({ from, to }) =>
      i18n.t('access.words.range', { from: number.format(from / HOUR), to: number.format(to / HOUR) }),
    )
    return utcText(listText(spans, 'narrow'), utc)
  }
  const texts = hours.map(({ from, to }) => spanText(from, to))
  return utcText(listText(texts, 'narrow'), utc && !hours.every(({ from, to }) => isWholeDay(from, to)))
}

/** Whether hours can be said without minutes. */
const isBrief = (hours: readonly ShownHours[]) =>
  hours.every(({ from, to }) => from % HOUR === 0 && to % HOUR === 0 && !isWholeDay(from, to))

const isWholeDay = (from: number, to: number) => from === 0 && to === MIDNIGHT

/** `09:00–17:00` of seconds since midnight; the midnight that ends a day is 24:00. */
export function spanText(from: number, to: number): string {
  if (isWholeDay(from, to)) return i18n.t('access.words.allDay')
  const end = to === MIDNIGHT ? midnightText() : clockText(to * 1000, 'UTC')
  return i18n.t('access.words.range', { from: clockText(from * 1000, 'UTC'), to: end })
}

/** `24:00`, the midnight that ends a day. */
export function midnightText(): string {
  return dateFormat({ ...clockFormat, hourCycle: 'h24', timeZone: 'UTC' }).format(0)
}

/**
 * `Mon–Fri`, `Mon, Thu`, `Every day`, with `every 2 weeks` where it is not every one. No day named is every day. It begins a line, and
 * the language says in `access.words.days` whether a day does so with a capital.
 */
export function weekText(days: number, weeks: number | null): string {
  const text = days === 0 || days === EVERY_DAY ? i18n.t('access.words.everyDay') : daysText(days)
  return weeks !== null && weeks > 1
    ? i18n.t('access.words.everyWeeks', { days: text, count: weeks })
    : i18n.t('access.words.days', { days: text })
}

/** The same inside a sentence: `Mon–Fri`, `every day every 2 weeks`. */
export function weekWithinText(days: number, weeks: number | null): string {
  const text = days === 0 || days === EVERY_DAY ? i18n.t('access.words.within.everyDay') : daysText(days)
  return weeks !== null && weeks > 1 ? i18n.t('access.words.within.everyWeeks', { days: text, count: weeks }) : text
}

/** `Mon–Fri`, as it stands inside a sentence. */
export function daysText(days: number): string {
  const parts: string[] = []
  for (let day = 0; day < 7; day += 1) {
    if ((days & (1 << day)) === 0) continue
    let last = day
    while (last < 6 && (days & (1 << (last + 1))) !== 0) last += 1
    if (last - day < 2) {
      for (; day <= last; day += 1) parts.push(weekdayText(day, 'short'))
    } else {
      parts.push(i18n.t('access.words.range', { from: weekdayText(day, 'short'), to: weekdayText(last, 'short') }))
    }
    day = last
  }
  return listText(parts, 'narrow')
}

/** The name of a weekday, 0 for Monday. */
export function weekdayText(day: number, style: 'short' | 'long'): string {
  // 5 January 1970 was a Monday. Some languages write short names with a full stop, which disturbs between dashes.
  const text = dateFormat({ weekday: style, timeZone: 'UTC' }).format((4 + day) * 86_400_000)
  return text.replace(/\.$/, '')
}

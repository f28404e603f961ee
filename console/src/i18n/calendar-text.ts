/** Access in words: when a calendar is open, as cells, warnings and lists say it. */
import { dateFormat, dateTimeText, listText } from './format'
import { i18n } from './i18n'

/** What is said of a calendar: instants in milliseconds since 1970, daily times in seconds, weekdays as bits from Monday 1. */
export interface SaidCalendar {
  start: number | null
  end: number | null
  weeks: number | null
  days: number
  dailyStart: number | null
  dailyEnd: number | null
}

/** What is said of an access in lines of their own. */
export interface SaidAccess {
  /** When: the strong line of a cell. */
  title: string
  /** The quieter line below it, which may be empty: the hours, or the end of what is to come. */
  detail: string
  /** From when and until when it recurs. */
  limits: readonly string[]
}

/** How the kinds of access are called. */
type Kind = 'permanent' | 'temporary' | 'recurring'

const EVERY_DAY = 127
const MIDNIGHT = 86_400

/** When access of a type is open, by the wall clock of the door. `calendar` null is permanent; `utc` names that clock beside times. */
export function accessWords(
  type: Kind,
  calendar: SaidCalendar | null,
  timeZone: string,
  now: number,
  utc = false,
): SaidAccess {
  const { from, until, hasEnded } = limitsOf(calendar, now)
  const said = (title: string, detail = ''): SaidAccess => ({ title, detail, limits: [] })
  const day = (at: number) => ({ date: dayText(at, timeZone, now) })
  const clock = (at: number) => utcText(clockText(at, timeZone), utc)
  if (hasEnded && until !== null) return said(i18n.t('access.words.ended', day(until)), clock(until))
  if (calendar !== null && type === 'recurring') {
    const limits: string[] = []
    if (from !== null) limits.push(i18n.t('access.words.limitFrom', day(from)))
    if (until !== null) limits.push(i18n.t('access.words.limitUntil', day(until)))
    return { title: weekText(calendar.days, calendar.weeks), detail: hoursText(calendar, utc), limits }
  }
  if (calendar === null || type === 'permanent' || (from === null && until === null)) {
    return said(i18n.t('access.words.always'))
  }
  if (from === null) return said(i18n.t('access.words.until', day(until as number)), clock(until as number))
  return said(
    i18n.t('access.words.from', day(from)),
    until === null ? clock(from) : i18n.t('access.words.limitUntil', day(until)),
  )
}

/**
 * The same in one line: `Mon–Fri 09:00–17:00`, `Until 24 Nov, 10:00`. With `full` a day has its year always, and `utc` names that clock
 * beside times.
 */
export function accessLine(
  type: Kind,
  calendar: SaidCalendar | null,
  timeZone: string,
  now: number,
  { full = false, utc = false } = {},
): string {
  const { from, until, hasEnded } = limitsOf(calendar, now)
  const moment = (at: number | null) => {
    if (at === null) return ''
    return utcText(full ? dateTimeText(at, timeZone) : dayClockText(at, timeZone, now), utc)
  }
  if (hasEnded) return i18n.t('access.words.ended', { date: moment(until) })
  if (calendar !== null && type === 'recurring') {
    return i18n.t(recurringLines[`${from !== null}-${until !== null}`], {
      days: weekText(calendar.days, calendar.weeks),
      hours: hoursText(calendar, utc),
      from: from === null ? '' : dayText(from, timeZone, now),
      until: until === null ? '' : dayText(until, timeZone, now),
    })
  }
  if (calendar === null || type === 'permanent' || (from === null && until === null)) {
    return i18n.t('access.words.always')
  }
  if (from === null) return i18n.t('access.words.until', { date: moment(until) })
  if (until === null) return i18n.t('access.words.from', { date: moment(from) })
  return i18n.t('access.words.fromUntil', { from: moment(from), until: moment(until) })
}

/** What is said of recurring access that has a start, an end. */
const recurringLines = {
  'false-false': 'access.words.recurring',
  'true-false': 'access.words.recurringFrom',
  'false-true': 'access.words.recurringUntil',
  'true-true': 'access.words.recurringFromUntil',
} as const

/** The start that is still to come, the end, and whether that is past. */
function limitsOf(calendar: SaidCalendar | null, now: number) {
  const until = calendar?.end ?? null
  const start = calendar?.start ?? null
  return { from: start !== null && start > now ? start : null, until, hasEnded: until !== null && until <= now }
}

/** `24 Nov`, with the year where it is not this one, by the wall clock of the door. */
export function dayText(at: number, timeZone: string, now: number): string {
  return dateFormat(dayFormat(at, timeZone, now)).format(at)
}

/** `24 November`, likewise, for where a sentence ends: a shortened month ends in a full stop in some languages. */
export function longDayText(at: number, timeZone: string, now: number): string {
  return dateFormat({ ...dayFormat(at, timeZone, now), month: 'long' }).format(at)
}

/** `24 Nov, 10:00`, with the year where it is not this one. */
function dayClockText(at: number, timeZone: string, now: number): string {
  return dateFormat({ ...dayFormat(at, timeZone, now), ...clockFormat }).format(at)
}

const clockFormat = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

function dayFormat(at: number, timeZone: string, now: number): Intl.DateTimeFormatOptions {
  const year = dateFormat({ year: 'numeric', timeZone })
  const thisYear = year.format(at) === year.format(now)
  return { day: 'numeric', month: 'short', timeZone, ...(thisYear ? {} : { year: 'numeric' }) }
}

/** `10:00` by the wall clock of the door. */
export function clockText(at: number, timeZone: string): string {
  return dateFormat({ ...clockFormat, timeZone }).format(at)
}

function utcText(time: string, utc: boolean): string {
  return utc ? i18n.t('access.words.utc', { time }) : time
}

function hoursText({ dailyStart, dailyEnd }: SaidCalendar, utc: boolean): string {
  const from = dailyStart ?? 0
  const to = dailyEnd ?? MIDNIGHT
  return utcText(spanText(from, to), utc && !isWholeDay(from, to))
}

const isWholeDay = (from: number, to: number) => from === 0 && to === MIDNIGHT

/** `09:00–17:00` of seconds since midnight; the midnight that ends a day is 24:00. */
export function spanText(from: number, to: number): string {
  if (isWholeDay(from, to)) return i18n.t('access.words.allDay')
  const end = dateFormat({ ...clockFormat, hourCycle: to === MIDNIGHT ? 'h24' : 'h23', timeZone: 'UTC' })
  return i18n.t('access.words.range', { from: clockText(from * 1000, 'UTC'), to: end.format(to * 1000) })
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

function daysText(days: number): string {
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

/** Names joined as the language does it; from more than `most` on the rest is counted. */
export function namesText(names: readonly string[], most = 3): string {
  if (names.length <= most) return listText(names)
  return listText([...names.slice(0, most), i18n.t('access.words.more', { count: names.length - most })])
}

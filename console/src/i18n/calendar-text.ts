/** Access in words: when a calendar is open, as cells, warnings and lists say it. */
import { dateFormat, listText } from './format'
import { i18n } from './i18n'
import { isolate } from './isolate'

/** What is said of a calendar: instants in milliseconds since 1970, daily times in seconds, weekdays as bits from Monday 1. */
export interface SaidCalendar {
  start: number | null
  end: number | null
  weeks: number | null
  days: number
  dailyStart: number | null
  dailyEnd: number | null
}

/** The strong line of a cell and the quieter one below it, which may be empty. */
export interface SaidAccess {
  title: string
  detail: string
}

const EVERY_DAY = 127
const MIDNIGHT = 86_400

/** When access of a type is open, by the wall clock of the door. `calendar` null is permanent. */
export function accessWords(
  type: 'permanent' | 'temporary' | 'recurring',
  calendar: SaidCalendar | null,
  timeZone: string,
  now: number,
): SaidAccess {
  const end = calendar?.end ?? null
  const start = calendar?.start ?? null
  if (calendar !== null && end !== null && end <= now) {
    return {
      title: i18n.t('access.words.ended', { date: dayText(end, timeZone, now) }),
      detail: clockText(end, timeZone),
    }
  }
  if (calendar === null || type === 'permanent') return { title: i18n.t('access.words.always'), detail: '' }
  const from =
    start !== null && start > now ? i18n.t('access.words.from', { date: dayText(start, timeZone, now) }) : null
  if (type === 'temporary') {
    const until = end === null ? '' : i18n.t('access.words.until', { date: dayText(end, timeZone, now) })
    if (from === null) return { title: until, detail: end === null ? '' : clockText(end, timeZone) }
    return { title: from, detail: end === null ? clockText(start as number, timeZone) : lowered(until) }
  }
  const until = end === null ? null : i18n.t('access.words.until', { date: dayText(end, timeZone, now) })
  const span = spanText(calendar.dailyStart ?? 0, calendar.dailyEnd ?? MIDNIGHT)
  return {
    title: raised(weekText(calendar.days, calendar.weeks)),
    detail: [span, from === null ? null : lowered(from), until === null ? null : lowered(until)]
      .filter((part) => part !== null)
      .join(', '),
  }
}

/** The same in one line: `Mon–Fri 09:00–17:00`. */
export function accessLine(...access: Parameters<typeof accessWords>): string {
  const { title, detail } = accessWords(...access)
  return detail === '' ? title : `${title} ${detail}`
}

/** `24 Nov`, with the year where it is not this one, by the wall clock of the door. */
export function dayText(at: number, timeZone: string, now: number): string {
  const year = dateFormat({ year: 'numeric', timeZone })
  const thisYear = year.format(at) === year.format(now)
  return dateFormat({ day: 'numeric', month: 'short', timeZone, ...(thisYear ? {} : { year: 'numeric' }) }).format(at)
}

/** `10:00` by the wall clock of the door. */
export function clockText(at: number, timeZone: string): string {
  return dateFormat({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(at)
}

/** `09:00–17:00` of seconds since midnight; the midnight that ends a day is 24:00. */
export function spanText(from: number, to: number): string {
  if (from === 0 && to === MIDNIGHT) return i18n.t('access.words.allDay')
  const text = (seconds: number) => clockText(seconds * 1000, 'UTC')
  return `${text(from)}–${to === MIDNIGHT ? text(0).replace('00', '24') : text(to)}`
}

/** `Mon–Fri`, `Mon, Thu`, `every day`, with `every 2 weeks` where it is not every one. No day named is every day. */
export function weekText(days: number, weeks: number | null): string {
  const text = days === 0 || days === EVERY_DAY ? i18n.t('access.words.everyDay') : runs(days)
  return weeks !== null && weeks > 1 ? i18n.t('access.words.everyWeeks', { days: text, count: weeks }) : text
}

function runs(days: number): string {
  const parts: string[] = []
  for (let day = 0; day < 7; day += 1) {
    if ((days & (1 << day)) === 0) continue
    let last = day
    while (last < 6 && (days & (1 << (last + 1))) !== 0) last += 1
    if (last - day < 2) {
      for (; day <= last; day += 1) parts.push(weekdayText(day, 'short'))
    } else {
      parts.push(`${weekdayText(day, 'short')}–${weekdayText(last, 'short')}`)
    }
    day = last
  }
  return parts.join(', ')
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
  return i18n.t('access.words.andMore', {
    names: names.slice(0, most).map(isolate).join(', '),
    count: names.length - most,
  })
}

const lowered = (text: string) => text.charAt(0).toLocaleLowerCase(i18n.language) + text.slice(1)
const raised = (text: string) => text.charAt(0).toLocaleUpperCase(i18n.language) + text.slice(1)

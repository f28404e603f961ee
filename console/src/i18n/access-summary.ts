/** Access in sentences: who can open what, when, and from where; and what keeps from it. */
import { accessWithin, dateText, endText, shapeOf, type ShownCalendar } from './calendar-text'
import { cityText } from './city-text'
import { dateTimeText, listText, numberFormat } from './format'
import { i18n } from './i18n'
import { shortened } from './isolate'
import { linesText, otherwiseText } from './week-text'

/** By which clock it is told. */
interface ShownClock {
  zone: string
  /** Whether every door goes by it. */
  shared: boolean
}

/** `Copenhagen time`, `UTC`. */
export function clockNameText(zone: string): string {
  return zone === 'UTC' ? zone : i18n.t('access.clock.city', { city: cityText(zone) })
}

/** Said where doors go by several clocks. */
export function eachClockText(): string {
  return i18n.t('access.clock.each')
}

/** `until 28 Dec, 23:12 (Copenhagen time)`. */
export function atClockText(time: string, clock: string): string {
  return i18n.t('access.clock.at', { time, clock })
}

/** Who can open what with an access, and when, by the same parts of the calendar that a cell says; `remote` is from afar too. */
export function accessSummaryText(
  who: string,
  what: string,
  type: 'permanent' | 'temporary' | 'recurring',
  calendar: ShownCalendar | null,
  remote: boolean,
  { zone, shared }: ShownClock,
  now: number,
): string {
  const { shape, from, until } = shapeOf(type, calendar, now)
  const clock = clockNameText(zone)
  const recurs = calendar !== null && shape.startsWith('recurring')
  // Hours of doors with several clocks are by each of them; what is one moment for all is by the one that is named.
  const isSplit = recurs && !shared
  const withClock = (time: string) => (isSplit ? atClockText(time, clock) : time)
  const untilText = (end: number) => withClock(endText(end, zone))
  const values = {
    who,
    what,
    times: recurs
      ? linesText(calendar.lines, { within: true, untilText, mondayText: (day) => dateText(day, now) })
      : '',
    from: from === null ? '' : withClock(dateTimeText(from, zone)),
    until: until === null ? '' : untilText(until),
    clock: isSplit ? eachClockText() : clock,
  }
  if (shape === 'ended') return i18n.t('access.summary.ended', values)
  const summary = remote
    ? i18n.t(`access.summary.afar.${shape}`, values)
    : i18n.t(`access.summary.door.${shape}`, values)
  const days = recurs ? otherwiseText(calendar) : null
  // The names in it are isolated already.
  const options = { interpolation: { escapeValue: false } }
  return days === null ? summary : i18n.t('access.summary.withDays', { summary, days, ...options })
}

/** Access through groups, as a sentence names it that says what keeps it from counting: `Holiday guests (until 3 Dec)`, by its people. */
export function outrankedText(
  through: { userGroup?: string; lockGroup?: string },
  type: 'permanent' | 'temporary' | 'recurring',
  calendar: ShownCalendar | null,
  zone: string,
  now: number,
): string {
  const name = shortened(through.userGroup ?? through.lockGroup ?? '')
  return i18n.t('access.outranked', { name, when: accessWithin(type, calendar, zone, now) })
}

/** `2 days, 3 hours`. */
export function lengthText(length: { days: number; hours: number; minutes: number }): string {
  const units = { days: 'day', hours: 'hour', minutes: 'minute' } as const
  const parts = (['days', 'hours', 'minutes'] as const).filter((part) => length[part] > 0)
  const texts = parts.map((part) =>
    numberFormat({ style: 'unit', unit: units[part], unitDisplay: 'long' }).format(length[part]),
  )
  return listText(texts, 'narrow')
}

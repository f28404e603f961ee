import { describe, expect, it } from 'vitest'
import {
  calendarType,
  isExpired,
  isOpen,
  nextChange,
  readCalendar,
  weekdays,
  writeCalendar,
  type Calendar,
  type OtherDay,
  type RuleSet,
} from './calendar'
import { calendar as entry, calendarOf, oneSet } from '../testing/example'
import { DAY, HOUR, MINUTE, zoneOf } from './zone'

const at = (text: string) => Date.parse(text)
const read = (given: Parameters<typeof entry>[1]) => readCalendar(entry('calendar-1', given))

describe('a calendar on the wire', () => {
  it('comes back as it was sent', () => {
    const sent = entry('calendar-1', {
      start_time: '2026-03-01T08:00:00+00:00',
      end_time: '2026-04-01T08:00:00+00:00',
      number_of_weeks: 2,
      week_days: [0, 4, 6],
      daily_start: 32_400,
      daily_end: 61_200,
      refresh_interval: 900,
    })
    const { id, created } = sent
    expect({ id, created, ...writeCalendar(readCalendar(sent)) }).toEqual(sent)
  })

  it('writes no limits as null', () => {
    expect(writeCalendar(read({}))).toEqual({
      start_time: null,
      refresh_interval: 86_400,
      rule_sets: [{ end_time: null, number_of_weeks: null, week_days: null, daily_start: null, daily_end: null }],
      other_days: [],
      day_lists: [],
    })
  })
})

describe('a calendar of several rule sets and days otherwise', () => {
  const morning = { week_days: [0, 1, 2, 3, 4], daily_start: 32_400, daily_end: 43_200 }
  const afternoon = { ...morning, daily_start: 46_800, daily_end: 61_200 }
  const other_days = [
    { date: '2026-12-24', hours: [] },
    { date: '2026-12-26', hours: [{ daily_start: 36_000, daily_end: 50_400 }, { daily_start: 50_400 }] },
  ]
  const cleaner = readCalendar(calendarOf('calendar-1', [morning, afternoon], { other_days }))
  const zone = zoneOf('Europe/Copenhagen')
  const door = (time: string) => at(`${time}+01:00`)
  const next = (calendar: Calendar, time: string) => nextChange(calendar, zone, door(time), door(time) + 400 * DAY)

  it('comes back as it was sent', () => {
    const sent = calendarOf('calendar-1', [morning, afternoon], { other_days: other_days.slice(0, 1) })
    const { id, created } = sent
    expect({ id, created, ...writeCalendar(readCalendar(sent)) }).toEqual(sent)
  })

  it('is open when one of its sets is', () => {
    expect(isOpen(cleaner, zone, door('2026-12-16T11:59'))).toBe(true)
    expect(next(cleaner, '2026-12-16T11:59')).toBe(door('2026-12-16T12:00'))
    expect(isOpen(cleaner, zone, door('2026-12-16T12:30'))).toBe(false)
    expect(next(cleaner, '2026-12-16T12:30')).toBe(door('2026-12-16T13:00'))
  })

  it('has no change where one set begins as another ends', () => {
    const night = readCalendar(calendarOf('calendar-1', [{ daily_start: 79_200 }, { daily_end: 21_600 }]))
    expect(next(night, '2026-12-16T23:00')).toBe(door('2026-12-17T06:00'))
  })

  it('is closed on a day that has no hours, and open at those of another', () => {
    expect(isOpen(cleaner, zone, door('2026-12-24T10:00'))).toBe(false)
    expect(next(cleaner, '2026-12-23T16:00')).toBe(door('2026-12-23T17:00'))
    expect(next(cleaner, '2026-12-23T17:00')).toBe(door('2026-12-25T09:00'))
    expect(next(cleaner, '2026-12-26T09:00')).toBe(door('2026-12-26T10:00'))
    expect(next(cleaner, '2026-12-26T10:00')).toBe(door('2026-12-27T00:00'))
  })

  it('opens on a day otherwise until the last of its ends, whatever the sets are', () => {
    const ends = calendarOf('calendar-1', [
      { ...morning, end_time: '2026-12-01T00:00:00Z' },
      { ...morning, end_time: '2026-12-26T10:00:00Z' },
    ])
    const calendar = readCalendar({ ...ends, other_days })
    expect(next(calendar, '2026-12-26T10:30')).toBe(at('2026-12-26T10:00:00Z'))
    expect(next(calendar, '2026-12-26T11:00')).toBeNull()
  })

  it('is recurring for a day otherwise alone, and expired when the last of its ends is past', () => {
    const christmas = readCalendar(calendarOf('calendar-1', [{}], { other_days: other_days.slice(0, 1) }))
    expect(calendarType(christmas, 0)).toBe('recurring')
    expect(isExpired(christmas, at('2027-01-01T00:00:00Z'))).toBe(false)
    const ends = readCalendar(
      calendarOf('calendar-1', [{ end_time: '2026-12-01T00:00:00Z' }, { end_time: '2026-12-02T00:00:00Z' }]),
    )
    expect(calendarType(ends, 0)).toBe('temporary')
    expect(isExpired(ends, at('2026-12-01T12:00:00Z'))).toBe(false)
    expect(isExpired(ends, at('2026-12-02T00:00:00Z'))).toBe(true)
  })

  it('is permanent where one set is without end', () => {
    const open = readCalendar(calendarOf('calendar-1', [{ end_time: '2026-12-01T00:00:00Z' }, {}]))
    expect(calendarType(open, 0)).toBe('permanent')
    expect(isExpired(open, at('2027-12-02T00:00:00Z'))).toBe(false)
  })

  it('without rule sets is always open', () => {
    expect(readCalendar(calendarOf('calendar-1', []))).toEqual(oneSet())
  })
})

describe('the type of a calendar', () => {
  const now = at('2026-11-20T12:00:00Z')
  it.each([
    ['no calendar', null, 'permanent'],
    ['nothing but a refresh interval', read({ refresh_interval: 900 }), 'permanent'],
    ['a start in the past', read({ start_time: '2026-11-20T12:00:00Z' }), 'permanent'],
    ['a start in the future', read({ start_time: '2026-11-20T12:00:00.001Z' }), 'temporary'],
    ['an end', read({ end_time: '2026-12-01T00:00:00Z' }), 'temporary'],
    ['a weekday', read({ week_days: [0] }), 'recurring'],
    ['no weekday named', read({ week_days: [] }), 'permanent'],
    ['a daily start at midnight', read({ daily_start: 0 }), 'recurring'],
    ['a daily end', read({ daily_end: 3600 }), 'recurring'],
    ['weeks', read({ number_of_weeks: 1 }), 'recurring'],
    ['a weekday and an end', read({ week_days: [0], end_time: '2026-12-01T00:00:00Z' }), 'recurring'],
  ])('with %s', (_name, given, type) => {
    expect(calendarType(given, now)).toBe(type)
  })

  it('is expired from its end on', () => {
    const ended = read({ end_time: '2026-11-20T12:00:00Z' })
    expect(isExpired(ended, now - 1)).toBe(false)
    expect(isExpired(ended, now)).toBe(true)
    expect(isExpired(null, now)).toBe(false)
  })
})

describe('openness by the clock of the door', () => {
  const nineToFive = read({ week_days: [0, 1, 2, 3, 4], daily_start: 32_400, daily_end: 61_200 })

  it.each([
    ['Europe/Copenhagen in winter', 'Europe/Copenhagen', '2026-01-14T08:00:00Z', '2026-01-14T16:00:00Z'],
    ['Europe/Copenhagen in summer', 'Europe/Copenhagen', '2026-07-15T07:00:00Z', '2026-07-15T15:00:00Z'],
    ['America/St_Johns', 'America/St_Johns', '2026-07-15T11:30:00Z', '2026-07-15T19:30:00Z'],
    ['Pacific/Apia', 'Pacific/Apia', '2026-07-14T20:00:00Z', '2026-07-15T04:00:00Z'],
    ['no zone', null, '2026-07-15T09:00:00Z', '2026-07-15T17:00:00Z'],
  ])('nine to five in %s', (_name, name, opens, closes) => {
    const zone = zoneOf(name)
    expect(isOpen(nineToFive, zone, at(opens) - 1)).toBe(false)
    expect(isOpen(nineToFive, zone, at(opens))).toBe(true)
    expect(isOpen(nineToFive, zone, at(closes) - 1)).toBe(true)
    expect(isOpen(nineToFive, zone, at(closes))).toBe(false)
    expect(nextChange(nineToFive, zone, at(opens), at(opens) + 9 * DAY)).toBe(at(closes))
  })

  it('opens twice in an hour that occurs twice', () => {
    const zone = zoneOf('Europe/Copenhagen')
    const night = read({ daily_start: 2 * 3600, daily_end: 2 * 3600 + 1800 })
    // Clocks go back from 03:00 to 02:00 at 01:00 UTC.
    const first = at('2026-10-25T00:00:00Z')
    const limit = first + 9 * DAY
    expect(isOpen(night, zone, first)).toBe(true)
    expect(nextChange(night, zone, first, limit)).toBe(first + 30 * MINUTE)
    expect(nextChange(night, zone, first + 30 * MINUTE, limit)).toBe(first + HOUR)
    expect(nextChange(night, zone, first + HOUR, limit)).toBe(first + 90 * MINUTE)
  })

  it('does not open in an hour that is skipped', () => {
    const zone = zoneOf('Europe/Copenhagen')
    const night = read({ daily_start: 2 * 3600, daily_end: 3 * 3600 })
    expect(nextChange(night, zone, at('2026-03-28T02:00:00Z'), at('2026-04-28T00:00:00Z'))).toBe(
      at('2026-03-30T00:00:00Z'),
    )
  })

  it('counts weeks from the Monday of the start', () => {
    const zone = zoneOf('Europe/Copenhagen')
    const fortnightly = read({ start_time: '2026-01-14T12:00:00Z', number_of_weeks: 2, week_days: [0] })
    const limit = at('2027-01-01T00:00:00Z')
    expect(nextChange(fortnightly, zone, at('2026-01-14T12:00:00Z'), limit)).toBe(at('2026-01-25T23:00:00Z'))
    expect(isOpen(fortnightly, zone, at('2026-01-19T12:00:00Z'))).toBe(false)
    expect(isOpen(fortnightly, zone, at('2026-01-26T12:00:00Z'))).toBe(true)
  })

  it('counts weeks without a start as every week', () => {
    expect(isOpen(read({ number_of_weeks: 9, week_days: [2] }), zoneOf(null), at('2026-01-14T12:00:00Z'))).toBe(true)
  })

  it('never opens when it ends before it starts', () => {
    const inverted = read({ start_time: '2026-02-01T00:00:00Z', end_time: '2026-01-01T00:00:00Z' })
    expect(nextChange(inverted, zoneOf(null), 0, at('2030-01-01T00:00:00Z'))).toBeNull()
  })
})

/** An obviously correct second reading: the wall clock from the formatter, change by change from minute to minute. */
function slowlyOpen(calendar: Calendar, timezone: string, instant: number): boolean {
  if (calendar.start !== null && instant < calendar.start) return false
  const wall = wallClock(timezone, instant)
  const daily = wall.hour * 3600 + wall.minute * 60 + wall.second
  const day = calendar.otherDays.find((other) => other.day === wall.date / DAY)
  return calendar.sets.some((set) => {
    if (set.end !== null && instant >= set.end) return false
    if (day !== undefined) return day.hours.some(({ from, to }) => daily >= from && daily < to)
    if (daily < (set.dailyStart ?? 0) || daily >= (set.dailyEnd ?? 86_400)) return false
    if (set.days !== 0 && !weekdays(set.days).includes(wall.weekday)) return false
    if (calendar.start === null || (set.weeks ?? 1) < 2) return true
    const weeks = (wall.monday - wallClock(timezone, calendar.start).monday) / (7 * DAY)
    return Math.abs(weeks) % (set.weeks as number) === 0
  })
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const numeric = 'numeric'
  const fields = {
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  } as const
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', ...fields })
  formats.set(timeZone, format)
  return format
}

function wallClock(timezone: string, instant: number) {
  const parts = formatOf(timezone).formatToParts(instant)
  const [year, month, day, hour, minute, second] = ['year', 'month', 'day', 'hour', 'minute', 'second'].map((type) =>
    Number(parts.find((part) => part.type === type)?.value),
  ) as [number, number, number, number, number, number]
  const date = Date.UTC(year, month - 1, day)
  const weekday = (new Date(date).getUTCDay() + 6) % 7
  return { hour, minute, second, weekday, date, monday: date - weekday * DAY }
}

describe('at clock changes and elsewhere', () => {
  // A fixed sequence, so that a failure can be repeated.
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const changes = [
    ['Europe/Copenhagen', '2026-03-29T01:00:00Z'],
    ['Europe/Copenhagen', '2026-10-25T01:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
    ['America/St_Johns', '2026-03-08T05:30:00Z'],
    ['America/St_Johns', '2026-11-01T04:30:00Z'],
    ['Pacific/Apia', '2011-12-30T10:00:00Z'],
    ['Pacific/Apia', '2012-03-31T14:00:00Z'],
    ['Africa/Casablanca', '2026-02-15T02:00:00Z'],
  ] as const

  function anySet(centre: number): RuleSet {
    const dailyStart = random(3) === 0 ? null : random(47) * 1800
    return {
      end: random(3) === 0 ? null : centre + (random(80) - 10) * HOUR,
      weeks: random(2) === 0 ? null : 1 + random(3),
      days: random(2) === 0 ? 0 : random(128),
      dailyStart,
      dailyEnd: random(3) === 0 ? null : (dailyStart ?? 0) + 1800,
    }
  }

  function anyDays(day: number): OtherDay[] {
    const hours = () => Array.from({ length: random(4) }, () => random(47) * 1800)
    return [day - 1, day, day + 1]
      .filter(() => random(3) === 0)
      .map((other) => ({ day: other, hours: hours().map((from) => ({ from, to: from + 1800 * (1 + random(2)) })) }))
  }

  it.each(changes)('in %s around %s both readings agree', (timezone, text) => {
    const zone = zoneOf(timezone)
    for (let round = 0; round < 60; round += 1) {
      const centre = at(text)
      const calendar: Calendar = {
        start: random(3) === 0 ? null : centre + (random(80) - 70) * HOUR,
        sets: Array.from({ length: 1 + random(3) }, () => anySet(centre)),
        otherDays: anyDays(Math.floor(centre / DAY)),
        dayLists: [],
        lists: [],
        refresh: 86_400,
      }
      const from = centre - 3 * HOUR
      let next = nextChange(calendar, zone, from, from + 8 * HOUR)
      for (let instant = from; instant < from + 8 * HOUR; instant += 5 * MINUTE) {
        const open = slowlyOpen(calendar, timezone, instant)
        expect(isOpen(calendar, zone, instant), `${JSON.stringify(calendar)} at ${instant}`).toBe(open)
        const following = instant + 5 * MINUTE
        if (slowlyOpen(calendar, timezone, following) !== open) {
          expect(next, `${JSON.stringify(calendar)} after ${instant}`).toBe(following)
          next = nextChange(calendar, zone, following, from + 8 * HOUR)
        }
      }
    }
  })
})

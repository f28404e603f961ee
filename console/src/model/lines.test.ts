import { describe, expect, it } from 'vitest'
import { isOpen, readCalendar, type Calendar, type RuleSet } from './calendar'
import { calendarOf, oneSet } from '../testing/example'
import { countSets, crossesWeeks, linesOf, shownCalendar, setsOf } from './lines'
import { DAY, MINUTE, utc } from './zone'

const working = [0, 1, 2, 3, 4]
const read = (...rules: Parameters<typeof calendarOf>[1]) => readCalendar(calendarOf('calendar-1', rules))
const hour = 3600
/** `31 9-12 13-17` is Monday to Friday. */
const said = (calendar: Calendar) =>
  linesOf(calendar).map(({ days, hours }) =>
    [days, ...hours.map(({ from, to }) => `${from / hour}-${to / hour}`)].join(' '),
  )

describe('rule sets as lines', () => {
  it('with the same weekdays are one line of several hours, in their order', () => {
    const afternoon = { week_days: working, daily_start: 13 * hour, daily_end: 17 * hour }
    const morning = { ...afternoon, daily_start: 9 * hour, daily_end: 12 * hour }
    expect(said(read(afternoon, morning))).toEqual(['31 9-12 13-17'])
  })

  it('with other weekdays, weeks or ends are lines of their own', () => {
    const nine = { week_days: working, daily_start: 9 * hour }
    expect(said(read(nine, { ...nine, week_days: [5] }))).toEqual(['31 9-24', '32 9-24'])
    expect(linesOf(read(nine, { ...nine, end_time: '2026-12-01T00:00:00Z' }))).toHaveLength(2)
    const fortnightly = calendarOf('calendar-1', [nine, { ...nine, number_of_weeks: 2 }], { start_time: '2026-03-02' })
    expect(linesOf(readCalendar(fortnightly)).map(({ weeks }) => weeks)).toEqual([null, 2])
  })

  it('of an evening and the morning after are one night, in either order', () => {
    const evening = { week_days: working, daily_start: 22 * hour }
    const morning = { week_days: [1, 2, 3, 4, 5], daily_end: 6 * hour }
    expect(said(read(evening, morning))).toEqual(['31 22-6'])
    expect(said(read(morning, evening))).toEqual(['31 22-6'])
    expect(setsOf(linesOf(read(evening, morning)))).toEqual([
      { days: 31, weeks: null, end: null, dailyStart: 79_200, dailyEnd: 86_400 },
      { days: 62, weeks: null, end: null, dailyStart: 0, dailyEnd: 21_600 },
    ])
  })

  it('of every night are one, and of Sunday night go on on Monday', () => {
    expect(said(read({ daily_start: 22 * hour }, { daily_end: 6 * hour }))).toEqual(['127 22-6'])
    expect(said(read({ week_days: [6], daily_start: 22 * hour }, { week_days: [0], daily_end: 6 * hour }))).toEqual([
      '64 22-6',
    ])
  })

  it('are no night where the mornings are those of other days, or as long as the evening’s day', () => {
    const evening = { week_days: working, daily_start: 22 * hour }
    expect(said(read(evening, { week_days: working, daily_end: 6 * hour }))).toEqual(['31 0-6 22-24'])
    expect(said(read(evening, { week_days: [1, 2, 3, 4, 5], daily_end: 22 * hour }))).toEqual(['31 22-24', '62 0-22'])
  })

  it('are no night where the morning lies in a week that does not count', () => {
    const nights = (days: number[], mornings: number[]) =>
      calendarOf(
        'calendar-1',
        [
          { number_of_weeks: 2, week_days: days, daily_start: 22 * hour },
          { number_of_weeks: 2, week_days: mornings, daily_end: 6 * hour },
        ],
        { start_time: '2026-03-02T00:00:00Z' },
      )
    expect(said(readCalendar(nights([6], [0])))).toEqual(['64 22-24', '1 0-6'])
    expect(said(readCalendar(nights([0], [1])))).toEqual(['1 22-6'])
    const sunday = { days: 64, weeks: 2, hours: [{ from: 79_200, to: 21_600 }] }
    expect(crossesWeeks(sunday)).toBe(true)
    expect(crossesWeeks({ ...sunday, weeks: null })).toBe(false)
    expect(crossesWeeks({ ...sunday, days: 63 })).toBe(false)
  })

  it('count a night twice', () => {
    expect(countSets([{ hours: [{ from: 32_400, to: 61_200 }] }, { hours: [{ from: 79_200, to: 21_600 }] }])).toBe(3)
  })
})

describe('any rule sets', () => {
  // A fixed sequence, so that a failure can be repeated.
  let seed = 11
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const start = Date.parse('2026-03-04T09:00:00Z')
  const days = () => [random(128), 31, 62, 127, 64, 1][random(6)] as number
  function anySet(): RuleSet {
    const evening = random(3) === 0
    const morning = !evening && random(2) === 0
    const from = evening ? 64_800 + random(6) * 3600 : random(40) * 1800
    return {
      end: random(3) === 0 ? start + random(20) * DAY : null,
      weeks: random(3) === 0 ? 1 + random(3) : null,
      days: days(),
      dailyStart: morning ? null : from,
      dailyEnd: evening ? null : morning ? 3600 * (1 + random(10)) : from + 1800 * (1 + random(8)),
    }
  }

  /** An evening with a morning that may be the one after it. */
  function aNight(): RuleSet[] {
    const { end, weeks, days: on } = anySet()
    const after = random(3) === 0 ? days() : ((on << 1) & 127) | (on >> 6)
    const evening = { end, weeks, days: on, dailyStart: 64_800 + random(6) * 3600, dailyEnd: null }
    return [evening, { end, weeks, days: after, dailyStart: null, dailyEnd: 3600 * (1 + random(18)) }]
  }

  it('are open as their lines are', () => {
    let nights = 0
    for (let round = 0; round < 400; round += 1) {
      const sets = Array.from({ length: 1 + random(4) }, () => (random(3) === 0 ? aNight() : [anySet()])).flat()
      const calendar: Calendar = { ...oneSet({ start: random(4) === 0 ? null : start }), sets }
      const lines = linesOf(calendar)
      nights += lines.flatMap(({ hours }) => hours).filter(({ from, to }) => to < from).length
      const again = { ...calendar, sets: setsOf(lines) }
      expect(countSets(lines)).toBe(sets.length)
      for (let at = start - 3 * DAY; at < start + 25 * DAY; at += 30 * MINUTE) {
        if (isOpen(calendar, utc, at) !== isOpen(again, utc, at)) {
          throw new Error(`${JSON.stringify(calendar)} became ${JSON.stringify(again.sets)}, ${at}`)
        }
      }
    }
    expect(nights).toBeGreaterThan(100)
  })
})

describe('what is said of a calendar', () => {
  const zone = 'Europe/Copenhagen'
  const now = Date.parse('2026-12-24T12:00:00+01:00')
  const day = (date: string) => Date.parse(date) / DAY

  it('leaves out rule sets that have ended and days that are past, by the clock of the door', () => {
    const calendar = {
      ...read({ week_days: [0], end_time: '2026-12-01T00:00:00Z' }, { week_days: [1] }),
      otherDays: ['2026-12-23', '2026-12-24', '2026-12-25'].map((date) => ({ day: day(date), hours: [] })),
    }
    const said = shownCalendar(calendar, zone, now)
    expect(said?.lines.map(({ days }) => days)).toEqual([2])
    expect(said?.otherDays.map((other) => other.day)).toEqual([day('2026-12-24'), day('2026-12-25')])
    expect(said?.end).toBeNull()
  })

  it('counts no day before it begins or after it ends', () => {
    const calendar = {
      ...read({ week_days: [0], end_time: '2026-12-27T00:00:00+01:00' }),
      start: Date.parse('2026-12-25T08:00:00+01:00'),
      otherDays: [24, 25, 26, 27].map((date) => ({ day: day(`2026-12-${date}`), hours: [] })),
    }
    const said = shownCalendar(calendar, 'Europe/Copenhagen', now)
    expect(said?.otherDays.map((other) => other.day)).toEqual([day('2026-12-25'), day('2026-12-26')])
    expect(said?.comingDays).toEqual(said?.otherDays)
  })

  it('keeps all of them when all have ended', () => {
    const calendar = read({ week_days: [0], end_time: '2026-12-01T00:00:00Z' })
    expect(shownCalendar(calendar, zone, now)).toMatchObject({ end: Date.parse('2026-12-01'), lines: [{ days: 1 }] })
  })

  it('gives a line an end of its own only where it is not that of all', () => {
    const calendar = read(
      { week_days: [0], end_time: '2027-01-01T00:00:00Z' },
      { week_days: [1], end_time: '2027-02-01T00:00:00Z' },
    )
    const said = shownCalendar(calendar, zone, now)
    expect(said?.end).toBe(Date.parse('2027-02-01'))
    expect(said?.lines.map((line) => line.end)).toEqual([Date.parse('2027-01-01'), null])
  })
})

import { describe, expect, it } from 'vitest'
import { dayOf, periodDays, spanOf } from './period'
import { zoneOf } from './zone'

const copenhagen = zoneOf('Europe/Copenhagen')
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString())

describe('a period', () => {
  it.each([
    ['week', '2026-11-22', '2026-11-16', '2026-11-22'],
    ['week', '2026-03-02', '2026-02-24', '2026-03-02'],
    ['month', '2026-11-22', '2026-10-01', '2026-10-31'],
    ['month', '2026-01-31', '2025-12-01', '2025-12-31'],
    ['month', '2028-03-31', '2028-02-01', '2028-02-29'],
    ['year', '2026-11-22', '2026-01-01', '2026-11-22'],
    ['all', '2026-11-22', null, null],
  ] as const)('%s on %s is from %s to %s', (period, today, from, to) => {
    expect(periodDays(period, today)).toEqual({ from, to })
  })

  it('has the days of the door’s clock', () => {
    expect(dayOf(Date.parse('2026-11-22T23:30:00Z'), copenhagen)).toBe('2026-11-23')
    expect(dayOf(Date.parse('2026-11-22T23:30:00Z'), zoneOf(null))).toBe('2026-11-22')
  })

  it.each([
    ['Europe/Copenhagen', '2026-11-22', '2026-11-21T23:00:00.000Z', '2026-11-22T23:00:00.000Z'],
    // 23 and 25 hours long.
    ['Europe/Copenhagen', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['Europe/Copenhagen', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
    ['UTC', '2026-11-22', '2026-11-22T00:00:00.000Z', '2026-11-23T00:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-11-22', '2026-11-21T10:00:00.000Z', '2026-11-22T10:00:00.000Z'],
    // The clock goes from 24:00 to 01:00, and back from 24:00 to 23:00.
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
  ])('of a day in %s, %s, is from %s until %s', (zone, day, start, end) => {
    const span = spanOf({ from: day, to: day }, zoneOf(zone))
    expect([iso(span.start), iso(span.end)]).toEqual([start, end])
  })

  it('may be without limits', () => {
    expect(spanOf({ from: null, to: null }, copenhagen)).toEqual({ start: null, end: null })
  })
})

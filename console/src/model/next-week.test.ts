import { expect, it } from 'vitest'
import type { Line } from './lines'
import { nextWeekOf } from './next-week'
import { DAY, zoneOf } from './zone'

const zone = zoneOf('Europe/Copenhagen')
const office: Line = { days: 31, weeks: 2, end: null, hours: [{ from: 32_400, to: 61_200 }] }
/** The Wednesday of the example in access-rules.md; its week is that of Monday 2 March. */
const start = Date.parse('2026-03-04T09:00:00+01:00')

const next = (given: Partial<Line>, now: string, from: number | null = start) => {
  const monday = nextWeekOf({ ...office, ...given }, from, zone, Date.parse(now))
  return monday === null ? null : new Date(monday * DAY).toISOString().slice(0, 10)
}

it.each<[string, Partial<Line>, string, string | null]>([
  ['before it begins: its week', {}, '2026-02-20T12:00:00+01:00', '2026-03-02'],
  ['its own Monday was before the start', { days: 1 }, '2026-03-04T12:00:00+01:00', '2026-03-16'],
  ['in a week that counts', {}, '2026-03-05T12:00:00+01:00', '2026-03-02'],
  ['on its last day, until the hours are over', {}, '2026-03-06T16:59:00+01:00', '2026-03-02'],
  ['on its last day, after the hours', {}, '2026-03-06T17:00:00+01:00', '2026-03-16'],
  ['in a night that goes on', { hours: [{ from: 79_200, to: 21_600 }] }, '2026-03-06T23:00:00+01:00', '2026-03-02'],
  ['in a week that does not count', {}, '2026-03-09T12:00:00+01:00', '2026-03-16'],
  ['across the change of the clocks', {}, '2026-03-30T00:30:00+02:00', '2026-03-30'],
  ['of five weeks', { weeks: 5 }, '2026-03-09T12:00:00+01:00', '2026-04-06'],
  ['after its end', { end: Date.parse('2026-03-16T00:00:00+01:00') }, '2026-03-09T12:00:00+01:00', null],
  ['up to its end', { end: Date.parse('2026-03-16T00:01:00+01:00') }, '2026-03-09T12:00:00+01:00', '2026-03-16'],
  ['every week', { weeks: null }, '2026-03-09T12:00:00+01:00', null],
])('the next week %s', (_name, line, now, monday) => {
  expect(next(line, now)).toBe(monday)
})

it('is none without a start', () => {
  expect(next({}, '2026-03-09T12:00:00+01:00', null)).toBeNull()
})

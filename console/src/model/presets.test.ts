import { describe, expect, it } from 'vitest'
import { minuteOf } from './draft'
import { lengthOf, PRESETS, presetRange, type Preset } from './presets'
import { DAY, HOUR, MINUTE, zoneOf } from './zone'

const zone = zoneOf('Europe/Copenhagen')
const at = (time: string) => Date.parse(time)
const range = (preset: Preset, now: string) => {
  const { start, end } = presetRange(preset, at(now), zone)
  return [start, end].map((instant) => new Date(instant + zone.offset(instant)).toISOString().slice(0, 16))
}

describe('presets, by the clock of the door', () => {
  it('tonight is from 18:00, or from now where that is past, until noon after the night that comes', () => {
    expect(range('tonight', '2026-11-20T08:00:00+01:00')).toEqual(['2026-11-20T18:00', '2026-11-21T12:00'])
    expect(range('tonight', '2026-11-20T17:59:30+01:00')).toEqual(['2026-11-20T18:00', '2026-11-21T12:00'])
    expect(range('tonight', '2026-11-20T19:02:30+01:00')).toEqual(['2026-11-20T19:02', '2026-11-21T12:00'])
    // It is Saturday in UTC still, and Sunday at the door.
    expect(range('tonight', '2026-11-21T23:30:00Z')).toEqual(['2026-11-22T00:30', '2026-11-22T12:00'])
  })

  it('tonight, after midnight, is the night that is going on until six', () => {
    expect(range('tonight', '2026-11-21T05:59:00+01:00')).toEqual(['2026-11-21T05:59', '2026-11-21T12:00'])
    expect(range('tonight', '2026-11-21T06:00:00+01:00')).toEqual(['2026-11-21T18:00', '2026-11-22T12:00'])
  })

  it('the weekend is from Friday 15:00 to Sunday 20:00', () => {
    const weekend = ['2026-11-27T15:00', '2026-11-29T20:00']
    expect(range('weekend', '2026-11-23T09:00:00+01:00')).toEqual(weekend)
    expect(range('weekend', '2026-11-27T14:00:00+01:00')).toEqual(weekend)
  })

  it('or what is left of it, until noon of its Sunday, and from then on the next', () => {
    expect(range('weekend', '2026-11-28T09:00:00+01:00')).toEqual(['2026-11-28T09:00', '2026-11-29T20:00'])
    expect(range('weekend', '2026-11-29T11:59:00+01:00')).toEqual(['2026-11-29T11:59', '2026-11-29T20:00'])
    expect(range('weekend', '2026-11-29T12:00:00+01:00')).toEqual(['2026-12-04T15:00', '2026-12-06T20:00'])
  })

  it.each(PRESETS)('%s is six hours or more, and does not begin before now, whenever it is chosen', (preset) => {
    // Over the end of March and of October, when the clocks of the door change.
    for (const first of ['2026-03-20T00:07:00Z', '2026-10-16T00:07:00Z']) {
      for (let now = at(first); now < at(first) + 14 * DAY; now += 11 * MINUTE) {
        const { start, end } = presetRange(preset, now, zone)
        expect(end - start, new Date(now).toISOString()).toBeGreaterThanOrEqual(6 * HOUR)
        expect(start).toBeGreaterThanOrEqual(minuteOf(now))
      }
    }
  })

  it('a week and a month end at the same time of day, also when the clocks change', () => {
    expect(range('week', '2027-03-25T10:00:00+01:00')).toEqual(['2027-03-25T10:00', '2027-04-01T10:00'])
    expect(range('month', '2027-03-25T10:00:00+01:00')).toEqual(['2027-03-25T10:00', '2027-04-25T10:00'])
    expect(range('month', '2027-01-31T10:00:00+01:00')[1]).toBe('2027-02-28T10:00')
    expect(range('month', '2026-12-15T10:00:00+01:00')[1]).toBe('2027-01-15T10:00')
  })

  it('the length counts days by the clock of the door', () => {
    const month = lengthOf(at('2027-03-25T10:00:00+01:00'), at('2027-04-25T10:00:00+02:00'), zone)
    expect(month).toEqual({ days: 31, hours: 0, minutes: 0 })
    const night = lengthOf(at('2026-11-20T14:02:00+01:00'), at('2026-11-21T12:00:00+01:00'), zone)
    expect(night).toEqual({ days: 0, hours: 21, minutes: 58 })
  })
})

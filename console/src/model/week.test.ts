import { describe, expect, it } from 'vitest'
import { readCalendar, type Calendar } from './calendar'
import { newDraft, recurringDefaults, type Draft } from './draft'
import { calendar } from './example'
import { weekOf } from './week'
import { zoneOf } from './zone'

const zone = zoneOf('Europe/Copenhagen')
const at = (time: string) => Date.parse(time)
const now = at('2026-11-23T08:00:00+01:00')
const fresh = (type: Draft['type']) => newDraft(type, now, recurringDefaults, false)
const stay = (start: string, end: string | null): Draft => ({
  ...fresh('temporary'),
  start: at(start),
  end: end === null ? null : at(end),
})
const hours = 3600
const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const bars = (draft: Draft, ...others: (Calendar | null)[]) => {
  const week = weekOf(draft, others, zone)
  const text = (found: NonNullable<typeof week>['own']) =>
    found.map(({ day, from, to }) => `${days[day]} ${from / hours}-${to / hours}`).join(', ')
  return week && [week.own, ...week.others].map(text)
}
const whole = days.map((day) => `${day} 0-24`).join(', ')
const weekend = stay('2026-11-27T15:00:00+01:00', '2026-11-29T20:00:00+01:00')
const tuesdays = readCalendar(calendar('calendar-1', { week_days: [1], daily_start: 28_800, daily_end: 43_200 }))
const until = (end_time: string) => readCalendar(calendar('calendar-1', { end_time }))

describe('the week of a draft', () => {
  it('of a weekend has its days and hours alone', () => {
    expect(bars(weekend)).toEqual(['Fri 15-24, Sat 0-24, Sun 0-20'])
  })

  it('of an afternoon is a part of one day', () => {
    expect(bars(stay('2026-11-24T13:00:00+01:00', '2026-11-24T17:30:00+01:00'))).toEqual(['Tue 13-17.5'])
  })

  it('of seven days by the clock of the door is each of them, also when clocks change; of more there is none', () => {
    const whole = 'Thu 10-24, Fri 0-24, Sat 0-24, Sun 0-24, Mon 0-24, Tue 0-24, Wed 0-24, Thu 0-10'
    expect(bars(stay('2027-03-25T10:00:00+01:00', '2027-04-01T10:00:00+02:00'))).toEqual([whole])
    expect(bars(stay('2027-03-25T10:00:00+01:00', '2027-04-01T10:01:00+02:00'))).toBeNull()
    expect(bars(fresh('temporary'))).toBeNull()
    expect(bars(stay('2026-11-27T15:00:00+01:00', null))).toBeNull()
  })

  it('is none of dates in the wrong order', () => {
    expect(bars(stay('2026-11-27T15:00:00+01:00', '2026-11-27T15:00:00+01:00'))).toBeNull()
  })

  it('of recurring access is its weekdays and hours, of permanent access all of it', () => {
    expect(bars({ ...fresh('recurring'), days: 3 })).toEqual(['Mon 9-17, Tue 9-17'])
    expect(bars({ ...fresh('recurring'), days: 0 })).toEqual([''])
    expect(bars({ ...fresh('recurring'), dailyStart: 61_200, dailyEnd: 32_400 })).toEqual([''])
    expect(bars(fresh('permanent'))).toEqual([whole])
  })
})

describe('the week of recurring access that has dates', () => {
  const recurring = (days: number, end: string, dated = true): Draft => ({
    ...fresh('recurring'),
    ...{ days, dated, start: at('2026-11-27T15:00:00+01:00'), end: at(end) },
  })

  it('within seven days has what is open between them', () => {
    expect(bars(recurring(31, '2026-11-29T20:00:00+01:00'))).toEqual(['Fri 15-17'])
    expect(bars(recurring(1, '2026-11-29T20:00:00+01:00'))).toEqual([''])
    expect(bars(recurring(0, '2026-11-29T20:00:00+01:00'))).toEqual([''])
  })

  it('further apart, or hidden, is any', () => {
    expect(bars(recurring(48, '2026-12-24T20:00:00+01:00'))).toEqual(['Fri 9-17, Sat 9-17'])
    expect(bars(recurring(48, '2026-11-29T20:00:00+01:00', false))).toEqual(['Fri 9-17, Sat 9-17'])
  })
})

describe('other access in it', () => {
  it('beside recurring access is drawn as in any week in which it holds', () => {
    const short = readCalendar(
      calendar('calendar-1', { start_time: '2026-11-27T14:00:00Z', end_time: '2026-11-29T19:00:00Z' }),
    )
    expect(bars(fresh('permanent'), null, tuesdays, until('2026-12-04T09:00:00Z'), short)).toEqual([
      ...[whole, whole, 'Tue 8-12', whole],
      'Fri 15-24, Sat 0-24, Sun 0-20',
    ])
  })

  it('beside a weekend is drawn as it is in those seven days', () => {
    expect(bars(weekend, tuesdays, until('2026-11-28T09:00:00Z'), until('2026-11-27T13:59:00Z'))).toEqual([
      ...['Fri 15-24, Sat 0-24, Sun 0-20', 'Tue 8-12'],
      ...['Fri 15-24, Sat 0-10', ''],
    ])
  })
})

import { describe, expect, it } from 'vitest'
import { readCalendar, type Calendar } from './calendar'
import { newDraft, recurringDefaults, type Draft } from './draft'
import { calendar, calendarOf } from '../testing/example'
import { weekOf } from './week'
import { linesOfWeek } from './weekly'
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
const weekly = (days: number, ...times: [number, number][]): Draft => ({
  ...fresh('recurring'),
  lines: linesOfWeek([{ days, hours: times.map(([from, to]) => ({ from: from * hours, to: to * hours })) }]),
})
const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const bars = (draft: Draft, ...others: (Calendar | null)[]) => {
  const week = weekOf(draft, others, zone, (calendar) => calendar)
  const text = (found: NonNullable<typeof week>['own']) =>
    found.map(({ day, from, to }) => `${days[day]} ${from / hours}-${to / hours}`).join(', ')
  return week && [week.own, ...week.others].map(text)
}
const whole = days.map((day) => `${day} 0-24`).join(', ')
const weekend = stay('2026-11-27T15:00:00+01:00', '2026-11-29T20:00:00+01:00')
const tuesdays = readCalendar(calendar('calendar-1', { week_days: [1], daily_start: 28_800, daily_end: 43_200 }))
const until = (end_time: string) => readCalendar(calendar('calendar-1', { end_time }))

describe('the week of a draft', () => {
  it('names the days of a dated week that are otherwise, also by a list', () => {
    const day = Date.parse('2026-11-27') / 86_400_000
    const name = 'Club day'
    const list = { id: 'day_list-1', name: 'Club', country: null, created: 0, days: [{ day, name, hours: [] }] }
    const [start, end] = [at('2026-11-26T00:00:00+01:00'), at('2026-11-28T00:00:00+01:00')]
    const draft = { ...weekly(127, [9, 17]), dated: true, start, end }
    const week = (of: Draft) => weekOf(of, [], zone, (calendar) => ({ ...calendar, lists: [list] }))
    expect(week({ ...draft, dayLists: ['day_list-1'] })?.otherwise).toEqual([{ day, name, hours: [] }])
    expect(week({ ...draft, dayLists: ['day_list-1'] })?.own.map((bar) => bar.day)).toEqual([3])
    expect(week({ ...draft, dayLists: ['day_list-1'], dated: false })?.otherwise).toEqual([])
  })

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
    expect(bars(weekly(3, [9, 17]))).toEqual(['Mon 9-17, Tue 9-17'])
    expect(bars(weekly(0, [9, 17]))).toEqual([''])
    expect(bars(weekly(1, [9, 9]))).toEqual([''])
    expect(bars(fresh('permanent'))).toEqual([whole])
  })
})

describe('the week of several hours', () => {
  it('has the gap of a lunch break, and the morning after a night', () => {
    expect(bars(weekly(1, [9, 12], [13, 17]))).toEqual(['Mon 9-12, Mon 13-17'])
    expect(bars(weekly(80, [22, 6]))).toEqual(['Mon 0-6, Fri 22-24, Sat 0-6, Sun 22-24'])
  })

  it('has what is open in one line or another as one bar', () => {
    const lines = [...weekly(1, [9, 12], [12, 13]).lines, ...weekly(3, [11, 17]).lines]
    expect(bars({ ...fresh('recurring'), lines })).toEqual(['Mon 9-17, Tue 11-17'])
  })

  it('has those of its days otherwise where it is dated', () => {
    const stay = { start: at('2026-11-23T00:00:00+01:00'), end: at('2026-11-26T00:00:00+01:00'), dated: true }
    const tuesday = { day: Date.parse('2026-11-24') / (24 * hours * 1000), hours: [] }
    expect(bars({ ...weekly(127, [9, 17]), ...stay, otherDays: [tuesday] })).toEqual(['Mon 9-17, Wed 9-17'])
  })

  it('has that of other access too', () => {
    const cleaner = readCalendar(
      calendarOf('calendar-1', [
        { week_days: [1], daily_start: 28_800, daily_end: 43_200 },
        { week_days: [1], daily_start: 39_600, daily_end: 50_400 },
      ]),
    )
    expect(bars(fresh('permanent'), cleaner)).toEqual([whole, 'Tue 8-14'])
  })
})

describe('the week of recurring access that has dates', () => {
  const recurring = (days: number, end: string, dated = true): Draft => ({
    ...weekly(days, [9, 17]),
    ...{ dated, start: at('2026-11-27T15:00:00+01:00'), end: at(end) },
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

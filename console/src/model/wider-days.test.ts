import { expect, it } from 'vitest'
import { readCalendar } from './calendar'
import { readDayList } from './day-lists'
import { calendarOf, dayList } from '../testing/example'
import { widerDays } from './wider-days'
import { zoneOf } from './zone'

const zone = zoneOf('Europe/Copenhagen')
const now = Date.parse('2026-11-20T13:00:00Z')
const office = { week_days: [0, 1, 2, 3, 4], daily_start: 32_400, daily_end: 61_200 }
const at = (date: string, daily_start: number, daily_end: number) => ({
  date,
  name: '',
  hours: [{ daily_start, daily_end }],
})
const told = (sets: object[], days: object[], other_days: { date: string; hours: never[] }[] = []) => {
  const calendar = readCalendar(calendarOf('calendar-1', sets, { start_time: '2026-11-16T00:00:00+01:00', other_days }))
  const list = readDayList(dayList('day_list-1', days as never))
  return widerDays(calendar, [list], zone, now).map(({ day }) => new Date(day * 86_400_000).toISOString().slice(0, 10))
}

it.each([
  ['hours within those of the week', [office], [at('2026-12-24', 36_000, 50_400)], []],
  ['longer hours', [office], [at('2026-12-24', 36_000, 64_800)], ['2026-12-24']],
  ['earlier hours', [office], [at('2026-12-24', 28_800, 36_000)], ['2026-12-24']],
  ['a day of the week that is closed', [office], [at('2026-12-26', 36_000, 50_400)], ['2026-12-26']],
  ['a closed day', [office], [{ date: '2026-12-24', name: '', hours: [] }], []],
  ['a day that is past', [office], [at('2026-11-14', 0, 86_400)], []],
  [
    'a week that does not count',
    [{ ...office, number_of_weeks: 2 }],
    [at('2026-11-27', 36_000, 50_400), at('2026-12-04', 36_000, 50_400)],
    ['2026-11-27'],
  ],
  [
    'hours on both sides of a break',
    [
      { ...office, daily_end: 43_200 },
      { ...office, daily_start: 46_800 },
    ],
    [at('2026-12-24', 36_000, 50_400)],
    ['2026-12-24'],
  ],
])('%s', (_name, sets, days, wider) => {
  expect(told(sets, days)).toEqual(wider)
})

it('a day of the access itself goes before that of a list', () => {
  expect(told([office], [at('2026-12-26', 36_000, 50_400)], [{ date: '2026-12-26', hours: [] }])).toEqual([])
})

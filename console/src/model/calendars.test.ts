import { describe, expect, it } from 'vitest'
import { CalendarTable } from './calendars'
import { oneSet } from '../testing/example'

const given = { start: Date.UTC(2026, 10, 1, 8), dailyStart: 64_800 }
const evening = () => oneSet(given)
const christmas = Date.UTC(2026, 11, 24) / 86_400_000
const ids = ['calendar-7c786e1ec60a', 'calendar-000000000001'] as const

describe('the calendars of a domain', () => {
  it('are one object where they say the same', () => {
    const table = new CalendarTable()
    for (const id of ids) table.put(id, evening())
    expect(table.get(ids[0])).toEqual(evening())
    expect(table.get(ids[1])).toBe(table.get(ids[0]))
  })

  it.each<NonNullable<Parameters<typeof oneSet>[0]>>([
    { start: null },
    { start: Date.UTC(2026, 10, 1, 8, 0, 0, 1) },
    { end: Date.UTC(2026, 11, 1) },
    { weeks: 2 },
    { days: 1 },
    { dailyStart: 64_801 },
    { dailyEnd: 64_800 },
    { refresh: 900 },
    { otherDays: [{ day: christmas, hours: [] }] },
    { dayLists: ['day_list-1'] },
    { otherDays: [{ day: christmas, hours: [{ from: 0, to: 3600 }] }] },
  ])('stay apart where one has %o', (other) => {
    const table = new CalendarTable()
    table.put(ids[0], evening())
    table.put(ids[1], oneSet({ ...given, ...other }))
    expect(table.get(ids[0])).toEqual(evening())
    expect(table.get(ids[1])).toEqual(oneSet({ ...given, ...other }))
  })

  it('change and go one by one, though they were one object', () => {
    const table = new CalendarTable()
    for (const id of ids) table.put(id, evening())
    table.put(ids[0], oneSet({ ...given, weeks: 2 }))
    expect(table.get(ids[0])?.sets[0]?.weeks).toBe(2)
    expect(table.get(ids[1])).toEqual(evening())
    table.remove(ids[1])
    expect(table.get(ids[1])).toBeUndefined()
  })
})

import { describe, expect, it } from 'vitest'
import {
  draftDayOf,
  isListChanged,
  listDraftOf,
  listOf,
  listProblems,
  mergedList,
  renewed,
  withListedDays,
  yearsFrom,
} from './list-draft'
import { draftHours } from './weekly'
import { DAY } from './zone'

const day = (date: string) => Date.parse(date) / DAY
const closed = (date: string, name = '') => ({ day: day(date), name, hours: [] })
const today = day('2026-11-20')
const list = { name: 'Holidays', country: 'DK', days: [closed('2026-12-25', 'Christmas Day')] }
const draft = listDraftOf(list)
const codes = (of: typeof draft) => listProblems(of, draft, today).map(({ field, code }) => `${field} ${code}`)

describe('a list that is edited', () => {
  it('asks for what it was as long as nothing is changed', () => {
    expect(listOf(draft)).toEqual(list)
    expect(isListChanged(draft, listDraftOf(list))).toBe(false)
    expect(isListChanged({ ...draft, name: 'Holidays ' }, draft)).toBe(false)
    expect(isListChanged({ ...draft, newDay: today }, draft)).toBe(true)
  })

  it('takes a further day in its order, closed', () => {
    const more = withListedDays({ ...draft, newDay: day('2026-12-24') }, day('2026-12-24'))
    expect(listOf(more).days).toEqual([closed('2026-12-24'), ...list.days])
    expect(more.newDay).toBeNull()
    expect(isListChanged(more, draft)).toBe(true)
  })

  it('takes all days from one to another, of which those that were there stay as they are', () => {
    const chosen = { ...draft, newDay: day('2026-12-24'), newLastDay: day('2026-12-26') }
    const more = withListedDays(chosen, day('2026-12-24'), day('2026-12-26'))
    expect(listOf(more).days).toEqual([closed('2026-12-24'), ...list.days, closed('2026-12-26')])
    expect(more.newLastDay).toBeNull()
  })

  it('has room for 366 days', () => {
    const first = today + 60
    const full = (count: number) => withListedDays({ ...draft, days: [] }, first, first + count - 1)
    const taken = (count: number) => codes({ ...full(count), newDay: first + 400 })
    expect([taken(365), taken(366)]).toEqual([['date dayNotAdded'], ['date tooManyDays']])
  })

  it('cannot be saved with a day that is chosen and not added, or is there already, nor with hours over midnight', () => {
    expect(codes(draft)).toEqual([])
    expect(codes({ ...draft, newDay: day('2026-12-24') })).toEqual(['date dayNotAdded'])
    expect(codes({ ...draft, newDay: day('2026-12-25') })).toEqual(['date dayTaken'])
    expect(codes({ ...draft, newDay: day('2026-11-19') })).toEqual(['date dayPast'])
    const night = draft.days.map((one) => ({ ...one, hours: draftHours([{ from: 79_200, to: 21_600 }]) }))
    expect(codes({ ...draft, days: night })).toEqual(['dailyEnd closesFirst'])
  })
})

describe('a list that two change', () => {
  const stood = listDraftOf({ ...list, days: [closed('2026-12-24'), closed('2026-12-25'), closed('2026-12-26')] })
  const withName = (of: typeof stood, date: string, name: string) => ({
    ...of,
    days: of.days.map((one) => (one.day === day(date) ? { ...one, name } : one)),
  })
  const without = (of: typeof stood, date: string) => ({
    ...of,
    days: of.days.filter((one) => one.day !== day(date)),
  })
  const told = (of: typeof stood) => [
    of.name,
    ...of.days.map((one) => `${one.day - day('2026-12-01') + 1} ${one.name}`),
  ]

  it('has the changes of both where they are at other days', () => {
    const mine = withName(without(stood, '2026-12-26'), '2026-12-24', 'Mine')
    const theirs = { ...withListedDays(stood, day('2026-12-31')), name: 'Theirs' }
    const { list: merged, collides } = mergedList(stood, mine, theirs, 'mine')
    expect(told(merged)).toEqual(['Theirs', '24 Mine', '25 ', '31 '])
    expect(collides).toBe(false)
  })

  it('has at one day what counts, and the rest of both', () => {
    const mine = withName(without(stood, '2026-12-26'), '2026-12-24', 'Mine')
    const theirs = withName(without(stood, '2026-12-25'), '2026-12-24', 'Theirs')
    expect(told(mergedList(stood, mine, theirs, 'mine').list)).toEqual(['Holidays', '24 Mine'])
    expect(told(mergedList(stood, mine, theirs, 'theirs').list)).toEqual(['Holidays', '24 Theirs'])
    expect(mergedList(stood, mine, theirs, 'theirs').collides).toBe(true)
    expect(mergedList(stood, mine, without(stood, '2026-12-24'), 'theirs').collides).toBe(true)
  })
})

describe('renewing', () => {
  it('is for five calendar years from this one on', () => {
    expect(yearsFrom(today)).toEqual([2026, 2027, 2028, 2029, 2030])
  })

  it('keeps what was added or changed in these years, adds what is missing, and lets earlier years go', () => {
    const own = { ...closed('2026-12-31', 'Ours'), hours: draftHours([]) }
    const changed = { ...closed('2026-12-24', 'Eve'), hours: draftHours([{ from: 36_000, to: 50_400 }]) }
    const past = { ...closed('2025-12-25'), hours: draftHours([]) }
    const holidays = [
      closed('2026-12-24', 'Christmas Eve'),
      closed('2026-12-25', 'Christmas Day'),
      closed('2027-01-01'),
    ]
    const { days, added, gone } = renewed([past, changed, own], holidays, [2026, 2027])
    expect(days.map((one) => [one.day, one.name, one.hours.length])).toEqual([
      [day('2026-12-24'), 'Eve', 1],
      [day('2026-12-25'), 'Christmas Day', 0],
      [day('2026-12-31'), 'Ours', 0],
      [day('2027-01-01'), '', 0],
    ])
    expect([added, gone]).toEqual([2, 1])
  })

  it('lets away what was removed of a year of which the list has most holidays', () => {
    const dates = ['2026-01-01', '2026-05-01', '2026-12-25', '2027-01-01', '2027-05-01', '2027-12-25']
    const holidays = dates.map((date) => closed(date))
    const standing = [closed('2026-01-01'), closed('2026-12-25'), closed('2027-01-01')].map(draftDayOf)
    const { days, added, left } = renewed(standing, holidays, [2026, 2027])
    expect(left.map((one) => one.day)).toEqual([day('2026-05-01')])
    expect(added).toBe(2)
    expect(days.map((one) => one.day)).toEqual(dates.filter((date) => date !== '2026-05-01').map(day))
  })

  it('keeps days of years that come after these', () => {
    const later = draftDayOf(closed('2033-06-05', 'Jubilee'))
    expect(renewed([later], [], [2026, 2027]).days).toEqual([later])
  })
})

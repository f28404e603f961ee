import { describe, expect, it } from 'vitest'
import { cellOf } from './access'
import { calendarType, isOpen, nextChange, readCalendar, writeCalendar } from './calendar'
import { heldDays, lastDay, readDayList, runsOut, writeDayList } from './day-lists'
import { calendarOf, dayList, domainOf, link, lock, user } from '../testing/example'
import { shownCalendar } from './lines'
import { DAY, zoneOf } from './zone'

const zone = zoneOf('Europe/Copenhagen')
const day = (date: string) => Date.parse(date) / DAY
const at = (text: string) => Date.parse(text)
const open10 = { date: '2026-12-24', name: 'Christmas Eve', hours: [{ daily_start: 36_000, daily_end: 50_400 }] }
const office = { week_days: [0, 1, 2, 3, 4], daily_start: 32_400, daily_end: 61_200 }

/** Anna at the street door at office hours, with these lists and days of her own. */
function house(day_lists: string[], other_days: { date: string; hours: [] }[] = []) {
  const calendar = calendarOf('calendar-000000000001', [office], { day_lists, other_days })
  return domainOf({
    users: [user('user-anna')],
    locks: [lock('lock-street')],
    day_lists: [
      dayList('day_list-1', [open10, '2026-12-25'], { name: 'Holidays in Denmark', country: 'DK' }),
      dayList('day_list-2', ['2026-12-24', '2026-12-28'], { name: 'Club' }),
    ],
    calendars: [calendar],
    links: [link('lock_user-1', { user_id: 'user-anna', lock_id: 'lock-street', calendar_id: calendar.id })],
  })
}
type House = ReturnType<typeof house>
const calendarIn = (domain: House) => cellOf(domain, 'user-anna', 'lock-street', 0).calendar
const openAt = (domain: House, text: string) => isOpen(calendarIn(domain), zone, at(text))

describe('a list of days', () => {
  it('travels as it is read', () => {
    const entry = dayList('day_list-1', [open10, '2026-12-25'], { country: 'DK' })
    const { name, country, days } = entry
    expect(writeDayList(readDayList(entry))).toEqual({ name, country, days })
  })

  it('of a country runs out 90 days before its last day, or without any; an own one never', () => {
    const holidays = readDayList(dayList('day_list-1', ['2026-12-26'], { country: 'DK' }))
    expect(lastDay(holidays)).toBe(day('2026-12-26'))
    expect([day('2026-09-27'), day('2026-09-28'), day('2027-03-01')].map((today) => runsOut(holidays, today))).toEqual([
      false,
      true,
      true,
    ])
    expect(runsOut({ country: 'DK', days: [] }, 0)).toBe(true)
    expect(runsOut({ ...holidays, country: null }, day('2027-03-01'))).toBe(false)
  })
})

describe('a calendar with lists', () => {
  it('is open as if their days were its own', () => {
    const domain = house(['day_list-1'])
    expect(openAt(domain, '2026-12-23T10:30:00+01:00')).toBe(true)
    expect(openAt(domain, '2026-12-24T09:30:00+01:00')).toBe(false)
    expect(openAt(domain, '2026-12-24T10:30:00+01:00')).toBe(true)
    expect(openAt(domain, '2026-12-25T10:30:00+01:00')).toBe(false)
    const from = at('2026-12-23T10:30:00+01:00')
    expect(nextChange(calendarIn(domain), zone, from, from + 9 * DAY)).toBe(at('2026-12-23T17:00:00+01:00'))
  })

  it('asks its own days first, then its lists in their order', () => {
    const held = (domain: House) => heldDays(calendarIn(domain)!).map((one) => [one.day, one.hours.length])
    const [eve, first, club] = ['2026-12-24', '2026-12-25', '2026-12-28'].map(day)
    expect(held(house(['day_list-1', 'day_list-2']))).toEqual([
      [eve, 1],
      [first, 0],
      [club, 0],
    ])
    expect(held(house(['day_list-2', 'day_list-1']))).toEqual([
      [eve, 0],
      [first, 0],
      [club, 0],
    ])
    expect(held(house(['day_list-1'], [{ date: '2026-12-24', hours: [] }]))).toEqual([
      [eve, 0],
      [first, 0],
    ])
  })

  it('recurs, also where the list has no days', () => {
    expect(calendarType(readCalendar(calendarOf('calendar-1', [{}], { day_lists: ['day_list-none'] })), 0)).toBe(
      'recurring',
    )
  })

  it('follows a list that is changed, as another object, and back', () => {
    const domain = house(['day_list-1'])
    const before = calendarIn(domain)
    expect(calendarIn(domain)).toBe(before)
    domain.apply({ entries: { day_lists: [dayList('day_list-1', ['2026-12-23'])] }, removed: [] })
    expect(calendarIn(domain)).not.toBe(before)
    expect(openAt(domain, '2026-12-23T10:30:00+01:00')).toBe(false)
    expect(openAt(domain, '2026-12-25T10:30:00+01:00')).toBe(true)
    domain.apply({ entries: {}, removed: ['day_list-1'] })
    expect(openAt(domain, '2026-12-23T10:30:00+01:00')).toBe(true)
    expect(domain.linkAt('user-anna', 'lock-street')).toBeDefined()
  })

  it('is written with their ids and its own days alone', () => {
    const calendar = calendarIn(house(['day_list-2', 'day_list-1']))!
    expect(writeCalendar(calendar)).toMatchObject({ day_lists: ['day_list-2', 'day_list-1'], other_days: [] })
  })

  it('is said with the names of its lists, and with the days of both that come within a year', () => {
    const domain = house(['day_list-1'], [{ date: '2026-12-31', hours: [] }])
    domain.put('day_lists', [
      dayList('day_list-1', ['2026-01-01', open10, '2028-01-01'], { name: 'Holidays in Denmark' }),
    ])
    const said = shownCalendar(calendarIn(domain), zone.name, at('2026-11-20T12:00:00Z'))
    expect(said?.lists.map(({ name }) => name)).toEqual(['Holidays in Denmark'])
    expect(said?.otherDays.map((one) => one.day)).toEqual([day('2026-12-31')])
    expect(said?.comingDays.map((one) => [one.day, one.name])).toEqual([
      [day('2026-12-24'), 'Christmas Eve'],
      [day('2026-12-31'), undefined],
    ])
  })
})

describe('what uses a list', () => {
  it('are links by their calendars', () => {
    const domain = house(['day_list-1'])
    const other = link('group_lock-1', {
      group_id: 'group-1',
      lock_id: 'lock-street',
      calendar_id: 'calendar-000000000001',
    })
    domain.put('links', [other])
    const { links, idle } = domain.usesOf('day_list-1')
    expect(links.map(({ row, column }) => [row, column])).toEqual([
      ['user-anna', 'lock-street'],
      ['group-1', 'lock-street'],
    ])
    expect(idle).toBe(0)
    expect(domain.usesOf('day_list-2')).toEqual({ links: [], idle: 0 })
  })

  it('are calendars too that no link has', () => {
    const domain = house(['day_list-1'])
    domain.put('calendars', [calendarOf('calendar-000000000002', [office], { day_lists: ['day_list-2'] })])
    expect(domain.usesOf('day_list-2')).toEqual({ links: [], idle: 1 })
  })
})

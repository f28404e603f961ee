import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { showLanguage, startI18n } from '../../i18n/i18n'
import { locksWithAccess, usersWithAccess } from '../../model/access'
import { calendar, calendarOf, dayList, domainOf, link, lock, lockGroup, user, userGroup } from '../../testing/example'
import { doorsTable, guestsTable, locksTable, usersTable, type Table } from './csv-tables'

const now = Date.parse('2026-11-20T13:02:30Z')

beforeAll(async () => {
  ;(globalThis as { document?: unknown }).document ??= { documentElement: {} }
  await startI18n()
})
beforeEach(() => showLanguage('en-GB'))

const domain = domainOf({
  users: [
    user('user-anna', { display_name: 'Anna', username: 'anna', email_address: 'anna@nordic.se' }),
    user('user-bo', { display_name: 'Bo', username: 'bo', email_address: '' }),
    user('user-root', { display_name: 'Root', username: 'root', email_address: 'r@x.dk', role: 'administrator' }),
    user('user-old', { display_name: 'Former guest' }),
  ],
  locks: [
    lock('lock-street', { name: 'Street door', address: 'Havnegade 1' }),
    lock('lock-gate', { name: 'Gate', timezone: null }),
    lock('lock-abroad', { name: 'Abroad', timezone: 'America/New_York' }),
  ],
  groups: [
    userGroup('group-cleaners', ['user-bo'], { name: 'Cleaners' }),
    userGroup('group-neighbours', ['user-bo', 'user-anna', 'user-gone'], { name: 'Neighbours' }),
    lockGroup('group-ground', ['lock-street', 'lock-gate'], { name: 'Ground floor' }),
    lockGroup('group-all', ['lock-gate', 'lock-abroad'], { name: 'Everywhere' }),
  ],
  calendars: [
    calendar('calendar-until', { start_time: '2026-07-01T06:00:15Z', end_time: '2026-12-01T10:00:00Z' }),
    calendar('calendar-ended', { end_time: '2026-11-03T09:00:00Z' }),
    calendar('calendar-weekly', {
      ...{ start_time: '2026-11-02T00:00:00Z', number_of_weeks: 2, week_days: [0, 1, 2, 4] },
      ...{ daily_start: 32_400, daily_end: 86_400 },
    }),
  ],
  links: [
    link('lock_user-1', { user_id: 'user-anna', lock_id: 'lock-street', calendar_id: 'calendar-until' }),
    link('lock_user-2', { user_id: 'user-root', lock_id: 'lock-street', link_profile: 'administrator' }),
    link('lock_user-3', { user_id: 'user-old', lock_id: 'lock-street', calendar_id: 'calendar-ended' }),
    link('group_group-1', { group_id: 'group-cleaners', other_group_id: 'group-ground' }),
    link('group_group-2', {
      ...{ group_id: 'group-neighbours', other_group_id: 'group-ground', calendar_id: 'calendar-weekly' },
      link_profile: 'user_allow_remote',
    }),
    link('group_group-3', { group_id: 'group-cleaners', other_group_id: 'group-all', calendar_id: 'calendar-weekly' }),
  ],
})

const users = (column: string) => usersTable(domain, column, usersWithAccess(domain, column, now, 'en-GB'), now)
const locks = (row: string) => locksTable(domain, row, locksWithAccess(domain, row, now, 'en-GB'), now)
const lines = (table: Table) => table.slice(1).map((line) => line.join('|'))
const weekly = 'Mon, Tue, Wed, Fri|09:00|24:00|2'

describe('who has access to a lock', () => {
  it('is a line for each access that counts, by the clock of the door, with its groups', () => {
    expect(lines(users('lock-street'))).toEqual([
      'Anna|anna|anna@nordic.se|Guest|temporary|2026-07-01 08:00:15|2026-12-01 11:00|||||||no|Europe/Copenhagen|',
      'Bo|bo||Guest|permanent|||||||Cleaners|Ground floor|no|Europe/Copenhagen|',
      `Bo|bo||Guest|recurring|2026-11-02 01:00||${weekly}|Neighbours|Ground floor|yes|Europe/Copenhagen|`,
      'Root|root|r@x.dk|Administrator|permanent|||||||||yes|Europe/Copenhagen|',
    ])
  })

  it('has as many cells in each line as in its head', () => {
    for (const table of [users('lock-street'), locks('user-bo')]) {
      expect(new Set(table.map((line) => line.length)).size).toBe(1)
    }
  })

  it('says where daily hours are by several clocks', () => {
    expect(lines(users('group-all'))).toEqual([
      `Bo|bo||Guest|recurring|2026-11-01 19:00||${weekly}|Cleaners||no|` +
        'America/New_York, daily hours by each door’s own clock|',
    ])
  })

  it('has its head in the language of the person', async () => {
    await showLanguage('de')
    expect(users('lock-street').slice(0, 2).map(String)).toEqual([
      'Name,Benutzername,E-Mail-Adresse,Rolle,Zugang,Von,Bis,Wochentage,Täglich von,Täglich bis,Alle wie viele Wochen,' +
        'Über Benutzergruppe,Über Schlossgruppe,Fernzugriff,Zeitzone,Abweichende Tage',
      'Anna,anna,anna@nordic.se,Gast,befristet,2026-07-01 08:00:15,2026-12-01 11:00,,,,,,,nein,Europe/Copenhagen,',
    ])
  })
})

it('what a person has access to is told by the clock of each door, UTC where it has none', () => {
  expect(lines(locks('user-bo'))).toEqual([
    `Abroad|serial of lock-abroad||recurring|2026-11-01 19:00||${weekly}|Cleaners|Everywhere|no|America/New_York|`,
    'Gate|serial of lock-gate||permanent|||||||Cleaners|Ground floor|no|UTC|',
    `Gate|serial of lock-gate||recurring|2026-11-02 00:00||${weekly}|Cleaners|Everywhere|no|UTC|`,
    `Gate|serial of lock-gate||recurring|2026-11-02 00:00||${weekly}|Neighbours|Ground floor|yes|UTC|`,
    'Street door|serial of lock-street|Havnegade 1|permanent|||||||Cleaners|Ground floor|no|Europe/Copenhagen|',
    `Street door|serial of lock-street|Havnegade 1|recurring|2026-11-02 01:00||${weekly}|Neighbours|Ground floor|yes|Europe/Copenhagen|`,
  ])
})

it('hours are a line each, a night of which ends on the next day; days otherwise are told by their dates, lists by their names', () => {
  const rules = [
    { week_days: [0], daily_start: 32_400, daily_end: 43_200 },
    { week_days: [0], daily_start: 79_200 },
    { week_days: [1], daily_end: 21_600 },
  ]
  const other_days = [
    { date: '2026-12-24', hours: [] },
    {
      date: '2026-12-26',
      hours: [
        { daily_start: 36_000, daily_end: 43_200 },
        { daily_start: 46_800, daily_end: 50_400 },
      ],
    },
  ]
  const house = domainOf({
    users: [user('user-anna', { display_name: 'Anna' })],
    locks: [lock('lock-street', { name: 'Street door' })],
    day_lists: [dayList('day_list-1', ['2026-12-25'], { name: 'Holidays in Denmark' })],
    calendars: [calendarOf('calendar-1', rules, { other_days, day_lists: ['day_list-1'] })],
    links: [link('lock_user-1', { user_id: 'user-anna', lock_id: 'lock-street', calendar_id: 'calendar-1' })],
  })
  const [, ...told] = locksTable(house, 'user-anna', locksWithAccess(house, 'user-anna', now, 'en-GB'), now)
  const days = '2026-12-24, 2026-12-26 (10:00–12:00, 13:00–14:00), Holidays in Denmark'
  expect(told.map((cells) => cells.slice(6).join('|'))).toEqual([
    `Mon|09:00|12:00|1|||no|Europe/Copenhagen|${days}`,
    `Mon|22:00|06:00|1|||no|Europe/Copenhagen|${days}`,
  ])
})

it('who has no account has no username', () => {
  const carl = user('user-carl', { display_name: 'Carl', email_address: '', has_account: false })
  expect(guestsTable(domainOf({ users: [carl] }), ['user-carl'], 'en-GB')[1]).toEqual(['Carl', '', '', 'Guest'])
})

it('guests and locks of a group are told by name; who has gone is not', () => {
  expect(guestsTable(domain, ['user-bo', 'user-anna', 'user-gone'], 'en-GB')).toEqual([
    ['Name', 'Username', 'E-mail address', 'Role'],
    ['Anna', 'anna', 'anna@nordic.se', 'Guest'],
    ['Bo', 'bo', '', 'Guest'],
  ])
  expect(doorsTable(domain, ['lock-street', 'lock-gate'], 'en-GB')).toEqual([
    ['Name', 'Serial number', 'Address', 'Time zone'],
    ['Gate', 'serial of lock-gate', '', 'UTC'],
    ['Street door', 'serial of lock-street', 'Havnegade 1', 'Europe/Copenhagen'],
  ])
})

import { describe, expect, it } from 'vitest'
import { domainOf, lock, lockGroup, user, userGroup } from '../testing/example'
import { allFilters, columnsOf, defaultSort, pages, pageSize, pageWindow, rowsOf } from './grid'

const house = domainOf({
  users: [
    user('user-1', {
      display_name: 'Bo',
      email_address: 'bo@b.dk',
      role: 'administrator',
      created: '2026-01-03T00:00:00Z',
    }),
    user('user-2', { display_name: 'anna', email_address: 'x@y.se', alias: '', created: '2026-01-02T00:00:00Z' }),
    user('user-3', { display_name: 'Chiara', email_address: '', role: 'installer', created: '2026-01-01T00:00:00Z' }),
    user('user-4', { display_name: 'Åge', email_address: 'a@a.dk', alias: '', created: '2026-01-04T00:00:00Z' }),
  ],
  locks: [
    lock('lock-1', { name: 'Flat 10', created: '2026-02-01T00:00:00Z' }),
    lock('lock-2', { name: 'Flat 9', created: '2026-02-02T00:00:00Z' }),
  ],
  groups: [
    userGroup('group-u', ['user-2'], { name: 'Cleaners', created: '2026-01-05T00:00:00Z' }),
    lockGroup('group-l', ['lock-1'], { name: 'Ground floor', created: '2026-02-03T00:00:00Z' }),
  ],
})

const rows = (filters = {}, sort: Parameters<typeof rowsOf>[2] = defaultSort, search = '', locale = 'en-GB') =>
  rowsOf(house, { ...allFilters, ...filters }, sort, search, locale).map(({ id }) => id)
const columns = (filters = {}, sort: Parameters<typeof columnsOf>[2] = defaultSort, search = '') =>
  columnsOf(house, { ...allFilters, ...filters }, sort, search, 'en-GB').map(({ id }) => id)

describe('rows', () => {
  it('are all people and user groups by name, in the order of the language', () => {
    expect(rows()).toEqual(['user-4', 'user-2', 'user-1', 'user-3', 'group-u'])
    expect(rows({}, defaultSort, '', 'da-DK')).toEqual(['user-2', 'user-1', 'user-3', 'group-u', 'user-4'])
    expect(rows({}, { by: 'name', direction: 'desc' })).toEqual(['group-u', 'user-3', 'user-1', 'user-2', 'user-4'])
  })

  it('are filtered by kind: installers are regular guests', () => {
    expect(rows({ ShowAdmins: false })).toEqual(['user-4', 'user-2', 'user-3', 'group-u'])
    expect(rows({ ShowRegularGuests: false })).toEqual(['user-1', 'group-u'])
    expect(rows({ ShowUserGroups: false })).toEqual(['user-4', 'user-2', 'user-1', 'user-3'])
  })

  it('sort by mail, those without one last, and by age', () => {
    expect(rows({}, { by: 'mail', direction: 'asc' })).toEqual(['user-4', 'user-1', 'user-2', 'user-3', 'group-u'])
    expect(rows({}, { by: 'mail', direction: 'desc' })).toEqual(['user-2', 'user-1', 'user-4', 'user-3', 'group-u'])
    expect(rows({}, { by: 'age', direction: 'asc' })).toEqual(['user-3', 'user-2', 'user-1', 'user-4', 'group-u'])
    expect(rows({}, { by: 'age', direction: 'desc' })).toEqual(['group-u', 'user-4', 'user-1', 'user-2', 'user-3'])
  })

  it.each([
    ['ANNA', ['user-2']],
    ['user-3@example', ['user-3']],
    [' x@y ', ['user-2']],
    ['clean', ['group-u']],
    ['å', ['user-4']],
    ['(', []],
  ])('are searched for %s', (search, found) => {
    expect(rows({}, defaultSort, search)).toEqual(found)
  })

  it('are searched by no username where there is no account', () => {
    const unnamed = domainOf({
      users: [user('user-5', { display_name: 'Carl', email_address: '', has_account: false })],
    })
    const found = (search: string) => rowsOf(unnamed, allFilters, defaultSort, search, 'en-GB')
    expect(found('user')).toEqual([])
    expect(found('carl')).toHaveLength(1)
  })
})

describe('columns', () => {
  it('are locks and lock groups by name, numbers by their value, or by age', () => {
    expect(columns()).toEqual(['lock-2', 'lock-1', 'group-l'])
    expect(columns({}, { by: 'age', direction: 'asc' })).toEqual(['lock-1', 'lock-2', 'group-l'])
    expect(columns({ ShowIndividualLocks: false })).toEqual(['group-l'])
    expect(columns({ ShowLockGroups: false })).toEqual(['lock-2', 'lock-1'])
  })

  it('are searched by name and serial number', () => {
    expect(columns({}, defaultSort, 'flat 1')).toEqual(['lock-1'])
    expect(columns({}, defaultSort, 'SERIAL OF LOCK-2')).toEqual(['lock-2'])
  })
})

describe('a page', () => {
  it('has a column for each 160 pixels and a row for each 65 after margins of 34 and 24', () => {
    expect(pageSize(959, 58 + 65 * 5 - 1)).toEqual({ columns: 5, rows: 4 })
    expect(pageSize(960, 58 + 65 * 5)).toEqual({ columns: 6, rows: 5 })
  })

  it('has at least one cell and at most 25 × 25', () => {
    expect(pageSize(100, 50)).toEqual({ columns: 1, rows: 1 })
    expect(pageSize(9000, 9000)).toEqual({ columns: 25, rows: 25 })
  })

  it('shows as many entries as it has room for, the last one too', () => {
    expect([pages(0, 25), pages(25, 25), pages(26, 25)]).toEqual([1, 1, 2])
    expect(pageWindow(2, 25, 60)).toEqual({ first: 25, end: 50 })
    expect(pageWindow(3, 25, 60)).toEqual({ first: 35, end: 60 })
    expect(pageWindow(9, 25, 60)).toEqual({ first: 35, end: 60 })
    expect(pageWindow(1, 25, 7)).toEqual({ first: 0, end: 7 })
    expect(pageWindow(0, 25, 0)).toEqual({ first: 0, end: 0 })
  })
})

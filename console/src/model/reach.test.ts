import { describe, expect, it } from 'vitest'
import { usersWithAccess } from './access'
import { calendar, domainOf, link, lock, lockGroup, user, userGroup } from '../testing/example'
import { allFilters, columnsOf, defaultSort, rowsOf } from './grid'
import { columnsWithAccess, rowsWithAccess } from './reach'

const now = Date.parse('2026-03-02T12:00:00Z')

const domain = domainOf({
  users: ['user-anna', 'user-bo', 'user-cy', 'user-di'].map((id) => user(id)),
  locks: ['lock-attic', 'lock-cellar', 'lock-street', 'lock-yard'].map((id) => lock(id)),
  groups: [
    userGroup('group-cleaners', ['user-bo'], { name: 'z cleaners' }),
    lockGroup('group-ground', ['lock-cellar', 'lock-street'], { name: 'z ground' }),
  ],
  links: [
    link('lock_user-1', { user_id: 'user-anna', lock_id: 'lock-attic' }),
    link('group_group-1', { group_id: 'group-cleaners', other_group_id: 'group-ground' }),
    link('group_user-1', { user_id: 'user-cy', group_id: 'group-ground' }),
  ],
})
const rows = (search = '') => rowsOf(domain, allFilters, defaultSort, search, 'en-GB')
const columns = (search = '') => columnsOf(domain, allFilters, defaultSort, search, 'en-GB')
const ids = (entries: readonly { id: string }[]) => entries.map(({ id }) => id)

it.each([
  ['of their own', 'anna', ['lock-attic']],
  ['through groups of theirs and of locks', 'bo', ['lock-cellar', 'lock-street', 'group-ground']],
  ['to a group of locks', 'cy', ['lock-cellar', 'lock-street', 'group-ground']],
  ['of a group', 'cleaners', ['lock-cellar', 'lock-street', 'group-ground']],
])('of the locks, those with access %s are left', (_how, search, left) => {
  expect(ids(columnsWithAccess(domain, rows(search), columns(), now))).toEqual(left)
})

it.each([
  ['attic', ['user-anna']],
  ['street', ['user-bo', 'user-cy', 'group-cleaners']],
  ['ground', ['user-bo', 'user-cy', 'group-cleaners']],
])('of the people, those with access to %s are left', (search, left) => {
  expect(ids(rowsWithAccess(domain, rows(), columns(search), now))).toEqual(left)
})

it('where nobody has any access all are left, so that it can be given', () => {
  expect(columnsWithAccess(domain, rows('di'), columns(), now)).toHaveLength(5)
  expect(rowsWithAccess(domain, rows(), columns('yard'), now)).toHaveLength(5)
})

describe('access that has ended', () => {
  const past = { start_time: '2026-02-01T00:00:00Z', end_time: '2026-03-01T00:00:00Z' }
  const future = { start_time: '2026-04-01T00:00:00Z', end_time: '2026-05-01T00:00:00Z' }
  const house = domainOf({
    users: ['user-ended', 'user-later', 'user-locked-out', 'user-member'].map((id) => user(id)),
    locks: ['lock-attic', 'lock-cellar'].map((id) => lock(id)),
    groups: [userGroup('group-cleaners', ['user-locked-out', 'user-member'])],
    calendars: [calendar('calendar-past', past), calendar('calendar-future', future)],
    links: [
      link('lock_user-1', { user_id: 'user-ended', lock_id: 'lock-attic', calendar_id: 'calendar-past' }),
      link('lock_user-2', { user_id: 'user-ended', lock_id: 'lock-cellar' }),
      link('lock_user-3', { user_id: 'user-later', lock_id: 'lock-attic', calendar_id: 'calendar-future' }),
      // Their own access has ended, and outranks that of the group they are in.
      link('lock_user-4', { user_id: 'user-locked-out', lock_id: 'lock-attic', calendar_id: 'calendar-past' }),
      link('group_lock-1', { group_id: 'group-cleaners', lock_id: 'lock-attic' }),
    ],
  })
  const people = rowsOf(house, allFilters, defaultSort, '', 'en-GB')
  const doors = columnsOf(house, allFilters, defaultSort, '', 'en-GB')

  it('lets nobody in, access that is yet to begin does', () => {
    const attic = columnsOf(house, allFilters, defaultSort, 'attic', 'en-GB')
    const left = rowsWithAccess(house, people, attic, now)
    expect(ids(left)).toEqual(['group-cleaners', 'user-later', 'user-member'])
  })

  it.each([
    ['ended', ['lock-attic', 'lock-cellar']],
    // It is the door that one looks for who asks why they cannot get in.
    ['locked-out', ['lock-attic']],
    ['later', ['lock-attic']],
  ])('keeps the lock of a person at which it stands: %s', (search, left) => {
    const searched = rowsOf(house, allFilters, defaultSort, search, 'en-GB')
    expect(ids(columnsWithAccess(house, searched, doors, now))).toEqual(left)
  })

  it('of a group keeps no lock of its members, unless it outranks what would let them in', () => {
    const cleaner = { users: [user('user-cleaner')], calendars: [calendar('calendar-past', past)] }
    const groups = [userGroup('group-past', ['user-cleaner']), lockGroup('group-floor', ['lock-attic'])]
    const locks = [lock('lock-attic'), lock('lock-street')]
    const links = [
      link('group_lock-1', { group_id: 'group-past', lock_id: 'lock-attic', calendar_id: 'calendar-past' }),
      link('lock_user-1', { user_id: 'user-cleaner', lock_id: 'lock-street' }),
    ]
    const left = (...more: typeof links) => {
      const all = domainOf({ ...cleaner, groups, locks, links: [...links, ...more] })
      const one = rowsOf(all, allFilters, defaultSort, 'user-cleaner', 'en-GB')
      return ids(columnsWithAccess(all, one, columnsOf(all, allFilters, defaultSort, 'lock-', 'en-GB'), now))
    }
    expect(left()).toEqual(['lock-street'])
    const outranked = { group_id: 'group-past', other_group_id: 'group-floor' }
    expect(left(link('group_group-1', outranked))).toEqual(['lock-attic', 'lock-street'])
  })

  it('is counted by nobody either: who is left is who the lock counts', () => {
    for (const { id } of doors) {
      const left = rowsWithAccess(
        house,
        people,
        doors.filter((door) => door.id === id),
        now,
      )
      const counted = usersWithAccess(house, id, now, 'en-GB')
      expect(ids(left.filter(({ kind }) => kind === 'user')), id).toEqual(ids(counted))
    }
  })
})

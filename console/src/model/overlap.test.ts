import { describe, expect, it } from 'vitest'
import { calendar, domainOf, link, lock, lockGroup, user, userGroup } from '../testing/example'
import type { LinkEntry, UserEntry } from './entries'
import { lockedOut, overlapsOf, wideningsOf } from './overlap'

const now = Date.parse('2026-11-20T12:00:00Z')

const personal = link('lock_user-1', { user_id: 'user-1', lock_id: 'lock-1' })
const toGroup = link('group_user-1', { user_id: 'user-1', group_id: 'group-l' })
const ofGroup = link('group_lock-1', { group_id: 'group-u', lock_id: 'lock-1' })
const groups = link('group_group-1', { group_id: 'group-u', other_group_id: 'group-l' })

const calendars = [
  calendar('calendar-past', { end_time: '2026-11-01T00:00:00Z' }),
  calendar('calendar-until', { end_time: '2026-12-01T00:00:00Z' }),
  calendar('calendar-longer', { end_time: '2027-01-01T00:00:00Z' }),
  calendar('calendar-tuesday', { week_days: [1] }),
  calendar('calendar-days', { week_days: [0, 1, 2, 3, 4] }),
]

function house(links: LinkEntry[], users: UserEntry[] = [user('user-1'), user('user-2')]) {
  return domainOf({
    users,
    locks: [lock('lock-1'), lock('lock-2')],
    groups: [
      userGroup('group-u', ['user-1', 'user-2']),
      userGroup('group-other', ['user-2']),
      lockGroup('group-l', ['lock-1', 'lock-2']),
      lockGroup('group-small', ['lock-2']),
    ],
    calendars,
    links,
  })
}

const relations = (links: LinkEntry[], row: string, column: string) =>
  overlapsOf(house(links), row, column, now).overlaps.map(({ link: { id }, relation }) => [id, relation])

describe('overlaps', () => {
  const all = [personal, toGroup, ofGroup, groups]

  it.each([
    ['a user and a lock', 'user-1', 'lock-1', ['lower', 'lower', 'lower']],
    ['a user and a lock group', 'user-1', 'group-l', ['higher', 'lower', 'lower']],
    ['a user group and a lock', 'group-u', 'lock-1', ['higher', 'higher', 'lower']],
    ['a user group and a lock group', 'group-u', 'group-l', ['higher', 'higher', 'higher']],
  ])('of %s', (_name, row, column, expected) => {
    expect(relations(all, row, column).map(([, relation]) => relation)).toEqual(expected)
  })

  it('of the same priority come through another group', () => {
    const other = link('group_lock-2', { group_id: 'group-other', lock_id: 'lock-1' })
    const domain = house([ofGroup, other])
    expect(overlapsOf(domain, 'group-u', 'lock-1', now).overlaps).toEqual([
      { link: domain.links.get('group_lock-2'), relation: 'same', users: ['user-2'], locks: ['lock-1'] },
    ])
  })

  it('need a person and a door in common', () => {
    const elsewhere = link('group_user-2', { user_id: 'user-1', group_id: 'group-small' })
    expect(relations([elsewhere], 'user-1', 'lock-1')).toEqual([])
    expect(relations([personal], 'user-2', 'lock-1')).toEqual([])
    expect(relations([elsewhere], 'user-1', 'group-l')).toEqual([['group_user-2', 'same']])
  })

  it('leave out what has expired', () => {
    expect(relations([{ ...toGroup, calendar_id: 'calendar-past' }], 'user-1', 'lock-1')).toEqual([])
  })

  it('are skipped for a group of more than 100 members', () => {
    const crowd = (size: number) => {
      const members = Array.from({ length: size }, (_, index) => `user-c${index}`)
      const users = members.map((id) => user(id))
      const domain = house([link('lock_user-2', { user_id: 'user-c0', lock_id: 'lock-1' })], users)
      domain.put('groups', [userGroup('group-u', members)])
      return overlapsOf(domain, 'group-u', 'lock-1', now)
    }
    expect(crowd(100)).toMatchObject({ skipped: false, overlaps: [{ relation: 'higher', users: ['user-c0'] }] })
    expect(crowd(101)).toEqual({ skipped: true, overlaps: [] })
  })
})

describe('removing access', () => {
  const widens = (own: LinkEntry, ...others: LinkEntry[]) => {
    const domain = house([own, ...others])
    const { row, column } = domain.links.get(own.id) ?? { row: '', column: '' }
    return wideningsOf(domain, row, column, now).map(({ links, users, locks }) => [
      links.map(({ id }) => id),
      users,
      locks,
    ])
  }

  it('widens it where a lower link gives more time', () => {
    expect(widens({ ...personal, calendar_id: 'calendar-until' }, groups)).toEqual([
      [['group_group-1'], ['user-1'], ['lock-1']],
    ])
    expect(
      widens({ ...personal, calendar_id: 'calendar-until' }, { ...ofGroup, calendar_id: 'calendar-longer' }),
    ).toEqual([[['group_lock-1'], ['user-1'], ['lock-1']]])
    expect(
      widens({ ...personal, calendar_id: 'calendar-tuesday' }, { ...ofGroup, calendar_id: 'calendar-days' }),
    ).toHaveLength(1)
  })

  it('does not widen it where the lower link gives no more', () => {
    expect(widens(personal, groups)).toEqual([])
    expect(widens(personal)).toEqual([])
    expect(
      widens({ ...personal, calendar_id: 'calendar-days' }, { ...ofGroup, calendar_id: 'calendar-tuesday' }),
    ).toEqual([])
    expect(
      widens({ ...personal, calendar_id: 'calendar-longer' }, { ...ofGroup, calendar_id: 'calendar-until' }),
    ).toEqual([])
  })

  it('widens it where the lower link allows remote operation', () => {
    expect(widens(personal, { ...ofGroup, link_profile: 'user_allow_remote' })).toHaveLength(1)
    expect(widens({ ...personal, link_profile: 'user_allow_remote' }, ofGroup)).toEqual([])
  })

  it('tells of a group whom and where it concerns', () => {
    const own = link('group_user-9', { group_id: 'group-u', lock_id: 'lock-1', calendar_id: 'calendar-past' })
    expect(widens(own, groups)).toEqual([[['group_group-1'], ['user-1', 'user-2'], ['lock-1']]])
    expect(widens(own, groups, personal)).toEqual([[['group_group-1'], ['user-2'], ['lock-1']]])
  })

  it('never widens it beside another link of the same priority', () => {
    const twin = { ...personal, id: 'lock_user-2', calendar_id: 'calendar-past' }
    expect(widens({ ...personal, calendar_id: 'calendar-until' }, twin, groups)).toEqual([])
  })
})

describe('whom access that has ended goes on keeping out', () => {
  const end = Date.parse('2026-12-15T00:00:00Z')
  const after = (links: LinkEntry[], row = 'user-1', column = 'lock-1') =>
    lockedOut(house(links), row, column, end, null).map(({ links, users, locks }) => [
      links.map(({ id }) => id),
      users,
      locks,
    ])

  it('those whom lower access would let in afterwards, be it new or there already', () => {
    const expected = [[['group_lock-1'], ['user-1'], ['lock-1']]]
    expect(after([ofGroup, groups])).toEqual(expected)
    expect(after([personal, ofGroup, groups])).toEqual(expected)
    expect(after([{ ...ofGroup, calendar_id: 'calendar-longer' }])).toEqual(expected)
  })

  it('nobody where lower access has ended by then', () => {
    expect(after([{ ...ofGroup, calendar_id: 'calendar-until' }])).toEqual([])
    expect(after([])).toEqual([])
  })

  it('nobody for whom other access decides, or counts beside it', () => {
    expect(after([personal, groups], 'group-u', 'lock-1')).toEqual([[['group_group-1'], ['user-2'], ['lock-1']]])
    const beside = link('group_lock-2', { group_id: 'group-other', lock_id: 'lock-1' })
    expect(after([beside, groups], 'group-u', 'lock-1')).toEqual([[['group_group-1'], ['user-1'], ['lock-1']]])
  })
})

describe('whom access that is still to begin keeps out until then', () => {
  const before = (links: LinkEntry[], start: string) =>
    lockedOut(house(links), 'user-1', 'lock-1', now, Date.parse(start)).map(({ links }) => links.map(({ id }) => id))

  it('those whom lower access would let in meanwhile', () => {
    expect(before([ofGroup], '2026-11-27T14:00:00Z')).toEqual([['group_lock-1']])
    expect(before([{ ...ofGroup, calendar_id: 'calendar-until' }], '2026-12-15T00:00:00Z')).toEqual([['group_lock-1']])
  })

  it('nobody where lower access is shut until then too', () => {
    expect(before([{ ...ofGroup, calendar_id: 'calendar-past' }], '2026-11-27T14:00:00Z')).toEqual([])
    // It is Friday noon: the next Tuesday is the 24th.
    const tuesdays = [{ ...ofGroup, calendar_id: 'calendar-tuesday' }]
    expect(before(tuesdays, '2026-11-23T23:00:00Z')).toEqual([])
    expect(before(tuesdays, '2026-11-23T23:01:00Z')).toEqual([['group_lock-1']])
  })

  it('and names of several that would decide only those that are open meanwhile', () => {
    const other = link('group_lock-2', { group_id: 'group-third', lock_id: 'lock-1', calendar_id: 'calendar-past' })
    const domain = house([ofGroup, other])
    domain.put('groups', [userGroup('group-third', ['user-1'])])
    const found = lockedOut(domain, 'user-1', 'lock-1', now, now + 3_600_000)
    expect(found.map(({ links }) => links.map(({ id }) => id))).toEqual([['group_lock-1']])
  })
})

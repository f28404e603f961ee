import { expect, it } from 'vitest'
import { fixture } from '../testing/fixture'
import { cellOf } from './access'
import { calendar, domainOf, link, lock, lockGroup, user, userGroup } from '../testing/example'
import type { Domain } from './domain'
import type { LinkEntry } from './entries'
import { lockEffectOf, effectOf, effectOfGroups, effectOfMembers } from './membership-effect'

const now = Date.parse('2026-11-20T13:00:00Z')
const group = 'group-ground'

/** Street is in the group, Flat is not. Anna is a person, Bo one of the cleaners. */
function house(...links: LinkEntry[]) {
  return domainOf({
    users: [user('user-anna', { display_name: 'Anna' }), user('user-bo', { display_name: 'Bo' })],
    locks: [lock('lock-street'), lock('lock-flat')],
    groups: [userGroup('group-cleaners', ['user-bo']), lockGroup(group, ['lock-street']), lockGroup('group-all', [])],
    calendars: [calendar('calendar-ended', { end_time: '2026-11-03T09:00:00Z' })],
    links,
  })
}

const anna = (calendar_id: string | null = null) =>
  link('group_user-1', { user_id: 'user-anna', group_id: group, calendar_id })
const cleaners = link('group_group-1', { group_id: 'group-cleaners', other_group_id: group })
const own = (lock_id: string) => link('lock_user-1', { user_id: 'user-anna', lock_id })

function named(links: LinkEntry[], change: { added?: string[]; removed?: string[] }) {
  const effect = effectOf(house(...links), group, { added: [], removed: [], ...change }, now)
  const names = (people: readonly { name: string }[]) => people.map(({ name }) => name)
  return { gain: names(effect.gain), lose: names(effect.lose), change: names(effect.change) }
}

it('a lock that comes into the group lets in who has access to the group, a lock that goes locks them out', () => {
  expect(named([anna(), cleaners], { added: ['lock-flat'] })).toEqual({ gain: ['Anna', 'Bo'], lose: [], change: [] })
  expect(named([anna(), cleaners], { removed: ['lock-street'] })).toEqual({
    gain: [],
    lose: ['Anna', 'Bo'],
    change: [],
  })
})

it('somebody with access of their own neither gains nor loses it', () => {
  expect(named([anna(), own('lock-flat')], { added: ['lock-flat'] })).toEqual({ gain: [], lose: [], change: [] })
  expect(named([anna(), own('lock-street')], { removed: ['lock-street'] })).toEqual({ gain: [], lose: [], change: [] })
})

it('one who loses access to one lock and gets it to another stands once, as one who does both', () => {
  const both = { added: ['lock-flat'], removed: ['lock-street'] }
  expect(named([anna()], both)).toEqual({ gain: [], lose: [], change: ['Anna'] })
})

it('access to the group that has ended gives nothing, and takes what a lower one gave', () => {
  expect(named([anna('calendar-ended')], { added: ['lock-flat'] })).toEqual({ gain: [], lose: [], change: [] })
  const lower = [
    anna('calendar-ended'),
    link('group_lock-1', { group_id: 'group-cleaners', lock_id: 'lock-flat' }),
    link('group_lock-2', { group_id: 'group-cleaners', lock_id: 'lock-street' }),
  ]
  const cleanersWithAnna = userGroup('group-cleaners', ['user-anna'])
  const domain = house(...lower)
  domain.put('groups', [cleanersWithAnna])
  const names = (change: { added: string[]; removed: string[] }) => {
    const { gain, lose } = effectOf(domain, group, change, now)
    return [gain.map(({ name }) => name), lose.map(({ name }) => name)]
  }
  expect(names({ added: ['lock-flat'], removed: [] })).toEqual([[], ['Anna']])
  expect(names({ added: [], removed: ['lock-street'] })).toEqual([['Anna'], []])
})

/** Whether the cell of the grid shows access that has not ended. */
function has(domain: Domain, user: string, lock: string) {
  const { kind, expired } = cellOf(domain, user, lock, now)
  return kind !== 'none' && !expired
}

it('agrees with the cells of the grid before and after', () => {
  for (const seed of [1, 2, 3]) {
    const document = fixture({ users: 40, locks: 12, groups: 8, links: 120 }, now, seed)
    const before = domainOf(document)
    const changed = document.groups.find(({ type }) => type === 'locks')
    const id = changed?.id ?? ''
    const held = changed?.locks ?? []
    const free = document.locks.map((lock) => lock.id).filter((lock) => !held.includes(lock))
    const [added, removed] = [free.slice(0, 4), held.slice(0, 2)]
    const effect = effectOf(before, id, { added, removed }, now)
    const after = domainOf(document)
    after.put('groups', [lockGroup(id, [...held.slice(2), ...added])])
    const people = [...before.users.values()]
    const thoseBecoming = (to: boolean) =>
      people.filter((user) =>
        [...added, ...removed].some((lock) => has(after, user.id, lock) === to && has(before, user.id, lock) === !to),
      )
    const [gain, lose] = [thoseBecoming(true), thoseBecoming(false)]
    expect(effect.gain).toEqual(gain.filter((user) => !lose.includes(user)))
    expect(effect.lose).toEqual(lose.filter((user) => !gain.includes(user)))
    expect(effect.change).toEqual(gain.filter((user) => lose.includes(user)))
    expect(gain.length + lose.length).toBeGreaterThan(0)
  }
})

function doors(links: LinkEntry[], change: { added?: string[]; removed?: string[] }, who = 'user-anna') {
  const { gain, lose } = lockEffectOf(house(...links), who, { added: [], removed: [], ...change }, now)
  return { gain: gain.map(({ id }) => id), lose: lose.map(({ id }) => id) }
}

it('who joins a user group gets to the doors that it opens, who leaves it loses them', () => {
  const flat = link('group_lock-1', { group_id: 'group-cleaners', lock_id: 'lock-flat' })
  expect(doors([cleaners, flat], { added: ['group-cleaners'] })).toEqual({
    gain: ['lock-street', 'lock-flat'],
    lose: [],
  })
  expect(doors([cleaners, flat], { removed: ['group-cleaners'] }, 'user-bo')).toEqual({
    gain: [],
    lose: ['lock-street', 'lock-flat'],
  })
})

it('one with access of their own gets none by a group and loses none', () => {
  expect(doors([cleaners, own('lock-street')], { added: ['group-cleaners'] })).toEqual({ gain: [], lose: [] })
  expect(doors([cleaners, anna()], { added: ['group-cleaners'] })).toEqual({ gain: [], lose: [] })
})

it('access of a group to a lock that has ended takes what another group gave through a lock group', () => {
  const ended = link('group_lock-1', {
    group_id: 'group-guests',
    lock_id: 'lock-street',
    calendar_id: 'calendar-ended',
  })
  const domain = house(cleaners, ended)
  domain.put('groups', [userGroup('group-guests', [])])
  const { gain, lose } = effectOfMembers(domain, 'group-guests', { added: ['user-bo', 'user-anna'], removed: [] }, now)
  expect([gain, lose.map(({ name }) => name)]).toEqual([[], ['Bo']])
})

it('memberships agree with the cells of the grid before and after', () => {
  let count = 0
  for (const seed of [1, 2, 3]) {
    const document = fixture({ users: 40, locks: 12, groups: 8, links: 120 }, now, seed)
    const [before, after] = [domainOf(document), domainOf(document)]
    const [first, second] = document.groups.filter(({ type }) => type === 'users')
    const [leaves, joins] = [first?.users ?? [], second?.users ?? []]
    const [left, joined] = [first?.id ?? '', second?.id ?? '']
    const user = leaves.find((id) => !joins.includes(id)) ?? ''
    const staying = leaves.filter((id) => id !== user)
    after.put('groups', [userGroup(left, staying), userGroup(joined, [...joins, user])])
    const { gain, lose } = lockEffectOf(before, user, { added: [joined], removed: [left] }, now)
    const thoseBecoming = (to: boolean) =>
      [...before.locks.values()].filter(({ id }) => has(after, user, id) === to && has(before, user, id) === !to)
    expect(new Set(gain)).toEqual(new Set(thoseBecoming(true)))
    expect(new Set(lose)).toEqual(new Set(thoseBecoming(false)))
    count += gain.length + lose.length
  }
  expect(count).toBeGreaterThan(0)
})

it('a lock that joins groups lets in who has access to one of them, and one that leaves locks them out', () => {
  const of = (lock: string, links: LinkEntry[], change: { added?: string[]; removed?: string[] }) => {
    const { gain, lose } = effectOfGroups(house(...links), lock, { added: [], removed: [], ...change }, now)
    return [gain.map(({ name }) => name), lose.map(({ name }) => name)]
  }
  expect(of('lock-flat', [anna(), cleaners], { added: [group] })).toEqual([['Anna', 'Bo'], []])
  expect(of('lock-street', [anna(), cleaners], { removed: [group] })).toEqual([[], ['Anna', 'Bo']])
  expect(of('lock-flat', [anna(), cleaners, own('lock-flat')], { added: [group] })).toEqual([['Bo'], []])
  expect(of('lock-flat', [anna('calendar-ended')], { added: [group] })).toEqual([[], []])
  expect(of('lock-flat', [anna(), cleaners], { added: ['group-all'] })).toEqual([[], []])
  const toAll = link('group_user-2', { user_id: 'user-anna', group_id: 'group-all' })
  expect(of('lock-street', [anna(), cleaners, toAll], { added: ['group-all'], removed: [group] })).toEqual([[], ['Bo']])
})

it('the groups of a lock agree with the cells of the grid before and after', () => {
  let count = 0
  for (const seed of [1, 2, 3]) {
    const document = fixture({ users: 40, locks: 12, groups: 8, links: 120 }, now, seed)
    const [before, after] = [domainOf(document), domainOf(document)]
    const [first, second] = document.groups.filter(({ type }) => type === 'locks')
    const [leaves, joins] = [first?.locks ?? [], second?.locks ?? []]
    const [left, joined] = [first?.id ?? '', second?.id ?? '']
    const lock = leaves.find((id) => !joins.includes(id)) ?? ''
    const staying = leaves.filter((id) => id !== lock)
    after.put('groups', [lockGroup(left, staying), lockGroup(joined, [...joins, lock])])
    const { gain, lose, change } = effectOfGroups(before, lock, { added: [joined], removed: [left] }, now)
    const thoseBecoming = (to: boolean) =>
      [...before.users.values()].filter(({ id }) => has(after, id, lock) === to && has(before, id, lock) === !to)
    expect([gain, lose, change]).toEqual([thoseBecoming(true), thoseBecoming(false), []])
    count += gain.length + lose.length
  }
  expect(count).toBeGreaterThan(0)
})

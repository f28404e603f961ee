import { describe, expect, it } from 'vitest'
import { domainOf, lockGroup, userGroup } from '../testing/example'
import {
  groupsByName,
  membershipChanges,
  membershipsOf,
  mergeMemberships,
  sameMemberships,
  withMemberships,
} from './memberships'

const domain = domainOf({
  groups: [
    lockGroup('group-2', ['lock-1', 'lock-2'], { name: 'Floor 10' }),
    lockGroup('group-1', ['lock-1'], { name: 'floor 9' }),
    lockGroup('group-3', [], { name: 'Écurie' }),
    userGroup('group-4', ['user-1'], { name: 'Cleaners' }),
  ],
})

it('a lock belongs to groups, told in the order of their ids', () => {
  expect(membershipsOf(domain, 'lock-1')).toEqual(['group-1', 'group-2'])
  expect(membershipsOf(domain, 'lock-3')).toEqual([])
})

it('groups of one type are told by name, as people order names', () => {
  expect(groupsByName(domain, 'locks', 'en-GB').map(({ name }) => name)).toEqual(['Écurie', 'floor 9', 'Floor 10'])
  expect(groupsByName(domain, 'users', 'en-GB').map(({ name }) => name)).toEqual(['Cleaners'])
})

it('two lists are the same when they hold the same', () => {
  expect(sameMemberships(['a', 'b'], ['a', 'b'])).toBe(true)
  expect(sameMemberships(['a'], ['a', 'b'])).toBe(false)
  expect(sameMemberships(['a', 'c'], ['a', 'b'])).toBe(false)
})

it('what is joined and left keeps the order, and is done once', () => {
  expect(withMemberships(['b', 'd'], { added: ['c', 'a', 'b'], removed: ['d', 'x'] })).toEqual(['a', 'b', 'c'])
  expect(membershipChanges(['a', 'b'], ['b', 'c'])).toEqual({ added: ['c'], removed: ['a'] })
})

describe('the changes of two people', () => {
  it.each([
    ['both join another group', ['a'], ['a', 'b'], ['a', 'c'], ['a', 'b', 'c']],
    ['both join the same', [], ['a'], ['a'], ['a']],
    ['both leave the same', ['a', 'b'], ['b'], ['b'], ['b']],
    ['one joins, the other leaves', ['a'], ['a', 'b'], [], ['b']],
    ['one leaves, the other joins', ['a'], [], ['a', 'b'], ['b']],
  ])('%s: neither undoes the other', (_, opened, mine, theirs, merged) => {
    expect(mergeMemberships(opened, mine, theirs)).toEqual(merged)
    expect(mergeMemberships(opened, theirs, mine)).toEqual(merged)
  })
})

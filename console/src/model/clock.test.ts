import { describe, expect, it } from 'vitest'
import { clockOf, namesUtc, namesUtcBelow } from './clock'
import { editedCell } from './editor'
import { domainOf, lock, lockGroup, user } from '../testing/example'

const zones = { copenhagen: 'Europe/Copenhagen', aarhus: 'Europe/Copenhagen', lisbon: 'Europe/Lisbon', shed: null }

const house = domainOf({
  users: [user('user-anna')],
  locks: [
    ...Object.entries(zones).map(([name, timezone]) => lock(`lock-${name}`, { timezone })),
    lock('lock-utc', { timezone: 'Etc/UTC' }),
    lock('lock-odd', { timezone: 'Mars/Base' }),
  ],
  groups: [
    lockGroup('group-one', ['lock-copenhagen', 'lock-aarhus']),
    lockGroup('group-part', ['lock-copenhagen', 'lock-shed']),
    lockGroup('group-wide', ['lock-copenhagen', 'lock-lisbon']),
    lockGroup('group-none', ['lock-shed', 'lock-utc']),
    lockGroup('group-empty', []),
  ],
})

describe('whose clock counts', () => {
  it.each([
    ['lock-lisbon', 'Europe/Lisbon', 'never', true],
    ['group-one', 'Europe/Copenhagen', 'never', true],
    // A door without a zone changes nothing about the clock on the wall of the others.
    ['group-part', 'Europe/Copenhagen', 'never', false],
    ['group-wide', 'UTC', 'instants', false],
    ['lock-shed', 'UTC', 'always', true],
    ['lock-odd', 'UTC', 'always', true],
    ['group-none', 'UTC', 'always', true],
    ['group-empty', 'UTC', 'always', true],
  ])('%s: that of %s', (column, zone, named, shared) => {
    expect(clockOf(house, column)).toEqual({ zone, named, shared })
    expect(editedCell(house, 'user-anna', column)?.clock).toEqual({ zone, named, shared })
  })

  it('UTC is named where a time could be taken for another', () => {
    expect(namesUtc(clockOf(house, 'lock-shed'), 'recurring')).toBe(true)
    expect(namesUtc(clockOf(house, 'group-wide'), 'temporary')).toBe(true)
    // Daily hours are by the clock of each door.
    expect(namesUtc(clockOf(house, 'group-wide'), 'recurring')).toBe(false)
    expect(namesUtc(clockOf(house, 'group-part'), 'temporary')).toBe(false)
  })

  it('below the head of a column UTC is named only where that has no clock of its own', () => {
    expect(namesUtcBelow(clockOf(house, 'lock-shed'), 'recurring')).toBe(false)
    expect(namesUtcBelow(clockOf(house, 'group-none'), 'temporary')).toBe(false)
    expect(namesUtcBelow(clockOf(house, 'group-wide'), 'temporary')).toBe(true)
    expect(namesUtcBelow(clockOf(house, 'group-wide'), 'recurring')).toBe(false)
  })
})

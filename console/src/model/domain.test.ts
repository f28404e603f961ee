import { describe, expect, it } from 'vitest'
import { Domain } from './domain'
import { calendar, device, domainOf, link, lock, lockGroup, user, userGroup } from '../testing/example'

const people = [user('user-1'), user('user-2')]
const doors = [lock('lock-1'), lock('lock-2')]

describe('a domain in memory', () => {
  it('finds the link of every kind of cell', () => {
    const domain = domainOf({
      users: people,
      locks: doors,
      groups: [userGroup('group-u', ['user-1']), lockGroup('group-l', ['lock-1'])],
      links: [
        link('lock_user-1', { user_id: 'user-1', lock_id: 'lock-1' }),
        link('group_user-1', { user_id: 'user-1', group_id: 'group-l' }),
        link('group_lock-1', { group_id: 'group-u', lock_id: 'lock-1' }),
        link('group_group-1', { group_id: 'group-u', other_group_id: 'group-l' }),
      ],
    })
    expect(domain.linkAt('user-1', 'lock-1')).toMatchObject({ id: 'lock_user-1', priority: 1 })
    expect(domain.linkAt('user-1', 'group-l')).toMatchObject({ id: 'group_user-1', priority: 2 })
    expect(domain.linkAt('group-u', 'lock-1')).toMatchObject({ id: 'group_lock-1', priority: 3 })
    expect(domain.linkAt('group-u', 'group-l')).toMatchObject({ id: 'group_group-1', priority: 4 })
    expect(domain.linkAt('user-2', 'lock-1')).toBeUndefined()
    expect(domain.linksOfRow('user-1').map(({ id }) => id)).toEqual(['lock_user-1', 'group_user-1'])
  })

  it('keeps several links of one cell and lets go of one at a time', () => {
    const sides = { user_id: 'user-1', lock_id: 'lock-1' }
    const ids = ['lock_user-1', 'lock_user-2', 'lock_user-3']
    const domain = domainOf({ users: people, locks: doors, links: ids.map((id) => link(id, sides)) })
    expect(domain.linksAt('user-1', 'lock-1').map(({ id }) => id)).toEqual(ids)
    for (const id of ids) {
      domain.apply({ entries: {}, removed: [id] })
      expect(domain.linksAt('user-1', 'lock-1').map((left) => left.id)).toEqual(ids.slice(ids.indexOf(id) + 1))
    }
  })

  it('follows a link to another calendar, and the calendar being removed', () => {
    const domain = domainOf({
      users: people,
      locks: doors,
      links: [link('lock_user-1', { user_id: 'user-1', lock_id: 'lock-1' })],
    })
    const before = domain.version
    domain.apply({
      entries: {
        calendars: [calendar('calendar-1', { end_time: '2026-12-01T00:00:00Z' })],
        links: [link('lock_user-1', { user_id: 'user-1', lock_id: 'lock-1', calendar_id: 'calendar-1' })],
      },
      removed: [],
    })
    expect(domain.version).toBeGreaterThan(before)
    const moved = domain.linkAt('user-1', 'lock-1')
    expect(domain.linksAt('user-1', 'lock-1')).toHaveLength(1)
    expect(moved && domain.calendarOf(moved)?.sets[0]?.end).toBe(Date.parse('2026-12-01T00:00:00Z'))
    domain.apply({ entries: {}, removed: ['calendar-1'] })
    expect(moved && domain.calendarOf(moved)).toBeUndefined()
  })

  it('follows members into and out of groups', () => {
    const domain = domainOf({ users: people, locks: doors, groups: [userGroup('group-u', ['user-1', 'user-2'])] })
    domain.put('groups', [userGroup('group-u', ['user-2']), userGroup('group-v', ['user-2'])])
    expect(domain.groupsOf('user-1')).toEqual([])
    expect(domain.groupsOf('user-2')).toEqual(['group-u', 'group-v'])
    domain.apply({ entries: {}, removed: ['group-u'] })
    expect(domain.groupsOf('user-2')).toEqual(['group-v'])
    expect(domain.usersOf('group-v')).toEqual(['user-2'])
    expect(domain.usersOf('user-1')).toEqual(['user-1'])
  })

  it('knows which locks have a bridge', () => {
    const domain = domainOf({
      locks: doors,
      devices: [
        device('serial of lock-1', 'bolt', ['bridge']),
        device('serial of lock-2', 'bolt', ['pad']),
        device('bridge', 'bridge', ['serial of lock-1']),
        device('pad', 'keypad', ['serial of lock-2']),
      ],
    })
    expect(domain.hasBridge('lock-1')).toBe(true)
    expect(domain.hasBridge('lock-2')).toBe(false)
    domain.apply({ entries: {}, removed: ['device:bridge'] })
    expect(domain.hasBridge('lock-1')).toBe(false)
  })

  it('knows which locks are devices: those with a serial number, not older ones with a MAC address', () => {
    const mwm = { mac_address: '00:11', mcu_firmware: '2.1', rf_firmware: '0.9', design_id: 1 }
    const domain = domainOf({ locks: [lock('lock-1'), lock('lock-old', { type: 'mwm', mwm })] })
    expect([...domain.locks.values()].map(({ isDevice, serial }) => [isDevice, serial])).toEqual([
      [true, 'serial of lock-1'],
      [false, '00:11'],
    ])
  })

  it('forgets removed users, locks and their conditions', () => {
    const domain = domainOf({ users: people, locks: doors })
    domain.put('conditions', [
      { lock_id: 'lock-1', state: 'Locked', battery_level: 80, at: null, bridge: 'online', bridge_since: null },
    ])
    domain.apply({ entries: {}, removed: ['user-1', 'lock-1'] })
    expect([...domain.users.keys(), ...domain.locks.keys()]).toEqual(['user-2', 'lock-2'])
    expect(domain.conditions.size).toBe(0)
    expect(domain.lockBySerial('serial of lock-1')).toBeUndefined()
    expect(domain.lockBySerial('serial of lock-2')?.id).toBe('lock-2')
  })

  it('forgets a condition that is no longer ours to read, and nothing else of the lock', () => {
    const domain = domainOf({ users: people, locks: doors })
    const condition = { state: 'Locked', battery_level: 80, at: null, bridge: 'online', bridge_since: null } as const
    domain.put('conditions', [
      { lock_id: 'lock-1', ...condition },
      { lock_id: 'lock-2', ...condition },
    ])
    domain.apply({ entries: {}, removed: ['condition:lock-1'] })
    expect([...domain.conditions.keys()]).toEqual(['lock-2'])
    expect([...domain.locks.keys()]).toEqual(['lock-1', 'lock-2'])
  })

  it('shows the name that the domain gives, else the own one, else the username', () => {
    const domain = new Domain()
    domain.put('users', [
      user('user-1', { alias: 'The cleaner', display_name: 'Anna' }),
      user('user-2', { display_name: 'Bo' }),
      user('user-3', { display_name: '', username: 'chiara' }),
    ])
    expect([...domain.users.values()].map(({ name }) => name)).toEqual(['The cleaner', 'Bo', 'chiara'])
  })
})

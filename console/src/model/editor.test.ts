import type { Capability } from './entries'
import { describe, expect, it } from 'vitest'
import { editedCell, profileOf, sameAccess, supportsRecurring, withLeftovers } from './editor'
import type { Standing } from './save-plan'
import { calendar, device, domainOf, link, lock, lockGroup, user, userGroup, oneSet } from '../testing/example'

const house = domainOf({
  users: [
    user('user-1', { display_name: 'Anna' }),
    user('user-2', { role: 'administrator' }),
    user('user-3', { role: 'installer' }),
  ],
  locks: [
    lock('lock-1', { name: 'Street door' }),
    lock('lock-2', { timezone: null }),
    lock('lock-3', {
      type: 'mwm',
      mwm: { mac_address: 'aa', mcu_firmware: '', rf_firmware: '', design_id: 1 },
    }),
  ],
  groups: [
    userGroup('group-u', ['user-1', 'user-2'], { name: 'Cleaners' }),
    lockGroup('group-l', ['lock-1', 'lock-2', 'lock-3'], { name: 'All' }),
  ],
  devices: [device('serial of lock-1', 'bolt', ['b']), device('b', 'bridge', ['serial of lock-1'])],
  calendars: [calendar('calendar-1', { week_days: [0] })],
  links: [
    link('lock_user-1', { user_id: 'user-1', lock_id: 'lock-1', calendar_id: 'calendar-1' }),
    link('group_lock-1', { group_id: 'group-u', lock_id: 'lock-1', calendar_id: 'calendar-1' }),
    link('lock_user-2', { user_id: 'user-1', lock_id: 'lock-2', link_profile: 'user_allow_remote' }),
  ],
})

describe('the cell that the editor opens', () => {
  it('names its sides and what stands, also that another link uses the calendar', () => {
    const cell = editedCell(house, 'user-1', 'lock-1')
    expect(cell).toMatchObject({
      ...{ who: 'Anna', what: 'Street door', remote: false },
      sides: { priority: 1, row: 'user-1', column: 'lock-1' },
      standing: { link: { id: 'lock_user-1', profile: 'user' }, calendar: { id: 'calendar-1', shared: true } },
    })
    expect(editedCell(house, 'user-1', 'lock-2')).toMatchObject({ remote: true, standing: { calendar: null } })
    expect(editedCell(house, 'group-u', 'group-l')?.standing.link).toBeNull()
  })

  it('is none when a side is gone', () => {
    expect(editedCell(house, 'user-9', 'lock-1')).toBeNull()
    expect(editedCell(house, 'user-1', 'lock-9')).toBeNull()
  })

  it('fixes the remote switch for administrators, installers and doors without a bridge', () => {
    const fixed = (row: string, column: string) => editedCell(house, row, column)?.remoteFixed
    expect(fixed('user-2', 'lock-1')).toBe('administrator')
    expect(editedCell(house, 'user-2', 'lock-1')?.remote).toBe(true)
    expect(fixed('user-3', 'lock-1')).toBe('installer')
    expect(fixed('user-1', 'lock-2')).toBe('no_bridge')
    expect(fixed('user-1', 'lock-1')).toBeNull()
    expect(fixed('user-1', 'group-l')).toBeNull()
    expect(fixed('group-u', 'lock-1')).toBeNull()
  })

  it('names old locks and locks without a time zone', () => {
    const cell = editedCell(house, 'group-u', 'group-l')
    expect(cell?.oldLocks.map(({ id }) => id)).toEqual(['lock-3'])
    expect(cell?.unzonedLocks.map(({ id }) => id)).toEqual(['lock-2'])
  })

  it('goes by what a lock can do and not by the name of its type', () => {
    const takes = (capabilities: Capability[]) => {
      const made = domainOf({ locks: [lock('lock-1', { capabilities })] }).locks.get('lock-1')
      return made && supportsRecurring(made)
    }
    expect(takes(['bolt', 'calendars', 'verifies'])).toBe(true)
    expect(takes(['bolt'])).toBe(true)
    expect(takes(['bolt', 'date_ranges'])).toBe(false)
  })

  it('tells whether what stands is still what stood there', () => {
    const people = { users: [user('user-1')], locks: [lock('lock-1')] }
    const sides = { user_id: 'user-1', lock_id: 'lock-1' }
    const domain = domainOf({
      ...people,
      calendars: [calendar('calendar-1', { end_time: '2026-12-01T10:00:00Z' })],
      links: [link('lock_user-1', sides)],
    })
    const standing = () => editedCell(domain, 'user-1', 'lock-1')?.standing as Standing
    const opened = standing()
    expect(sameAccess(opened, standing())).toBe(true)
    domain.put('links', [link('lock_user-1', { ...sides, calendar_id: 'calendar-1' })])
    expect(sameAccess(opened, standing())).toBe(false)
    const dated = standing()
    domain.put('calendars', [calendar('calendar-1', { end_time: '2026-12-02T10:00:00Z' })])
    expect(sameAccess(dated, standing())).toBe(false)
    domain.put('links', [link('lock_user-1', { ...sides, link_profile: 'user_allow_remote' })])
    expect(sameAccess(opened, standing())).toBe(false)
    domain.apply({ entries: {}, removed: ['lock_user-1'] })
    expect(sameAccess(opened, standing())).toBe(false)
  })

  it('keeps in mind the calendars of one’s own that no link uses, but none that they have taken', () => {
    const rule = oneSet({ end: 9 })
    const made = (id: string) => ({ id, rule, shared: false })
    const ours: Standing = { link: null, calendar: null, unused: [made('calendar-1'), made('calendar-2')] }
    const theirs: Standing = { link: { id: 'lock_user-1', profile: 'user' }, calendar: made('calendar-2'), unused: [] }
    expect(withLeftovers(theirs, ours)).toEqual({ ...theirs, unused: [made('calendar-1')] })
  })

  it('gives a link the profile of the role, or a user’s with remote access', () => {
    expect(profileOf('user', false)).toBe('user')
    expect(profileOf('user', true)).toBe('user_allow_remote')
    expect(profileOf('installer', false)).toBe('installer')
    expect(profileOf('administrator', true)).toBe('administrator')
  })
})

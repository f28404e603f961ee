import { describe, expect, it } from 'vitest'
import { cellOf, effectiveAccess, latestMove, locksWithAccess } from './access'
import { calendar, domainOf, link, lock, lockGroup, user, userGroup } from '../testing/example'
import type { LinkEntry } from './entries'

const now = Date.parse('2026-11-20T12:00:00Z')

const kinds: Record<1 | 2 | 3 | 4, Partial<LinkEntry>> = {
  1: { user_id: 'user-1', lock_id: 'lock-1' },
  2: { user_id: 'user-1', group_id: 'group-l' },
  3: { group_id: 'group-u', lock_id: 'lock-1' },
  4: { group_id: 'group-u', other_group_id: 'group-l' },
}

const calendars = [
  calendar('calendar-past', { end_time: '2026-11-01T00:00:00Z' }),
  calendar('calendar-until', { start_time: '2026-11-01T00:00:00Z', end_time: '2026-12-01T00:00:00Z' }),
  calendar('calendar-from', { start_time: '2026-11-28T00:00:00Z', end_time: '2026-12-01T00:00:00Z' }),
  calendar('calendar-weekly', { week_days: [4], daily_start: 32_400, daily_end: 61_200 }),
]

function house(...links: LinkEntry[]) {
  return domainOf({
    users: [user('user-1'), user('user-2', { role: 'administrator' })],
    locks: [lock('lock-1', { timezone: 'UTC' })],
    groups: [userGroup('group-u', ['user-1']), lockGroup('group-l', ['lock-1'])],
    calendars,
    links,
  })
}

describe('effective access', () => {
  it('is nothing without a link, and for unknown ids', () => {
    for (const [who, what] of [
      ['user-1', 'lock-1'],
      ['user-9', 'lock-1'],
      ['user-1', 'lock-9'],
    ] as const) {
      const { open, remote, priority, until } = effectiveAccess(house(), who, what, now)
      expect({ open, remote, priority, until }).toEqual({ open: false, remote: false, priority: null, until: null })
    }
  })

  it.each([1, 2, 3, 4] as const)('comes by a link of priority %i', (priority) => {
    const domain = house(link('link-1', kinds[priority]))
    expect(effectiveAccess(domain, 'user-1', 'lock-1', now)).toMatchObject({ open: true, priority, until: null })
  })

  it.each([
    [1, 2],
    [2, 3],
    [3, 4],
  ] as const)('priority %i decides over %i even when it is closed', (higher, lower) => {
    const domain = house(
      link('link-low', kinds[lower]),
      link('link-high', { ...kinds[higher], calendar_id: 'calendar-past' }),
    )
    expect(effectiveAccess(domain, 'user-1', 'lock-1', now)).toMatchObject({ open: false, priority: higher })
  })

  it('is the union of several links of one priority', () => {
    const domain = domainOf({
      users: [user('user-1')],
      locks: [lock('lock-1', { timezone: 'UTC' })],
      groups: [userGroup('group-u', ['user-1']), userGroup('group-v', ['user-1'])],
      calendars,
      links: [
        link('link-1', { group_id: 'group-u', lock_id: 'lock-1', calendar_id: 'calendar-weekly' }),
        link('link-2', { group_id: 'group-v', lock_id: 'lock-1', calendar_id: 'calendar-until' }),
      ],
    })
    // Friday: both are open; the weekly one still opens on Fridays when the other has ended.
    expect(effectiveAccess(domain, 'user-1', 'lock-1', now)).toMatchObject({
      open: true,
      until: Date.parse('2026-12-01T00:00:00Z'),
    })
    expect(effectiveAccess(domain, 'user-1', 'lock-1', Date.parse('2026-12-01T00:00:00Z'))).toMatchObject({
      open: false,
      until: Date.parse('2026-12-04T09:00:00Z'),
    })
  })

  it('is remote by an open link that allows it, or for administrators', () => {
    const allowed = { ...kinds[1], link_profile: 'user_allow_remote' } as const
    expect(effectiveAccess(house(link('link-1', kinds[1])), 'user-1', 'lock-1', now).remote).toBe(false)
    expect(effectiveAccess(house(link('link-1', allowed)), 'user-1', 'lock-1', now).remote).toBe(true)
    const closed = house(link('link-1', { ...allowed, calendar_id: 'calendar-from' }))
    expect(effectiveAccess(closed, 'user-1', 'lock-1', now).remote).toBe(false)
    const administrator = house(link('link-1', { user_id: 'user-2', lock_id: 'lock-1' }))
    expect(effectiveAccess(administrator, 'user-2', 'lock-1', now).remote).toBe(true)
  })
})

describe('a cell of the grid', () => {
  const direct = (calendar_id: string | null) => house(link('link-1', { ...kinds[1], calendar_id }))

  it.each([
    [null, { kind: 'permanent', expired: false, upcoming: false }],
    ['calendar-until', { kind: 'temporary', expired: false, upcoming: false }],
    ['calendar-from', { kind: 'temporary', expired: false, upcoming: true }],
    ['calendar-past', { kind: 'temporary', expired: true, upcoming: false }],
    ['calendar-weekly', { kind: 'recurring', expired: false, upcoming: false }],
    ['calendar-unknown', { kind: 'unknown', expired: false, upcoming: false }],
  ])('of a link with %s', (calendar_id, expected) => {
    expect(cellOf(direct(calendar_id), 'user-1', 'lock-1', now)).toMatchObject({ ...expected, via: null, others: 0 })
  })

  it('is none without any link', () => {
    expect(cellOf(house(), 'user-1', 'lock-1', now)).toMatchObject({ kind: 'none', link: null, via: null })
  })

  it.each([
    ['a user and a lock', 2, 'user-1', 'lock-1', null, 'group-l'],
    ['a user and a lock', 3, 'user-1', 'lock-1', 'group-u', null],
    ['a user and a lock', 4, 'user-1', 'lock-1', 'group-u', 'group-l'],
    ['a user and a lock group', 4, 'user-1', 'group-l', 'group-u', null],
    ['a user group and a lock', 4, 'group-u', 'lock-1', null, 'group-l'],
  ] as const)(
    'of %s by a link of priority %i names the groups',
    (_name, priority, row, column, userGroup, lockGroup) => {
      const cell = cellOf(house(link('link-1', kinds[priority])), row, column, now)
      expect(cell.kind).toBe('permanent')
      expect([cell.via?.userGroup?.id ?? null, cell.via?.lockGroup?.id ?? null]).toEqual([userGroup, lockGroup])
    },
  )

  it.each([
    ['user-1', 'group-l', 2],
    ['group-u', 'lock-1', 3],
    ['group-u', 'group-l', 4],
  ] as const)('of %s and %s has a link of its own', (row, column, priority) => {
    expect(cellOf(house(link('link-1', kinds[priority])), row, column, now).via).toBeNull()
  })

  it('shows of several links the one that gives most, and how many more there are', () => {
    const domain = house(
      link('link-1', { ...kinds[1], calendar_id: 'calendar-past' }),
      link('link-2', { ...kinds[1], calendar_id: 'calendar-until' }),
      link('link-3', { ...kinds[1], calendar_id: 'calendar-from' }),
    )
    expect(cellOf(domain, 'user-1', 'lock-1', now)).toMatchObject({ link: { id: 'link-2' }, others: 2 })
  })

  it('shows of several that are to come the one that begins first', () => {
    const [early, late] = ['2026-11-27T14:00:00Z', '2026-11-27T14:01:00Z']
    for (const starts of [
      [early, late],
      [late, early],
    ]) {
      const domain = house(
        ...starts.map((_, index) => link(`link-${index}`, { ...kinds[1], calendar_id: `calendar-${index}` })),
      )
      domain.put(
        'calendars',
        starts.map((start_time, index) => calendar(`calendar-${index}`, { start_time })),
      )
      expect(cellOf(domain, 'user-1', 'lock-1', now).calendar?.start).toBe(Date.parse(early))
    }
  })
})

describe('the locks that somebody reaches', () => {
  const locks = (row: string, ...links: LinkEntry[]) => locksWithAccess(house(...links), row, now, 'en-GB')

  it.each([1, 2, 3, 4] as const)('are there by a link of priority %i, also before it begins', (priority) => {
    expect(locks('user-1', link('link-1', { ...kinds[priority], calendar_id: 'calendar-from' }))).toHaveLength(1)
  })

  it('are those of a user group, where it is asked for', () => {
    expect(locks('group-u', link('link-1', kinds[4]))).toHaveLength(1)
    expect(locks('group-u', link('link-1', kinds[2]))).toHaveLength(0)
  })

  it('are not those to which access has ended, nor those to which there is none', () => {
    expect(locks('user-1', link('link-1', { ...kinds[1], calendar_id: 'calendar-past' }))).toHaveLength(0)
    expect(locks('user-2', link('link-1', kinds[1]))).toHaveLength(0)
  })

  it('have last moved when the last of them has', () => {
    const domain = house()
    domain.put('locks', [lock('lock-2'), lock('lock-3')])
    const told = { state: 'Locked' as const, battery_level: null, bridge: null, bridge_since: null }
    const at = ['2026-11-20T10:00:00+00:00', '2026-11-20T11:00:00+00:00'] as const
    domain.put('conditions', [
      { lock_id: 'lock-1', at: at[0], ...told },
      { lock_id: 'lock-2', at: at[1], ...told },
    ])
    expect(latestMove(domain, [...domain.locks.values()])).toBe(at[1])
    expect(latestMove(domain, [])).toBeNull()
  })
})

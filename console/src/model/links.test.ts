import { describe, expect, it } from 'vitest'
import { LinkTable } from './links'
import type { Link } from './rows'

const first: Link = {
  id: 'lock_user-7724313e6f1e',
  priority: 1,
  row: 'user-1',
  column: 'lock-1',
  calendarId: 'calendar-7c786e1ec60a',
  profile: 'user',
}
const second: Link = { ...first, id: 'lock_user-00000000000b', calendarId: null, profile: 'user_allow_remote' }
const third: Link = { ...first, id: 'group_lock-00000000000c', priority: 3, row: 'group-1' }

function tableOf(...links: Link[]): LinkTable {
  const table = new LinkTable()
  for (const link of links) table.put(link)
  return table
}

describe('the links of a domain', () => {
  it('come back as they were put', () => {
    const table = tableOf(first, second, third)
    for (const link of [first, second, third]) {
      expect(table.has(link.id)).toBe(true)
      expect(table.get(link.id)).toEqual(link)
    }
    expect(table.size).toBe(3)
  })

  it('are found by their cell and by their row, in the order in which they came', () => {
    const elsewhere: Link = { ...first, id: 'lock_user-00000000000d', column: 'lock-2' }
    const table = tableOf(first, elsewhere, third, second)
    expect(table.at('user-1', 'lock-1')).toEqual([first, second])
    expect(table.at('user-1', 'lock-2')).toEqual([elsewhere])
    expect(table.at('group-1', 'lock-2')).toEqual([])
    expect(table.ofRow('user-1')).toEqual([first, elsewhere, second])
  })

  it('are not found where nobody has heard of row or column', () => {
    const table = tableOf(first)
    expect(table.at('user-2', 'lock-1')).toEqual([])
    expect(table.at('user-1', 'lock-2')).toEqual([])
    expect(table.at('lock-1', 'user-1')).toEqual([])
    expect(table.ofRow('user-2')).toEqual([])
  })

  it('take another calendar and another profile', () => {
    const table = tableOf(first, second)
    const changed: Link = { ...first, calendarId: null, profile: 'installer' }
    table.put(changed)
    expect(table.at('user-1', 'lock-1')).toEqual([changed, second])
    expect(table.size).toBe(2)
  })

  it('leave nothing behind when they are removed, and make room for others', () => {
    const table = tableOf(first, second)
    table.remove(first.id)
    expect(table.size).toBe(1)
    expect([table.has(first.id), table.get(first.id)]).toEqual([false, undefined])
    expect(table.at('user-1', 'lock-1')).toEqual([second])
    expect(table.using('calendar-7c786e1ec60a')).toBe(0)
    table.put(third)
    expect(table.get(third.id)).toEqual(third)
    expect(table.at('user-1', 'lock-1')).toEqual([second])
    expect(table.size).toBe(2)
  })

  it('pass over the removal of a link that is not there', () => {
    const table = tableOf(first)
    table.remove(second.id)
    expect(table.size).toBe(1)
  })

  it('tell how many of them have a calendar', () => {
    const table = tableOf(first, second, third)
    expect(table.using('calendar-7c786e1ec60a')).toBe(2)
    expect(table.using('calendar-000000000000')).toBe(0)
  })
})

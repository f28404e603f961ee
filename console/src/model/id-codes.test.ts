import { describe, expect, it } from 'vitest'
import { IdCodes } from './id-codes'

const links = () => new IdCodes('lock_user', 'group_user', 'group_lock', 'group_group')

describe('ids as numbers', () => {
  it.each([
    'lock_user-000000000000',
    'group_group-ffffffffffff',
    'group_user-7724313e6f1e',
    'group_lock-00000000000a',
    'link-1',
    'lock_user-1',
    'lock_user-7724313E6F1E',
    'lock_user-7724313e6f1e0',
    'lock_user-7724313e6fg1',
    '',
  ])('%s comes back as it was', (id) => {
    const codes = links()
    codes.codeOf('something before it')
    expect(codes.idOf(codes.codeOf(id))).toBe(id)
  })

  it('are the same for the same id and differ between ids', () => {
    const codes = links()
    const ids = ['lock_user-00000000000a', 'group_user-00000000000a', 'lock_user-00000000000b', 'a', 'b']
    const numbers = ids.map((id) => codes.codeOf(id))
    expect(new Set(numbers).size).toBe(ids.length)
    expect(ids.map((id) => codes.codeOf(id))).toEqual(numbers)
  })

  it('stay whole numbers up to the largest id', () => {
    expect(Number.isSafeInteger(links().codeOf('group_group-ffffffffffff'))).toBe(true)
  })
})

import { describe, expect, it } from 'vitest'
import { chosenIdentity, selectableIdentities, toIdentity, type Identity } from './domain'

const identity = (id: string, role: Identity['role'], primary = false): Identity => ({
  id,
  domain: `${id}@home.dk`,
  primary,
  role,
})

it("drops the 's domain at the end of a domain's name, and only there", () => {
  const entry = { id: 'user-1', primary: true, role: 'user' as const, domain_rights: [], required_provider: null }
  expect(toIdentity({ ...entry, domain: "anna@home.dk's domain" }).domain).toBe('anna@home.dk')
  expect(toIdentity({ ...entry, domain: "anna's domains" }).domain).toBe("anna's domains")
})

describe('the chosen domain', () => {
  const own = identity('user-1', 'administrator', true)
  const other = identity('user-2', 'administrator')
  const guest = identity('user-3', 'user')

  it('is selectable where the account is an administrator', () => {
    expect(selectableIdentities([own, other, guest])).toEqual([own, other])
  })
  it('is the stored one', () => {
    expect(chosenIdentity([own, other, guest], 'user-2')).toBe(other)
  })
  it('is the primary one when none is stored, or the stored one is gone or no longer administered', () => {
    expect(chosenIdentity([other, own], null)).toBe(own)
    expect(chosenIdentity([own, other], 'user-9')).toBe(own)
    expect(chosenIdentity([own, guest], 'user-3')).toBe(own)
  })
  it('is what there is when no identity is primary', () => {
    expect(chosenIdentity([guest], null)).toBe(guest)
    expect(chosenIdentity([guest, other], null)).toBe(other)
    expect(chosenIdentity([], null)).toBeNull()
  })
})

import { expect, it } from 'vitest'
import { user } from '../../testing/example'
import { readUser } from '../../model/rows'
import { rightsOver } from './rights'

const viewer = { id: 'user-me', domain: 'owner', primary: true, role: 'administrator', domain_rights: [] } as const
const rights = (id: string, given: Parameters<typeof user>[1] = {}) => rightsOver(readUser(user(id, given)), viewer)

it('role, password and removal are for others who were created here', () => {
  expect(rights('user-anna')).toEqual({ isOwner: false, name: false, role: true, password: true, remove: true })
})

it('the password of who was invited is theirs', () => {
  const invited = { isOwner: false, name: false, role: true, password: false, remove: true }
  expect(rights('user-anna', { is_shadow_user: true })).toEqual(invited)
})

it('who has no account is a guest without a password, whose name can be changed', () => {
  const nameless = { isOwner: false, name: true, role: false, password: false, remove: true }
  expect(rights('user-anna', { has_account: false })).toEqual(nameless)
})

it('the owner and oneself keep all three', () => {
  const kept = { name: false, role: false, password: false, remove: false }
  expect(rights('user-olivia', { username: 'owner' })).toEqual({ isOwner: true, ...kept })
  expect(rights('user-me')).toEqual({ isOwner: false, ...kept })
})

import type { User } from '../../model/domain'
import type { Identity } from '../../session/domain'

/** What an administrator may change of a person, beside their alias and groups. */
export interface Rights {
  /** Whether the domain is theirs. */
  isOwner: boolean
  /** Their own name, which is otherwise theirs to change. */
  name: boolean
  role: boolean
  password: boolean
  remove: boolean
}

/**
 * The rights of `viewer` over a person. The owner of a domain is the person with the username that it goes by. Nobody takes their own
 * role or place in the domain away, and one's own password is one's account's; those of invited people open other doors too. Who has no
 * account is a guest without a password, and nobody else changes their name.
 */
export function rightsOver(user: User, viewer: Identity): Rights {
  const isOwner = user.username === viewer.domain
  const others = !isOwner && user.id !== viewer.id
  const signsIn = others && user.hasAccount
  return { isOwner, name: !user.hasAccount, role: signsIn, password: signsIn && !user.invited, remove: others }
}

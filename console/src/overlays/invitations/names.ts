import type { Domain } from '../../model/domain'
import { isMail, usernameKey } from '../../model/usernames'

/**
 * The keys of the names of those who are in the domain: usernames, and beside an e-mail address what they are called here too.
 * `but` is who is left out.
 */
export function namesHere(domain: Domain, name: string, but?: string): ReadonlySet<string> {
  const beside = isMail(name)
  const others = [...domain.users.values()].filter(({ id }) => id !== but)
  const names = others.flatMap(({ username, alias }) => (beside ? [username, alias] : [username]))
  return new Set(names.map(usernameKey))
}

/** The people of a domain as a list to choose from. */
import type { Domain } from './domain'
import { finder } from './search'

/** One of them. */
export interface Person {
  readonly id: string
  readonly name: string
  /** The username, where another person has the same name. */
  readonly detail?: string
  /** All that they are found by. */
  readonly found: readonly string[]
}

/** All people, by name. */
export function peopleByName(domain: Domain, locale: string): readonly Person[] {
  const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  const users = [...domain.users.values()].sort((a, b) => compare(a.name, b.name))
  return users.map(({ id, name, username, mail, alias, displayName }, index) => {
    const isShared = users[index - 1]?.name === name || users[index + 1]?.name === name
    const found = [name, username, mail, alias, displayName]
    return { id, name, found, ...(isShared ? { detail: username } : {}) }
  })
}

/** Those of the people whose names, username or e-mail address hold what was typed. */
export function personNamed<T extends Person>(people: readonly T[], typed: string): readonly T[] {
  const finds = finder(typed)
  return typed.trim() === '' ? people : people.filter(({ found }) => found.some(finds))
}

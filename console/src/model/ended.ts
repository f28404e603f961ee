/** Access that has ended and still stands: who may be let in again, or cleared away. */
import { cellOf } from './access'
import type { Domain, Link } from './domain'

/** Whose access to what has ended, `entry` being one of the two, and the link that decides there. */
export interface Ended<T> {
  readonly entry: T
  readonly row: string
  readonly column: string
  readonly link: Link
}

/** The users whose access to a lock or lock group has ended, by name in the order of the language. */
export function endedUsers(domain: Domain, column: string, now: number, locale: string) {
  return ended(domain, domain.users.values(), ({ id }) => ({ row: id, column }), now, locale)
}

/** The locks to which the access of a user or user group has ended, likewise. */
export function endedLocks(domain: Domain, row: string, now: number, locale: string) {
  return ended(domain, domain.locks.values(), ({ id }) => ({ row, column: id }), now, locale)
}

function ended<T extends { readonly id: string; readonly name: string }>(
  domain: Domain,
  entries: Iterable<T>,
  sidesOf: (entry: T) => { row: string; column: string },
  now: number,
  locale: string,
): readonly Ended<T>[] {
  const found: Ended<T>[] = []
  for (const entry of entries) {
    const { row, column } = sidesOf(entry)
    const { link, expired } = cellOf(domain, row, column, now)
    if (link !== null && expired) found.push({ entry, row, column, link })
  }
  const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  return found.sort((a, b) => compare(a.entry.name, b.entry.name))
}

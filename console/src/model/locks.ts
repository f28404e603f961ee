/** The locks of a domain as a list to choose from. */
import type { Domain } from './domain'

/** All locks by name, each with its serial number. */
export function locksByName(domain: Domain, locale: string) {
  const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  return [...domain.locks.values()]
    .map(({ id, name, serial }) => ({ id, name, detail: serial }))
    .sort((a, b) => compare(a.name, b.name) || compare(a.detail, b.detail))
}

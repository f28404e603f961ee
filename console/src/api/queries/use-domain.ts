/** How components read the domain on the screen, which is changed in place and put in another's place when the feed begins anew. */
import { useRef, useSyncExternalStore } from 'react'
import type { Domain } from '../../model/domain'
import { askedProvider, type AskedProvider } from '../errors'
import { liveDomain, type DomainState } from './domain'

/** The domain on the screen; renders again with every change. */
export function useDomain(): DomainState {
  return useSyncExternalStore(liveDomain.subscribe, () => liveDomain.state)
}

/** The provider by which the domain asks the person to sign in before it tells anything; null where it does not. */
export function useKeptOut(): AskedProvider | null {
  return useSyncExternalStore(liveDomain.subscribe, () => askedProvider(liveDomain.state.error))
}

interface Kept<T> {
  select: (domain: Domain) => T
  domain: Domain
  revision: number
  value: T
}

/**
 * What `select` reads from the domain on the screen; it is read anew when that changes, or with `of` heads only when people, doors or
 * groups do. `select` keeps its identity (`useCallback`) for as long as it would read the same.
 */
export function useDomainSelector<T>(select: (domain: Domain) => T, of: 'version' | 'heads' = 'version'): T {
  const { domain, [of]: revision } = useDomain()
  const kept = useRef<Kept<T> | null>(null)
  if (kept.current?.select !== select || kept.current.domain !== domain || kept.current.revision !== revision) {
    kept.current = { select, domain, revision, value: select(domain) }
  }
  return kept.current.value
}

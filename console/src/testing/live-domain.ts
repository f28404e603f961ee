import { onTestFinished, vi } from 'vitest'
import { liveDomain, type DomainState } from '../api/queries/domain'
import { tellServerBack } from '../api/use-server-back'
import type { Domain } from '../model/domain'
import type { DomainChange } from '../model/entries'

/** A domain on the screen that the test holds in its hands. */
export interface ShownDomain {
  /** Changes it as the feed does. */
  apply: (change: DomainChange) => void
  /** Puts another in its place, as when the feed begins anew. */
  replace: (domain: Domain) => void
  /** Says whether changes arrive, as the feed does; once they do again, whoever waits for the server is told. */
  live: (live: boolean) => void
}

/** Shows a domain in the place of the one that would come from the server, until the test ends. */
export function showDomain(domain: Domain): ShownDomain {
  let state: DomainState = {
    ...{ phase: 'ready', percent: 100, complete: true, error: null, domain, name: '' },
    ...{ heads: 1, version: 1, live: true },
  }
  const readers = new Set<() => void>()
  const spies = [
    vi.spyOn(liveDomain, 'state', 'get').mockImplementation(() => state),
    vi.spyOn(liveDomain, 'subscribe').mockImplementation((reader) => {
      readers.add(reader)
      return () => readers.delete(reader)
    }),
  ]
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
  const tell = (shown: Partial<DomainState>) => {
    state = { ...state, ...shown, heads: state.heads + 1, version: state.version + 1 }
    for (const reader of readers) reader()
  }
  return {
    apply(change) {
      state.domain.apply(change)
      tell({})
    },
    replace: (next) => tell({ domain: next }),
    live(live) {
      tell({ live })
      if (live) tellServerBack()
    },
  }
}

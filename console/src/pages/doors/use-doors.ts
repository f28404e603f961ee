import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { LiveDomain } from '../../api/queries/domain'
import { allowsRemote, effectiveAccess, type Access } from '../../model/access'
import type { Domain, Lock } from '../../model/domain'
import type { Identity } from '../../session/domain'

/** A door that somebody may operate from afar. */
export interface Door {
  identity: Identity
  domain: Domain
  /** Id of the person in that domain. */
  person: string
  lock: Lock
  access: Access
}

/** What is known of a guest's doors. */
export interface Doors {
  phase: 'loading' | 'ready' | 'failed'
  error: unknown
  /** Whether changes made elsewhere arrive at the moment. */
  live: boolean
  doors: readonly Door[]
  retry: () => void
}

/** The doors of an account in all domains where it is a guest, kept current. */
export function useDoors(account: string, identities: readonly Identity[], now: number): Doors {
  const all = useMemo(
    () =>
      identities
        .filter(({ role }) => role !== 'administrator')
        .map((identity) => ({ identity, live: new LiveDomain() })),
    [identities],
  )
  useEffect(() => {
    const stops = all.map(({ identity, live }) => live.start(account, identity.id))
    return () => {
      for (const stop of stops) stop()
    }
  }, [account, all])
  const subscribe = useCallback(
    (reader: () => void) => {
      const stops = all.map(({ live }) => live.subscribe(reader))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [all],
  )
  useSyncExternalStore(subscribe, () =>
    all.map(({ live: { state } }) => `${state.phase}${state.complete}${state.live}${state.version}`).join(),
  )

  const states = all.map(({ live }) => live.state)
  const failed = states.find(({ phase }) => phase === 'failed')
  const loading = states.some(({ complete, phase }) => !complete && phase !== 'failed')
  return {
    phase: failed !== undefined ? 'failed' : loading ? 'loading' : 'ready',
    error: failed?.error,
    live: states.every(({ live }) => live),
    doors: all.flatMap(({ identity, live }) => doorsOf(identity, live.state.domain, now)),
    retry: () => {
      for (const { live } of all) if (live.state.phase === 'failed') live.retry()
    },
  }
}

function doorsOf(identity: Identity, domain: Domain, now: number): Door[] {
  if (!domain.users.has(identity.id)) return []
  const doors: Door[] = []
  for (const lock of domain.locks.values()) {
    const access = effectiveAccess(domain, identity.id, lock.id, now)
    if (access.links.some(allowsRemote)) doors.push({ identity, domain, person: identity.id, lock, access })
  }
  return doors.sort((a, b) => a.lock.name.localeCompare(b.lock.name))
}

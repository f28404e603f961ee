import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { askedProvider, type AskedProvider } from '../../api/errors'
import { isFinal, LiveDomain } from '../../api/queries/domain'
import { allowsRemote, effectiveAccess, type Access } from '../../model/access'
import type { Domain, Lock } from '../../model/domain'
import { useNow } from '../../overlays/use-now'
import { isRefused, useRefused } from '../parts/use-refused'
import type { Identity } from '../../session/domain'
import { takeOverRole } from '../../session/session'

/** A door that somebody was given access to. */
export interface Door {
  identity: Identity
  domain: Domain
  /** Id of the person in that domain. */
  person: string
  lock: Lock
  access: Access
  /** Whether any of that access allows to operate it from afar. */
  fromAfar: boolean
}

/** What is known of a guest's doors. */
export interface DoorsState {
  phase: 'loading' | 'ready' | 'failed'
  error: unknown
  /** Whether changes made elsewhere arrive at the moment. */
  live: boolean
  doors: readonly Door[]
  /** The domains that tell them nothing before they sign in by a provider. */
  keptOut: readonly { identity: Identity; provider: AskedProvider }[]
  /** The moment for which they are told; it goes on when one of them opens or closes. */
  now: number
  retry: () => void
}

/** The doors of an account in all domains where it is a guest, kept current. */
export function useDoors(account: string, identities: readonly Identity[]): DoorsState {
  const [next, setNext] = useState<number | null>(null)
  const [order, setOrder] = useState<readonly string[]>([])
  const now = useNow(next)
  const all = useMemo(
    () =>
      identities
        .filter(({ role }) => role !== 'administrator')
        .map((identity) => ({ identity, live: new LiveDomain() })),
    [identities],
  )
  useEffect(() => {
    const stops = all.map(({ identity: { id }, live }) => live.start(account, id, (role) => takeOverRole(id, role)))
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
  const keptOut = all.flatMap(({ identity, live: { state } }) => {
    const provider = state.phase === 'failed' ? askedProvider(state.error) : null
    return provider === null ? [] : [{ identity, provider }]
  })
  const failed = states.find(({ phase, error }) => phase === 'failed' && askedProvider(error) === null)
  useRefused(states.find(({ error }) => isRefused(error))?.error)
  const loading = states.some(({ complete, phase }) => !complete && phase !== 'failed')
  const found = all
    // What was known before the refusal is not theirs to know any more.
    .filter(({ live: { state } }) => state.phase !== 'failed' || !isFinal(state.error))
    .flatMap(({ identity, live }) => doorsOf(identity, live.state.domain, now))
    .sort(firstToOpen)
  // A door that changed places would be pressed in place of another: they stay as they were first shown.
  const places = new Map(order.map((key, place) => [key, place]))
  const placeOf = (door: Door) => places.get(doorKey(door)) ?? order.length
  const doors = found.toSorted((a, b) => placeOf(a) - placeOf(b))
  const keys = doors.map(doorKey)
  if (!loading && keys.join() !== order.join()) setOrder(keys)
  const coming = doors.map(({ access }) => access.until).filter((until) => until !== null)
  const soonest = coming.length === 0 ? null : Math.min(...coming)
  // A door that closes in the middle of a minute shows it at once.
  if (soonest !== next) setNext(soonest)
  return {
    phase: failed !== undefined ? 'failed' : loading ? 'loading' : 'ready',
    error: failed?.error,
    // Of one that failed it is said why; a server that refused is not away.
    live: states.every(({ live, phase }) => live || phase === 'failed'),
    doors,
    keptOut,
    now,
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
    if (access.priority === null) continue
    const fromAfar = access.links.some(allowsRemote)
    doors.push({ identity, domain, person: identity.id, lock, access, fromAfar })
  }
  return doors.sort((a, b) => a.lock.name.localeCompare(b.lock.name))
}

/** One lock may be a door of two domains. */
export function doorKey({ identity, lock }: Door): string {
  return `${identity.id}.${lock.id}`
}

/** What is open to them now stands first, of that what can be opened from here. */
function firstToOpen(a: Door, b: Door): number {
  return Number(b.access.open) - Number(a.access.open) || Number(b.fromAfar) - Number(a.fromAfar)
}

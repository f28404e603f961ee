import { useState } from 'react'
import { useDomain } from '../../api/queries/use-domain'
import type { Domain } from '../../model/domain'
import { clockOfLocks } from '../../model/clock'
import {
  isChanged as isAccessChanged,
  newDraft,
  problemsOf,
  ruleOf,
  switchType,
  type Draft as AccessDraft,
} from '../../model/draft'
import type { CalendarType } from '../../model/calendar'
import { profileOf, supportsRecurring } from '../../model/editor'
import { nameProblem, namesIn, withNames } from '../../model/guest-names'
import { sameMemberships } from '../../model/memberships'
import { usernameKey } from '../../model/usernames'
import { inZone } from '../../model/rezone'
import { zoneOf } from '../../model/zone'
import { randomText } from '../../session/pkce'
import { accessCalls } from '../access/calls'
import { storedDefaults, storeDefaults } from '../access/defaults'
import { useEditor } from '../frame/use-editor'
import { create, isWorthAnother, newGuest, type Guest } from './guest'
import type { Grant } from './plan'

/** What a person has entered and not yet asked to be created. */
interface Draft {
  /** What stands in the field. */
  typed: string
  names: readonly string[]
  /** Ids of the locks that the guests get access to. */
  locks: readonly string[]
  access: AccessDraft
}

/** Guests on their way into the domain: what is entered, and what became of those who were asked for. */
export function useCreation(now: number) {
  const { domain } = useDomain()
  const [defaults] = useState(storedDefaults)
  const begin = (_nothing: null, at: number): Draft => ({
    ...{ typed: '', names: [], locks: [] },
    access: newDraft('temporary', at, defaults, false),
  })
  const editor = useEditor<null, Draft, never>({
    name: 'create-users',
    live: null,
    now,
    same: () => true,
    draftOf: begin,
    isChanged: (draft, from) =>
      draft.typed !== from.typed ||
      !sameMemberships(draft.names, from.names) ||
      !sameMemberships(draft.locks, from.locks) ||
      isAccessChanged(draft.access, from.access),
    merge: (_stood, draft) => draft,
  })
  // With their passwords: in memory alone.
  const [guests, setGuests] = useState<readonly Guest[]>([])
  const [isPending, setPending] = useState(false)
  const [doubled, setDoubled] = useState<readonly string[]>([])

  const { draft, opened, at, edit } = editor
  // What was removed meanwhile opens nothing any more.
  const locks = draft.locks.flatMap((id) => domain.locks.get(id) ?? [])
  const clock = clockOfLocks(domain, draft.locks)
  const oldLocks = locks.filter((lock) => !supportsRecurring(lock))
  const here = namesHere(domain, guests)
  const allowed = { administrator: false, recurring: oldLocks.length === 0 }
  const problems = locks.length === 0 ? [] : problemsOf(draft.access, opened.access, at, now, allowed)

  /** The names with those that are still in the field. */
  function gathered() {
    return withNames(
      draft.names,
      namesIn(draft.typed),
      guests.map(({ name }) => name),
    )
  }

  /** Takes what is typed into the list; answers which names came in. */
  function add(): readonly string[] {
    const { names, added, doubled } = gathered()
    setDoubled(doubled)
    edit((current) => ({ ...current, names, typed: doubled.join(', ') }))
    return added
  }

  function grants(): Grant[] {
    const { access } = draft
    return locks.map(({ id, name }) => ({
      ...{ lock: id, name, rule: ruleOf(access) },
      profile: profileOf('user', access.remote && domain.hasBridge(id)),
    }))
  }

  /** Creates those who are entered, and tries those again for whom that may help. One that fails keeps no other waiting. */
  async function run(): Promise<void> {
    const { names } = gathered()
    const entered = names.map((name) => newGuest(name, randomText(16), grants()))
    let all = [...guests, ...entered]
    const todo = all.filter((guest) => entered.includes(guest) || isWorthAnother(guest)).map(({ key }) => key)
    const put = (key: string, change: (guest: Guest) => Guest) => {
      all = all.map((guest) => (guest.key === key ? change(guest) : guest))
      setGuests(all)
    }
    setPending(true)
    setDoubled([])
    edit((current) => ({ ...current, names: [], typed: '' }))
    for (const key of todo) put(key, (guest) => ({ ...guest, state: 'saving', failed: null }))
    // One after another: the server hashes one password at a time for each of its callers.
    for (const key of todo) {
      const guest = all.find((one) => one.key === key)
      if (guest === undefined) continue
      const after = await create(guest, accessCalls)
      put(key, () => after)
    }
    if (draft.access.saveAsDefault && locks.length > 0) storeDefaults(draft.access)
    setPending(false)
  }

  return {
    draft,
    /** When that was begun. */
    at,
    /** All that are to be created, with what is still in the field. */
    names: gathered().names,
    guests,
    locks,
    clock,
    oldLocks,
    problems,
    isPending,
    restored: editor.restored,
    /** Names that were in the list already when they were to be added. */
    doubled,
    wrong: (name: string) => nameProblem(name, here),
    hasWrong: () => gathered().names.some((name) => nameProblem(name, here) !== null),
    /** Whether there is somebody to be created, or to be tried again. */
    hasWork: draft.names.length > 0 || namesIn(draft.typed).length > 0 || guests.some(isWorthAnother),
    hasNames: draft.names.length > 0 || namesIn(draft.typed).length > 0,
    type: (typed: string) => {
      setDoubled([])
      edit((current) => ({ ...current, typed }))
    },
    add,
    remove: (name: string) => edit((current) => ({ ...current, names: current.names.filter((one) => one !== name) })),
    editAccess: (change: (access: AccessDraft) => AccessDraft) =>
      edit((current) => ({ ...current, access: change(current.access) })),
    switchTo: (type: CalendarType) =>
      edit((current) => ({ ...current, access: switchType(current.access, type, undefined, at, defaults) })),
    /** Times that were chosen are those of the doors, whichever these are in the end. */
    chooseLocks: (change: (locks: readonly string[]) => readonly string[]) =>
      edit((current) => {
        const chosen = change(current.locks)
        const [from, to] = [current.locks, chosen].map((ids) => zoneOf(clockOfLocks(domain, ids).zone))
        const moves = current.locks.length > 0 && chosen.length > 0 && from !== undefined && to !== undefined
        const access = moves ? inZone(current.access, opened.access, from, to) : current.access
        return { ...current, locks: chosen, access }
      }),
    run,
    forget: editor.forget,
  }
}

/** What is entered and what became of it. */
export type Creation = ReturnType<typeof useCreation>

/** The keys of all names in the domain but of those who were created just now. */
function namesHere(domain: Domain, guests: readonly Guest[]): ReadonlySet<string> {
  const own = new Set(guests.map(({ standing }) => standing.user))
  const others = [...domain.users.values()].filter(({ id }) => !own.has(id))
  return new Set(others.flatMap(({ username, mail }) => [username, mail]).map(usernameKey))
}

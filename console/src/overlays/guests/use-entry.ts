import { useState } from 'react'
import { useDomain } from '../../api/queries/use-domain'
import type { CalendarType } from '../../model/calendar'
import { clockOfLocks } from '../../model/clock'
import {
  isChanged as isAccessChanged,
  newDraft,
  ruleOf,
  switchType,
  type Draft as AccessDraft,
} from '../../model/draft'
import { problemsOf } from '../../model/problems'
import { profileOf, supportsRecurring } from '../../model/editor'
import { namesIn, withNames, type NameProblem } from '../../model/guest-names'
import { sameMemberships } from '../../model/memberships'
import { inZone } from '../../model/rezone'
import { dayAtDoor, zoneOf } from '../../model/zone'
import { storedDefaults, storedLists, storeDefaults } from '../access/defaults'
import { useEditor } from '../frame/use-editor'
import type { Grant } from './grant'

/** What a person has entered and not yet asked to be done. */
export interface Entered<O> {
  /** What stands in the field. */
  typed: string
  names: readonly string[]
  /** Ids of the locks that the guests get access to. */
  locks: readonly string[]
  access: AccessDraft
  /** What one overlay alone asks for. */
  own: O
}

/** What of an entry the overlay knows, and nobody else. */
export interface EntryOptions<O> {
  /** The overlay's name, which the draft has too. */
  name: string
  now: number
  /** What `own` begins with. */
  own: O
  /** Whether those who were asked for are being seen to. */
  isPending: boolean
  /** Names that are in the list beside those that are entered. */
  others: readonly string[]
  problemOf: (name: string) => NameProblem | null
}

/** Names that did not come into the list when they were to be added. */
const nobody: Pick<ReturnType<typeof withNames>, 'doubled' | 'repeated'> = { doubled: [], repeated: [] }

/** Guests that are entered, by their names, and the access that they all get. */
export function useEntry<O>({ name, now, own, isPending, others, problemOf }: EntryOptions<O>) {
  const { domain } = useDomain()
  const [defaults] = useState(storedDefaults)
  const begin = (_nothing: null, at: number): Entered<O> => ({
    ...{ typed: '', names: [], locks: [], own },
    access: newDraft('temporary', at, defaults, false),
  })
  const editor = useEditor<null, Entered<O>, never>({
    name,
    live: null,
    now,
    same: () => true,
    draftOf: begin,
    isChanged: (draft, from) =>
      draft.typed !== from.typed ||
      !sameMemberships(draft.names, from.names) ||
      !sameMemberships(draft.locks, from.locks) ||
      isAccessChanged(draft.access, from.access) ||
      JSON.stringify(draft.own) !== JSON.stringify(from.own),
    merge: (_stood, draft) => draft,
  })
  const [left, setLeft] = useState(nobody)

  const { draft, opened, at, edit } = editor
  // What was removed meanwhile opens nothing any more.
  const locks = draft.locks.flatMap((id) => domain.locks.get(id) ?? [])
  const clock = clockOfLocks(domain, draft.locks)
  const oldLocks = locks.filter((lock) => !supportsRecurring(lock))
  const today = dayAtDoor(now, zoneOf(clock.zone))
  const allowed = { administrator: false, recurring: oldLocks.length === 0, today }
  const problems = locks.length === 0 ? [] : problemsOf(draft.access, opened.access, at, now, allowed)
  // With those that are still in the field.
  const gathered = withNames(draft.names, namesIn(draft.typed), others)
  const isRight = (name: string) => problemOf(name) === null

  /** Takes what is typed into the list; answers which names came in. */
  function add(): readonly string[] {
    const { names, added, doubled, repeated } = gathered
    setLeft({ doubled, repeated })
    // As one types them: the field takes them apart at the commas again.
    edit((current) => ({ ...current, names, typed: doubled.join(', ') }))
    return added
  }

  return {
    draft,
    /** When that was begun. */
    at,
    /** All that are entered, with what is still in the field. */
    names: gathered.names,
    /** Those of them that nothing is wrong with: so many guests will be asked for. */
    rightNames: gathered.names.filter(isRight),
    locks,
    clock,
    oldLocks,
    problems,
    isPending,
    restored: editor.restored,
    /** Names that were in the list already when they were to be added. */
    doubled: left.doubled,
    /** Names that were to be added more than once, and came in once. */
    repeated: left.repeated,
    problemOf,
    hasWrong: !gathered.names.every(isRight),
    hasNames: draft.names.length > 0 || namesIn(draft.typed).length > 0,
    type: (typed: string) => {
      setLeft(nobody)
      edit((current) => ({ ...current, typed }))
    },
    add,
    remove: (name: string) => edit((current) => ({ ...current, names: current.names.filter((one) => one !== name) })),
    editOwn: (change: (own: O) => O) => edit((current) => ({ ...current, own: change(current.own) })),
    editAccess: (change: (access: AccessDraft) => AccessDraft) =>
      edit((current) => ({ ...current, access: change(current.access) })),
    switchTo: (type: CalendarType) =>
      edit((current) => ({
        ...current,
        access: switchType(current.access, type, undefined, at, defaults, storedLists(domain.dayLists)),
      })),
    /** Times that were chosen are those of the doors, whichever these are in the end. */
    chooseLocks: (change: (locks: readonly string[]) => readonly string[]) =>
      edit((current) => {
        const chosen = change(current.locks)
        const [from, to] = [current.locks, chosen].map((ids) => zoneOf(clockOfLocks(domain, ids).zone))
        const moves = current.locks.length > 0 && chosen.length > 0 && from !== undefined && to !== undefined
        const access = moves ? inZone(current.access, opened.access, from, to) : current.access
        return { ...current, locks: chosen, access }
      }),
    /** The access that each of them gets. */
    grants: (): Grant[] =>
      locks.map(({ id, name }) => ({
        ...{ lock: id, name, rule: ruleOf(draft.access) },
        profile: profileOf('user', draft.access.remote && domain.hasBridge(id)),
      })),
    /** Those who are entered are asked for: the field and the list are free for others. */
    taken: () => {
      setLeft(nobody)
      edit((current) => ({ ...current, names: [], typed: '', own }))
      if (draft.access.saveAsDefault && locks.length > 0) storeDefaults(draft.access)
    },
    forget: editor.forget,
  }
}

/** What is entered. */
export type Entry<O> = ReturnType<typeof useEntry<O>>

/** The same, whatever one overlay alone asks for. */
export type AnyEntry = Omit<Entry<unknown>, 'editOwn'>

/** The first steps in a new domain: a door, to try it, and to let somebody in. */
import type { Domain, Lock } from './domain'

/** A cell in which access can be given. */
export interface Cell {
  row: string
  column: string
}

/** How far a domain has come. */
export interface FirstSteps {
  hasDoor: boolean
  /** The first door that can be operated from here. */
  operable: Lock | null
  /** Where there is none: the first door that a bridge of the domain could be paired with. */
  pairable: Lock | null
  /** Whether somebody else has been given access. */
  letIn: boolean
  /** The first of the others and a door to which they have no access. */
  free: Cell | null
}

/** `viewer` is whose steps they are; `isOwner` whether the domain is theirs. */
export function firstSteps(domain: Domain, viewer: string, isOwner: boolean): FirstSteps {
  const locks = [...domain.locks.values()]
  const others = [...domain.users.keys()].filter((id) => id !== viewer)
  const rows = [...others, ...[...domain.groups.values()].filter(({ type }) => type === 'users').map(({ id }) => id)]
  // Owners and installers are given access with a new lock: that lets nobody in.
  const counts = ({ profile }: { profile: string }) => profile === 'user' || (isOwner && profile === 'administrator')
  const operable = locks.find(({ id }) => domain.hasBridge(id)) ?? null
  const isAlone = operable === null && domain.devicesThat('bridge').length > 0
  return {
    hasDoor: locks.length > 0,
    operable,
    pairable: (isAlone ? locks[0] : null) ?? null,
    letIn: rows.some((row) => domain.linksOfRow(row).some(counts)),
    free: freeCell(domain, others, locks),
  }
}

function freeCell(domain: Domain, people: readonly string[], locks: readonly Lock[]): Cell | null {
  for (const row of people) {
    const lock = locks.find(({ id }) => domain.linkAt(row, id) === undefined)
    if (lock !== undefined) return { row, column: lock.id }
  }
  return null
}

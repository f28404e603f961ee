/** What a change of access does beside other access: which links it overrides or yields to, and whether removing it gives more. */
import { allowsRemote, calendarsOf, HORIZON } from './access'
import { isExpired, isOpen, nextChange, opensWithin, type Calendar } from './calendar'
import type { Domain, Link } from './domain'
import { cellPriority, decidingLinks } from './priority'
import { zoneOf, type Zone } from './zone'

/** Groups with more members than this skip the overlap calculation, which grows with people times doors. */
export const GROUP_LIMIT = 100

/** Another link that joins some of the same people with some of the same doors. */
export interface Overlap {
  link: Link
  /** `higher`: it goes on deciding there; `same`: both count; `lower`: the cell's own access replaces it. */
  relation: 'higher' | 'same' | 'lower'
  /** The people and doors that both concern. */
  users: readonly string[]
  locks: readonly string[]
}

/** The overlaps of a cell's own access, and whether their calculation was skipped because a group is too large. */
export interface Overlaps {
  skipped: boolean
  overlaps: readonly Overlap[]
}

/** Which other links, not yet expired, a link of this cell meets, whether the link is there already or would be new. */
export function overlapsOf(domain: Domain, row: string, column: string, now: number): Overlaps {
  const users = domain.usersOf(row)
  const locks = domain.locksOf(column)
  if (users.length > GROUP_LIMIT || locks.length > GROUP_LIMIT) return { skipped: true, overlaps: [] }
  const own = domain.linkAt(row, column)
  const mine = cellPriority(domain, row, column)
  const userSet = new Set(users)
  const lockSet = new Set(locks)
  const overlaps: Overlap[] = []
  for (const other of withGroups(domain, users)) {
    for (const link of domain.linksOfRow(other)) {
      if (link.id === own?.id || isExpired(domain.calendarOf(link) ?? null, now)) continue
      const shared = domain.locksOf(link.column).filter((lock) => lockSet.has(lock))
      if (shared.length === 0) continue
      overlaps.push({
        link,
        relation: link.priority < mine ? 'higher' : link.priority > mine ? 'lower' : 'same',
        users: domain.usersOf(link.row).filter((user) => userSet.has(user)),
        locks: shared,
      })
    }
  }
  overlaps.sort((a, b) => a.link.priority - b.link.priority)
  return { skipped: false, overlaps }
}

function withGroups(domain: Domain, members: readonly string[]): Set<string> {
  return new Set([...members, ...members.flatMap((member) => domain.groupsOf(member))])
}

/** Access that some people gain at some doors when a link goes away. */
export interface Widening {
  /** The links that then decide. */
  links: readonly Link[]
  users: string[]
  locks: string[]
}

/** Whom the cell's own access, though it has ended, keeps from others that would let them in now or later, and where. */
export function outranks(domain: Domain, row: string, column: string, now: number): Widening[] {
  const own = domain.linkAt(row, column)
  return own !== undefined && isExpired(domain.calendarOf(own) ?? null, now)
    ? wideningsOf(domain, row, column, now)
    : []
}

/**
 * Whom the cell's access keeps out while it is shut, though other access would let them in, and where. It is shut from now until it begins,
 * or from its end on; then `until` is null, because it decides until it is removed. Not worked out for large groups, as overlaps are not.
 */
export function lockedOut(domain: Domain, row: string, column: string, from: number, until: number | null): Widening[] {
  if (domain.usersOf(row).length > GROUP_LIMIT || domain.locksOf(column).length > GROUP_LIMIT) return []
  const own = domain.linkAt(row, column)
  const mine = cellPriority(domain, row, column)
  return grouped(
    domain,
    row,
    column,
    (user, lock) => decidingLinks(domain, user, lock, own).filter(({ priority }) => priority > mine),
    (others, _administrator, zone) =>
      others.filter((link) => {
        const calendar = domain.calendarOf(link)
        return calendar !== undefined && opensWithin(calendar, zone, from, until ?? from + HORIZON)
      }),
  )
}

/** Whom removing the cell's own link would give more than they have, and where: lower links that it keeps from deciding. */
export function wideningsOf(domain: Domain, row: string, column: string, now: number): Widening[] {
  const own = domain.linkAt(row, column)
  if (own === undefined) return []
  return grouped(
    domain,
    row,
    column,
    (user, lock) => {
      const before = decidingLinks(domain, user, lock)
      return before.length === 1 && before[0]?.id === own.id ? decidingLinks(domain, user, lock, own) : []
    },
    (after, administrator, zone) => (gives(domain, own, after, administrator, zone, now) ? after : []),
  )
}

/** The people and doors of a cell by the links that would decide about them, of which `give` picks those that give something. */
function grouped(
  domain: Domain,
  row: string,
  column: string,
  linksOf: (user: string, lock: string) => readonly Link[],
  give: (links: readonly Link[], administrator: boolean, zone: Zone) => readonly Link[],
): Widening[] {
  const found = new Map<string, Widening | null>()
  for (const user of domain.usersOf(row)) {
    for (const lock of domain.locksOf(column)) {
      const links = linksOf(user, lock)
      if (links.length === 0) continue
      const administrator = domain.users.get(user)?.role === 'administrator'
      const timezone = domain.locks.get(lock)?.timezone ?? null
      const key = JSON.stringify([links.map((link) => link.id), administrator, timezone])
      let widening = found.get(key)
      if (widening === undefined) {
        const giving = give(links, administrator, zoneOf(timezone))
        widening = giving.length > 0 ? { links: giving, users: [], locks: [] } : null
        found.set(key, widening)
      }
      if (widening === null) continue
      if (!widening.users.includes(user)) widening.users.push(user)
      if (!widening.locks.includes(lock)) widening.locks.push(lock)
    }
  }
  return [...found.values()].filter((widening) => widening !== null)
}

function gives(
  domain: Domain,
  own: Link,
  after: readonly Link[],
  administrator: boolean,
  zone: Zone,
  now: number,
): boolean {
  if (wider(calendarsOf(domain, [own]), calendarsOf(domain, after), zone, now)) return true
  if (administrator) return false
  const remote = (links: readonly Link[]) => calendarsOf(domain, links.filter(allowsRemote))
  return wider(remote([own]), remote(after), zone, now)
}

/** Whether at some instant within ten years one of `after` is open and none of `before`. */
function wider(before: (Calendar | null)[], after: (Calendar | null)[], zone: Zone, now: number): boolean {
  if (before.includes(null)) return false
  const all = [...before, ...after]
  const limit = now + HORIZON
  for (let at: number | null = now; at !== null;) {
    const instant: number = at
    const open = (calendar: Calendar | null) => isOpen(calendar, zone, instant)
    if (after.some(open) && !before.some(open)) return true
    const changes = all.map((calendar) => nextChange(calendar, zone, instant, limit)).filter((next) => next !== null)
    at = changes.length > 0 ? Math.min(...changes) : null
  }
  return false
}

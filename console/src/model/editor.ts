/** What the access editor must know about a cell before it opens: what stands, what is allowed, what is warned of. */
import { sameCalendar } from './calendar'
import type { Domain, Lock } from './domain'
import type { LinkProfile, Role } from './entries'
import { allowsRemote } from './access'
import { clockOf, type Clock } from './clock'
import { cellPriority } from './priority'
import type { Sides, Standing } from './save-plan'

/** Why the remote switch cannot be moved; null when it can. */
export type RemoteFixed = 'administrator' | 'installer' | 'no_bridge' | 'no_locks' | null

/** Which side of a cell is a group with nothing in it, so that access opens nothing yet; null where neither is. */
export type Empty = 'locks' | 'people' | 'both' | null

/** A cell as the editor sees it. */
export interface EditedCell {
  sides: Sides
  /** The names of the two sides. */
  who: string
  what: string
  /** The role of the person; a group's people count as users. */
  role: Role
  standing: Standing
  remote: boolean
  remoteFixed: RemoteFixed
  /** The doors concerned. */
  locks: readonly Lock[]
  empty: Empty
  /** By which clock dates are told. */
  clock: Clock
  /** Doors older than V3, which know no recurring access. */
  oldLocks: readonly Lock[]
  /** Doors without a time zone, whose times count as UTC. */
  unzonedLocks: readonly Lock[]
}

/** The cell of a user or user group and a lock or lock group; null when one of them is not (or no longer) in the domain. */
export function editedCell(domain: Domain, row: string, column: string): EditedCell | null {
  const user = domain.users.get(row)
  const who = user ?? domain.groups.get(row)
  const what = domain.locks.get(column) ?? domain.groups.get(column)
  if (who === undefined || what === undefined) return null
  const role = user?.role ?? 'user'
  const link = domain.linkAt(row, column)
  const locks = domain.locksOf(column).flatMap((id) => domain.locks.get(id) ?? [])
  return {
    sides: { priority: cellPriority(domain, row, column), row, column },
    who: who.name,
    what: what.name,
    role,
    standing: standingOf(domain, row, column),
    remote: role === 'administrator' || (link !== undefined && allowsRemote(link)),
    remoteFixed: role === 'user' ? remoteLack(domain, locks) : role,
    locks,
    empty: emptyOf(locks.length === 0, domain.usersOf(row).length === 0),
    clock: clockOf(domain, column),
    oldLocks: locks.filter((lock) => !supportsRecurring(lock)),
    unzonedLocks: locks.filter((lock) => lock.timezone === null),
  }
}

function remoteLack(domain: Domain, locks: readonly Lock[]): RemoteFixed {
  if (locks.length === 0) return 'no_locks'
  return locks.some((lock) => domain.hasBridge(lock.id)) ? null : 'no_bridge'
}

function emptyOf(hasNoLocks: boolean, hasNoPeople: boolean): Empty {
  if (hasNoLocks) return hasNoPeople ? 'both' : 'locks'
  return hasNoPeople ? 'people' : null
}

/** Whether a lock takes recurring access: all do but those that keep begin and end of a calendar alone. */
export function supportsRecurring(lock: Lock): boolean {
  return !lock.capabilities.includes('date_ranges')
}

/** Whether two moments of a cell show the same access. */
export function sameAccess(a: Standing, b: Standing): boolean {
  if (a.link?.id !== b.link?.id || a.link?.profile !== b.link?.profile || a.calendar?.id !== b.calendar?.id)
    return false
  return a.calendar == null || b.calendar == null || sameCalendar(a.calendar.rule, b.calendar.rule)
}

/** What stands after someone else changed the access: theirs, and the calendars that a failed Save of ours left behind. */
export function withLeftovers(theirs: Standing, { unused }: Standing): Standing {
  return { ...theirs, unused: unused.filter(({ id }) => id !== theirs.calendar?.id) }
}

function standingOf(domain: Domain, row: string, column: string): Standing {
  const link = domain.linkAt(row, column)
  if (link === undefined) return { link: null, calendar: null, unused: [] }
  const { calendarId } = link
  const calendar = domain.calendarOf(link)
  return {
    link: { id: link.id, profile: link.profile },
    calendar:
      calendar == null || calendarId === null
        ? null
        : // What its lists say is no part of the access: they may change without anybody changing that.
          { id: calendarId, rule: { ...calendar, lists: [] }, shared: domain.links.using(calendarId) > 1 },
    unused: [],
  }
}

/** The profile of a link: the person's role, or a user's with remote access. */
export function profileOf(role: Role, remote: boolean): LinkProfile {
  return role === 'administrator' ? role : remote ? 'user_allow_remote' : role
}

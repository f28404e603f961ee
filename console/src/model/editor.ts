/** What the access editor must know about a cell before it opens: what stands, what is allowed, what is warned of. */
import type { Domain, Lock } from './domain'
import type { LinkProfile, Role } from './entries'
import { allowsRemote } from './access'
import { cellPriority } from './priority'
import type { Sides, Standing } from './save-plan'

/** Why the remote switch cannot be moved; null when it can. */
export type RemoteFixed = 'administrator' | 'installer' | 'no_bridge' | null

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
    remoteFixed: role === 'user' ? (locks.some((lock) => domain.hasBridge(lock.id)) ? null : 'no_bridge') : role,
    locks,
    oldLocks: locks.filter((lock) => !supportsRecurring(lock)),
    unzonedLocks: locks.filter((lock) => lock.timezone === null),
  }
}

/** Whether a lock knows recurring access: those of the third generation, with serial numbers. */
export function supportsRecurring(lock: Lock): boolean {
  return lock.type === 'afi' && lock.deviceType.endsWith('v3')
}

function standingOf(domain: Domain, row: string, column: string): Standing {
  const link = domain.linkAt(row, column)
  if (link === undefined) return { link: null, calendar: null, unused: [] }
  const calendar = domain.calendarOf(link)
  const shared = [...domain.links.values()].some((other) => other !== link && other.calendarId === link.calendarId)
  return {
    link: { id: link.id, profile: link.profile },
    calendar: calendar == null ? null : { id: calendar.id, rule: calendar, shared },
    unused: [],
  }
}

/** The profile of a link (spec section 4): the person's role, or a user's with remote access. */
export function profileOf(role: Role, remote: boolean): LinkProfile {
  return role === 'administrator' ? role : remote ? 'user_allow_remote' : role
}

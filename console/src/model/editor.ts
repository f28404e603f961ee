/** What the access editor must know about a cell before it opens: what stands, what is allowed, what is warned of. */
import type { Domain, Lock } from './domain'
import type { LinkProfile, Role } from './entries'
import { allowsRemote } from './access'
import { cellPriority } from './priority'
import type { Sides, Standing } from './save-plan'
import { utc, zoneOf } from './zone'

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
  /** The calendar of the link that stands; null without one. */
  calendarId: string | null
  remote: boolean
  remoteFixed: RemoteFixed
  /** The doors concerned. */
  locks: readonly Lock[]
  /** The zone in which dates are told: the one that all doors share, UTC where they do not or have none. */
  zone: string
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
    calendarId: link?.calendarId ?? null,
    remote: role === 'administrator' || (link !== undefined && allowsRemote(link)),
    remoteFixed: role === 'user' ? (locks.some((lock) => domain.hasBridge(lock.id)) ? null : 'no_bridge') : role,
    locks,
    zone: sharedZone(locks),
    oldLocks: locks.filter((lock) => !supportsRecurring(lock)),
    unzonedLocks: locks.filter((lock) => lock.timezone === null),
  }
}

/** The zone that all these locks share; UTC counts for one without. */
function sharedZone(locks: readonly Lock[]): string {
  const zones = new Set(locks.map((lock) => zoneOf(lock.timezone).name))
  return zones.size === 1 ? ([...zones][0] as string) : utc.name
}

/** Device types of the third generation of locks. */
const thirdGeneration = ['danalockv3', 'universalmodulev3']

/** Whether a lock knows recurring access, which those older than V3 do not. */
export function supportsRecurring(lock: Lock): boolean {
  return lock.type === 'afi' && thirdGeneration.includes(lock.deviceType)
}

/** What someone else has done with the access of a cell since it was looked at; null when the domain shows what stood there. */
export function changedElsewhere(
  domain: Domain,
  { sides, standing, calendarId }: EditedCell,
): 'changed' | 'removed' | null {
  const link = domain.linkAt(sides.row, sides.column)
  if (standing.link === null) return link === undefined ? null : 'changed'
  if (link === undefined) return 'removed'
  const { id, profile } = standing.link
  return link.id === id && link.profile === profile && link.calendarId === calendarId ? null : 'changed'
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
        : { id: calendarId, rule: calendar, shared: domain.links.using(calendarId) > 1 },
    unused: [],
  }
}

/** The profile of a link: the person's role, or a user's with remote access. */
export function profileOf(role: Role, remote: boolean): LinkProfile {
  return role === 'administrator' ? role : remote ? 'user_allow_remote' : role
}

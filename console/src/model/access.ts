/** Effective access of a person to a door, and what a cell of the grid says (docs/access-rules.md). */
import { calendarType, isExpired, isOpen, nextChange, opensWithin, type Calendar, type CalendarType } from './calendar'
import type { Domain, Group, Link, Lock, Priority, User } from './domain'
import { decidingLinks, yieldingLinks } from './priority'
import { unionChange } from './union'
import { DAY, zoneOf, type Zone } from './zone'

/** How far ahead a change of access is looked for, in milliseconds: ten years. */
export const HORIZON = 3653 * DAY

/** What a person may do at a door at an instant. */
export interface Access {
  open: boolean
  /** Whether they may operate the door from afar at that instant. */
  remote: boolean
  /** The priority that decides; null without any link. */
  priority: Priority | null
  /** The next instant at which `open` changes; null when it does not within ten years. */
  until: number | null
  /** The links that decide. */
  links: readonly Link[]
}

const closed: Access = { open: false, remote: false, priority: null, until: null, links: [] }

/** The effective access of a user to a lock at an instant. */
export function effectiveAccess(domain: Domain, user: string, lock: string, at: number): Access {
  const person = domain.users.get(user)
  const door = domain.locks.get(lock)
  if (person === undefined || door === undefined) return closed
  const links = decidingLinks(domain, user, lock)
  if (links[0] === undefined) return closed
  const zone = zoneOf(door.timezone)
  const opened = links.filter((link) => linkOpen(domain, link, zone, at))
  return {
    open: opened.length > 0,
    remote: opened.length > 0 && (person.role === 'administrator' || opened.some(allowsRemote)),
    priority: links[0].priority,
    until: unionChange(
      calendarsOf(domain, links),
      (calendar, instant) => isOpen(calendar, zone, instant),
      (calendar, instant) => nextChange(calendar, zone, instant, at + HORIZON),
      at,
    ),
    links,
  }
}

/** Whether a link lets its people operate from afar while it is open. */
export function allowsRemote(link: Pick<Link, 'profile'>): boolean {
  return link.profile === 'administrator' || link.profile === 'user_allow_remote'
}

/** The calendars of links; a calendar that is not known here opens nothing. */
export function calendarsOf(domain: Domain, links: readonly Link[]): (Calendar | null)[] {
  return links.map((link) => domain.calendarOf(link)).filter((calendar) => calendar !== undefined)
}

function linkOpen(domain: Domain, link: Link, zone: Zone, at: number): boolean {
  const calendar = domain.calendarOf(link)
  return calendar !== undefined && isOpen(calendar, zone, at)
}

/** What a cell of the grid shows. */
export interface Cell {
  /** `unknown`: there is a link whose calendar is not known here. */
  kind: 'none' | 'unknown' | CalendarType
  /** It has ended. */
  expired: boolean
  /** It has not begun. */
  upcoming: boolean
  /** The link shown: the cell's own, or one through a group; null for none. */
  link: Link | null
  /** Its calendar; null is permanent (or none, or unknown). */
  calendar: Calendar | null
  /** Whether its people may operate from afar while it is open. */
  remote: boolean
  /** Through which groups, where the link is not the cell's own. */
  via: { userGroup: Group | null; lockGroup: Group | null } | null
  /** How many further links decide beside the one shown. */
  others: number
}

const none: Cell = {
  kind: 'none',
  expired: false,
  upcoming: false,
  link: null,
  calendar: null,
  remote: false,
  via: null,
  others: 0,
}

/** What the cell of a user or user group (`row`) and a lock or lock group (`column`) shows. */
export function cellOf(domain: Domain, row: string, column: string, now: number): Cell {
  const links = decidingLinks(domain, row, column)
  let shown = links[0]
  if (shown === undefined) return none
  for (const link of links) {
    if (link !== shown && rank(domain, link, now) > rank(domain, shown, now)) shown = link
  }
  const calendar = domain.calendarOf(shown)
  const direct = shown.row === row && shown.column === column
  return {
    kind: calendar === undefined ? 'unknown' : calendarType(calendar, now),
    expired: isExpired(calendar ?? null, now),
    upcoming: calendar != null && calendar.start !== null && calendar.start > now && !isExpired(calendar, now),
    link: shown,
    calendar: calendar ?? null,
    remote: allowsRemote(shown) || domain.users.get(row)?.role === 'administrator',
    via: direct
      ? null
      : {
          userGroup: shown.row === row ? null : (domain.groups.get(shown.row) ?? null),
          lockGroup: shown.column === column ? null : (domain.groups.get(shown.column) ?? null),
        },
    others: links.length - 1,
  }
}

/**
 * The links that a cell's access keeps from counting while it lets nobody in itself: because it has ended, or until it begins. They are
 * open at some time of that, by the clock of the column's doors, so that whom they join cannot get in for this reason alone.
 */
export function outrankedBy(
  domain: Domain,
  row: string,
  column: string,
  cell: Cell,
  zone: Zone,
  now: number,
): readonly Link[] {
  if (!cell.expired && !cell.upcoming) return []
  const until = (cell.upcoming ? cell.calendar?.start : null) ?? now + HORIZON
  return yieldingLinks(domain, row, column).filter((link) => {
    const calendar = domain.calendarOf(link)
    return calendar !== undefined && opensWithin(calendar, zone, now, until)
  })
}

/** Whether a cell lets somebody in, now or later: there is access, and it has not ended. All that is counted or left out goes by this. */
export function letsIn({ kind, expired }: Pick<Cell, 'kind' | 'expired'>): boolean {
  return kind !== 'none' && !expired
}

/** The users whom some link joins to a lock and whose access has not ended, by name in the order of the language. */
export function usersWithAccess(domain: Domain, lock: string, now: number, locale: string): User[] {
  const users = [...domain.users.values()].filter((user) => letsIn(cellOf(domain, user.id, lock, now)))
  const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  return users.sort((a, b) => compare(a.name, b.name))
}

/** The users whose access to a lock recurs, at hours by its clock, and has not ended. */
export function usersWithHours(domain: Domain, lock: string, now: number): User[] {
  const recurs = (link: Link) => {
    const calendar = domain.calendarOf(link) ?? null
    return calendarType(calendar, now) === 'recurring' && !isExpired(calendar, now)
  }
  return [...domain.users.values()].filter(({ id }) => decidingLinks(domain, id, lock).some(recurs))
}

/** The locks that some link joins to a user or user group and whose access has not ended, by name in the order of the language. */
export function locksWithAccess(domain: Domain, row: string, now: number, locale: string): Lock[] {
  const locks = [...domain.locks.values()].filter((lock) => letsIn(cellOf(domain, row, lock.id, now)))
  const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  return locks.sort((a, b) => compare(a.name, b.name))
}

/** When one of these locks last told something; null where none has. */
export function latestMove(domain: Domain, locks: readonly Lock[]): string | null {
  let latest: string | null = null
  for (const { id } of locks) {
    const at = domain.conditions.get(id)?.at ?? null
    if (at !== null && (latest === null || at > latest)) latest = at
  }
  return latest
}

/** Of several deciding links the one that gives most is shown; of those to come the one that begins first. */
function rank(domain: Domain, link: Link, now: number): number {
  const calendar = domain.calendarOf(link)
  if (calendar === undefined) return 0
  if (isExpired(calendar, now)) return 1
  if (calendar !== null && calendar.start !== null && calendar.start > now)
    return 2 - calendar.start / Number.MAX_SAFE_INTEGER
  const type = calendarType(calendar, now)
  return type === 'permanent' ? 5 : type === 'temporary' ? 4 : 3
}

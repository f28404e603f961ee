/** Effective access of a person to a door, and what a cell of the grid says (docs/access-rules.md). */
import { calendarType, isExpired, isOpen, nextChange, type Calendar, type CalendarType } from './calendar'
import type { Domain, Group, Link, Priority, User } from './domain'
import { decidingLinks } from './priority'
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
    until: unionChange(calendarsOf(domain, links), zone, at, at + HORIZON),
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

/** The next instant after `at`, up to `limit`, at which "one of these calendars is open" changes. */
function unionChange(calendars: (Calendar | null)[], zone: Zone, at: number, limit: number): number | null {
  if (!calendars.some((calendar) => isOpen(calendar, zone, at))) {
    const opens = calendars.map((calendar) => nextChange(calendar, zone, at, limit)).filter((next) => next !== null)
    return opens.length > 0 ? Math.min(...opens) : null
  }
  for (let reached = at; ;) {
    let furthest = reached
    for (const calendar of calendars) {
      if (!isOpen(calendar, zone, reached)) continue
      const closes = nextChange(calendar, zone, reached, limit)
      if (closes === null) return null
      furthest = Math.max(furthest, closes)
    }
    if (furthest === reached) return reached
    reached = furthest
  }
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

/** The users whom some link joins to a lock and whose access has not ended, by name in the order of the language. */
export function usersWithAccess(domain: Domain, lock: string, now: number, locale: string): User[] {
  const users = [...domain.users.values()].filter((user) => {
    const { kind, expired } = cellOf(domain, user.id, lock, now)
    return kind !== 'none' && !expired
  })
  const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  return users.sort((a, b) => compare(a.name, b.name))
}

/** Of several deciding links the one that gives most is shown. */
function rank(domain: Domain, link: Link, now: number): number {
  const calendar = domain.calendarOf(link)
  if (calendar === undefined) return 0
  if (isExpired(calendar, now)) return 1
  if (calendar !== null && calendar.start !== null && calendar.start > now) return 2
  const type = calendarType(calendar, now)
  return type === 'permanent' ? 5 : type === 'temporary' ? 4 : 3
}

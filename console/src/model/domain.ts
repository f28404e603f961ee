/**
 * A domain in memory: the entries of the document, indexed for the grid. It is filled entry by entry while the document arrives and
 * changed in place by the feed; `version` grows with every change, so that readers know when to look again.
 */
import { readCalendar, type Calendar } from './calendar'
import { CalendarTable } from './calendars'
import { readDayList, type DayList } from './day-lists'
import type { Capability, ConditionEntry, DomainChange, EntriesOf } from './entries'
import { LinkTable } from './links'
import { readDevice, readGroup, readLink, readLock, readUser } from './rows'
import type { Device, Group, Link, Lock, User } from './rows'

export type { Device, Group, Link, Lock, Priority, User } from './rows'

/** The lists of a domain document. */
export type Section = keyof EntriesOf

/** What uses a list of days. */
export interface ListUses {
  links: readonly Link[]
  /** Calendars that no link has; they keep a list from being removed too. */
  idle: number
}

const nothing: readonly never[] = []

export class Domain {
  readonly users = new Map<string, User>()
  readonly locks = new Map<string, Lock>()
  readonly groups = new Map<string, Group>()
  /** By lock id. */
  readonly conditions = new Map<string, ConditionEntry>()
  readonly links = new LinkTable()
  readonly dayLists = new Map<string, DayList>()
  readonly #calendars = new CalendarTable()
  /** Calendars that use lists, with these: made anew when a list changes, so that whoever keeps what a calendar says asks again. */
  #withLists = new WeakMap<Calendar, Calendar>()
  /** By serial number. */
  readonly #devices = new Map<string, Device>()
  readonly #groupsOf = new Map<string, string[]>()
  readonly #lockBySerial = new Map<string, string>()
  #version = 0

  /** Grows with every change. */
  get version(): number {
    return this.#version
  }

  /** Puts entries of one list in place, new or changed. */
  put<S extends Section>(section: S, entries: readonly EntriesOf[S][]): void {
    this.#version += 1
    const put = this.#puts[section] as (entry: EntriesOf[S]) => void
    for (const entry of entries) put(entry)
  }

  /** Applies a change of the feed. */
  apply(change: DomainChange): void {
    for (const section of Object.keys(this.#puts) as Section[]) {
      const entries = change.entries[section]
      if (entries !== undefined) this.put(section, entries)
    }
    for (const id of change.removed) this.#remove(id)
    this.#version += 1
  }

  /** The links of a cell: none, one, or rarely several. */
  linksAt(row: string, column: string): readonly Link[] {
    return this.links.at(row, column)
  }

  /** The link of a cell, the first when there are several. */
  linkAt(row: string, column: string): Link | undefined {
    return this.linksAt(row, column)[0]
  }

  /** All links of a user or user group. */
  linksOfRow(row: string): Link[] {
    return this.links.ofRow(row)
  }

  /** The groups that a user or a lock belongs to. */
  groupsOf(member: string): readonly string[] {
    return this.#groupsOf.get(member) ?? nothing
  }

  /** The calendar of a link: null is permanent, undefined is not known here. */
  calendarOf(link: Link): Calendar | null | undefined {
    if (link.calendarId === null) return null
    const calendar = this.#calendars.get(link.calendarId)
    return calendar && this.withLists(calendar)
  }

  /** The calendar with the lists of days that it uses, as they are now. */
  withLists(calendar: Calendar): Calendar {
    if (calendar.dayLists.length === 0) return calendar
    let known = this.#withLists.get(calendar)
    if (known === undefined) {
      known = { ...calendar, lists: calendar.dayLists.flatMap((id) => this.dayLists.get(id) ?? []) }
      this.#withLists.set(calendar, known)
    }
    return known
  }

  /** What uses a list of days: links by their calendars, and how many calendars that no link has. */
  usesOf(list: string): ListUses {
    const calendars = this.#calendars.usersOf(list)
    const links = this.links.usingAny(calendars)
    return { links, idle: calendars.size - new Set(links.map(({ calendarId }) => calendarId)).size }
  }

  /** The users behind a row: the user, or the members of the user group. */
  usersOf(row: string): readonly string[] {
    return this.groups.get(row)?.members ?? [row]
  }

  /** The locks behind a column: the lock, or those of the lock group. */
  locksOf(column: string): readonly string[] {
    return this.groups.get(column)?.members ?? [column]
  }

  /** The lock with a serial number. */
  lockBySerial(serial: string): Lock | undefined {
    return this.locks.get(this.#lockBySerial.get(serial) ?? '')
  }

  /** The device with a serial number, locks among them. */
  device(serial: string): Device | undefined {
    return this.#devices.get(serial)
  }

  /** The devices that can do this. */
  devicesThat(capability: Capability): Device[] {
    return [...this.#devices.values()].filter(({ capabilities }) => capabilities.includes(capability))
  }

  /** The bridges, keypads and other devices: all that are no locks. */
  devicesBesideLocks(): Device[] {
    return [...this.#devices.values()].filter(({ capabilities }) => !capabilities.includes('bolt'))
  }

  /** Whether a bridge is paired with the lock. */
  hasBridge(lock: string): boolean {
    const serial = this.locks.get(lock)?.serial
    const paired = serial === undefined ? undefined : this.#devices.get(serial)?.paired
    return (
      (paired ?? nothing).some((other) => this.#devices.get(other)?.capabilities.includes('bridge') === true) ||
      (this.conditions.get(lock)?.bridge ?? null) !== null
    )
  }

  readonly #puts: { [S in Section]: (entry: EntriesOf[S]) => void } = {
    users: (entry) => {
      this.users.set(entry.id, readUser(entry))
    },
    locks: (entry) => {
      this.locks.set(entry.id, readLock(entry))
      if (entry.afi) this.#lockBySerial.set(entry.afi.serial_number, entry.id)
    },
    groups: (entry) => {
      this.#leave(entry.id)
      const group = readGroup(entry)
      this.groups.set(entry.id, group)
      for (const member of group.members) {
        const groups = this.#groupsOf.get(member)
        if (groups === undefined) this.#groupsOf.set(member, [group.id])
        else groups.push(group.id)
      }
    },
    devices: (entry) => {
      this.#devices.set(entry.serial_number, readDevice(entry))
    },
    conditions: (entry) => {
      this.conditions.set(entry.lock_id, entry)
    },
    day_lists: (entry) => {
      this.dayLists.set(entry.id, readDayList(entry))
      this.#withLists = new WeakMap()
    },
    calendars: (entry) => {
      this.#calendars.put(entry.id, readCalendar(entry))
    },
    links: (entry) => {
      const link = readLink(entry)
      if (link !== null) this.links.put(link)
    },
  }

  #leave(group: string): void {
    for (const member of this.groups.get(group)?.members ?? nothing) {
      const left = this.groupsOf(member).filter((other) => other !== group)
      if (left.length > 0) this.#groupsOf.set(member, left)
      else this.#groupsOf.delete(member)
    }
  }

  #remove(id: string): void {
    if (id.startsWith('device:')) {
      this.#devices.delete(id.slice('device:'.length))
      return
    }
    if (id.startsWith('condition:')) {
      this.conditions.delete(id.slice('condition:'.length))
      return
    }
    const kind = id.slice(0, id.lastIndexOf('-'))
    if (kind === 'user') this.users.delete(id)
    else if (kind === 'calendar') this.#calendars.remove(id)
    else if (kind === 'day_list') {
      this.dayLists.delete(id)
      this.#withLists = new WeakMap()
    } else if (kind === 'lock') {
      const lock = this.locks.get(id)
      if (lock !== undefined) this.#lockBySerial.delete(lock.serial)
      this.locks.delete(id)
      this.conditions.delete(id)
    } else if (kind === 'group') {
      this.#leave(id)
      this.groups.delete(id)
    } else this.links.remove(id)
  }
}

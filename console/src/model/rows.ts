/** The rows of a domain as the console keeps them, read from the entries that travel. */
import type { Capability, DeviceEntry, GroupEntry, LinkEntry, LinkProfile, LockEntry, Role, UserEntry } from './entries'

/** A person of the domain. */
export interface User {
  readonly id: string
  readonly username: string
  readonly alias: string
  /** The name to show: the domain's own for them, else their own, else what they sign in with. */
  readonly name: string
  /** The name that they give themselves. */
  readonly displayName: string
  readonly mail: string
  readonly role: Role
  /** Preferred language, a BCP 47 tag as they or a client wrote it; empty where none is known. */
  readonly language: string
  readonly invited: boolean
  /** Whether they can sign in; else they are known in this domain alone, and their username is their id. */
  readonly hasAccount: boolean
  /** Milliseconds since 1970. */
  readonly created: number
}

/** A lock. */
export interface Lock {
  readonly id: string
  readonly name: string
  /** Whether it is a device of the domain. Locks older than V3 are none: what is known of them here is only shown. */
  readonly isDevice: boolean
  /** Serial number of a device, MAC address of an older lock. */
  readonly serial: string
  /** Empty for older locks. */
  readonly deviceType: string
  /** What it can do. */
  readonly capabilities: readonly Capability[]
  readonly address: string
  readonly timezone: string | null
  readonly endToEnd: boolean
  /** Firmware of an older lock's controller and radio; empty for others, which are asked for theirs. */
  readonly firmware: string
  readonly created: number
}

/** A group of users or of locks. */
export interface Group {
  readonly id: string
  readonly name: string
  readonly type: 'locks' | 'users'
  readonly members: readonly string[]
  readonly created: number
}

/** The priority of a link's kind, 1 deciding first: user–lock, user–lock group, user group–lock, user group–lock group. */
export type Priority = 1 | 2 | 3 | 4

/** Who (`row`: a user or user group) may open what (`column`: a lock or lock group). */
export interface Link {
  readonly id: string
  readonly priority: Priority
  readonly row: string
  readonly column: string
  readonly calendarId: string | null
  readonly profile: LinkProfile
}

/** What the console asks of a device. */
export interface Device {
  readonly serial: string
  readonly name: string
  readonly capabilities: readonly Capability[]
  /** The serial numbers of the devices that it works together with. */
  readonly paired: readonly string[]
}

export function readDevice(entry: DeviceEntry): Device {
  const { serial_number: serial, name, capabilities, paired_devices: paired } = entry
  return { serial, name, capabilities, paired }
}

export function readUser(entry: UserEntry): User {
  return {
    id: entry.id,
    username: entry.username,
    alias: entry.alias,
    name: entry.alias || entry.display_name || entry.username,
    displayName: entry.display_name,
    mail: entry.email_address,
    language: entry.language,
    role: entry.role,
    invited: entry.is_shadow_user,
    hasAccount: entry.has_account,
    created: Date.parse(entry.created),
  }
}

export function readLock(entry: LockEntry): Lock {
  return {
    id: entry.id,
    name: entry.name,
    isDevice: entry.type === 'afi',
    serial: entry.afi?.serial_number ?? entry.mwm?.mac_address ?? '',
    deviceType: entry.afi?.device_type ?? '',
    capabilities: entry.capabilities,
    address: entry.address,
    timezone: entry.timezone,
    endToEnd: entry.end_to_end_mode,
    firmware: entry.mwm ? `${entry.mwm.mcu_firmware} / ${entry.mwm.rf_firmware}` : '',
    created: Date.parse(entry.created),
  }
}

export function readGroup(entry: GroupEntry): Group {
  const members = (entry.type === 'users' ? entry.users : entry.locks) ?? []
  return { id: entry.id, name: entry.name, type: entry.type, members, created: Date.parse(entry.created) }
}

/** Null for an entry that joins no row with no column. */
export function readLink(entry: LinkEntry): Link | null {
  const { user_id, lock_id, group_id, other_group_id } = entry
  const row = user_id ?? group_id
  const column = lock_id ?? (user_id === null ? other_group_id : group_id)
  if (row === null || column === null) return null
  const priority = user_id !== null ? (lock_id !== null ? 1 : 2) : lock_id !== null ? 3 : 4
  return { id: entry.id, priority, row, column, calendarId: entry.calendar_id, profile: entry.link_profile }
}

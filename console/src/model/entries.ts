/**
 * The entries of a domain document as they travel: the whole-domain stream, the change feed and export documents carry them.
 * Times are ISO 8601 with an offset, intervals seconds, daily times seconds since midnight by the door's clock.
 */

/** What a person is in a domain. */
export type Role = 'administrator' | 'installer' | 'user'

/** What a link lets its people do. */
export type LinkProfile = 'administrator' | 'installer' | 'user' | 'user_allow_remote'

/** A person of the domain. */
export interface UserEntry {
  id: string
  username: string
  alias: string
  display_name: string
  email_address: string
  role: Role
  is_shadow_user: boolean
  readonly: boolean
  created: string
}

/** A lock: `afi` ones have a serial number and are reached through bridges, `mwm` ones are older and have a MAC address. */
export interface LockEntry {
  id: string
  name: string
  type: 'afi' | 'mwm'
  address: string
  timezone: string | null
  end_to_end_mode: boolean
  created: string
  afi?: { serial_number: string; device_type: string; name: string; timezone: string | null } | null
  mwm?: { mac_address: string; mcu_firmware: string; rf_firmware: string; design_id: number } | null
}

/** A group of locks or of users. */
export interface GroupEntry {
  id: string
  name: string
  type: 'locks' | 'users'
  created: string
  locks?: string[]
  users?: string[]
}

/** Any device: locks of type afi, bridges, keypads, modules. */
export interface DeviceEntry {
  serial_number: string
  device_type: string
  name: string
  timezone: string | null
  created: string
  paired_devices: string[]
}

/** Last known condition of a lock. */
export interface ConditionEntry {
  lock_id: string
  state: 'Locked' | 'Unlocked' | 'Unknown'
  battery_level: number | null
  at: string | null
  bridge: 'online' | 'offline' | null
  bridge_since: string | null
}

/** The one rule of a calendar; null is without limit. `week_days`: 0 is Monday. */
export interface RuleSetEntry {
  end_time: string | null
  number_of_weeks: number | null
  week_days: number[] | null
  daily_start: number | null
  daily_end: number | null
}

/** When a link is open. */
export interface CalendarEntry {
  id: string
  start_time: string | null
  refresh_interval: number
  rule_sets: RuleSetEntry[]
}

/** Who may open what. A group–user link's `group_id` is the lock group; of the other two the user group. */
export interface LinkEntry {
  id: string
  lock_id: string | null
  user_id: string | null
  group_id: string | null
  other_group_id: string | null
  calendar_id: string | null
  link_profile: LinkProfile
}

/** The lists of a domain document and what they hold. */
export interface EntriesOf {
  users: UserEntry
  locks: LockEntry
  groups: GroupEntry
  devices: DeviceEntry
  conditions: ConditionEntry
  calendars: CalendarEntry
  links: LinkEntry
}

/** A whole domain document. */
export type DomainDocument = { domain: string } & { [S in keyof EntriesOf]?: EntriesOf[S][] }

/** What the change feed brings: whole entries to put in place, ids that are gone (`device:` before a serial number). */
export interface DomainChange {
  entries: { [S in keyof EntriesOf]?: EntriesOf[S][] }
  removed: readonly string[]
}

/**
 * The entries of a domain document as they travel: lists, the whole-domain stream, the change feed and export documents carry them.
 * Times are ISO 8601 with an offset, intervals seconds, daily times seconds since midnight by the door's clock.
 */
import type { components } from '../generated/api'

type Schemas = components['schemas']

/** What a person is in a domain. */
export type Role = Schemas['RoleName']

/** What a link lets its people do. */
export type LinkProfile = Schemas['LinkProfileName']

/** A person of the domain. */
export type UserEntry = Schemas['User']

/** One thing that a device can do. */
export type Capability = Schemas['Capability']

/** A lock: `afi` ones have a serial number and are reached through bridges, `mwm` ones are older and have a MAC address. */
export type LockEntry = Schemas['Lock']

/** A group of locks or of users. */
export type GroupEntry = Schemas['Group']

/** Any device: locks of type afi, bridges, keypads, modules. */
export type DeviceEntry = Schemas['Device']

/** A type of hardware, and what devices of it can do. */
export type DeviceType = Schemas['DeviceType']

/** Last known condition of a lock. */
export type ConditionEntry = Schemas['Condition']

/** When a link is open. */
export type CalendarEntry = Schemas['Calendar']

/** The body of a new or changed calendar. */
export type CalendarBody = Schemas['CalendarBody']

/** Who may open what. A group–user link's `group_id` is the lock group; of the other two the user group. */
export type LinkEntry = Schemas['Link']

/** A list of days otherwise, which calendars use. */
export type DayListEntry = Schemas['DayList']

/** The body of a new or changed list of days. */
export type DayListBody = Schemas['DayListBody']

/** A day otherwise: of a calendar's own. */
export type OtherDayEntry = Schemas['OtherDay']

/** The body of a new link. */
export type NewLink = Schemas['NewLink']

/** The body of a change to a link. */
export type LinkUpdate = Schemas['LinkUpdate']

type Lists = Omit<Schemas['Domain'], 'revision' | 'domain'>

/** The lists of a domain document and what they hold. */
export type EntriesOf = { [S in keyof Lists]: Lists[S][number] }

/** A domain document; one made for import may lack lists. */
export type DomainDocument = { domain: string } & Partial<Lists>

/**
 * What the change feed brings: whole entries to put in place, ids that are gone (`device:` before a serial number, `condition:` before
 * the id of a lock whose condition is no longer ours to read).
 */
export interface DomainChange {
  entries: Partial<Lists>
  removed: readonly string[]
}

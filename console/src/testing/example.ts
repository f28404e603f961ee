/** A small domain for tests: entries with everything that a test does not name filled in. */
import { WITHOUT_BOUNDS, type Calendar, type RuleSet } from '../model/calendar'
import { Domain } from '../model/domain'
import type {
  CalendarEntry,
  Capability,
  DayListEntry,
  DeviceEntry,
  DomainDocument,
  GroupEntry,
  LinkEntry,
  LockEntry,
  UserEntry,
} from '../model/entries'

const created = '2026-01-01T00:00:00+00:00'

export function user(id: string, given: Partial<UserEntry> = {}): UserEntry {
  return {
    id,
    username: `${id}@example.org`,
    alias: '',
    firstname: '',
    lastname: '',
    display_name: id,
    email_address: `${id}@example.org`,
    mail: `${id}@example.org`,
    address: '',
    phone: '',
    language: '',
    role: 'user',
    is_shadow_user: false,
    has_account: true,
    eula: true,
    readonly: false,
    groups: [],
    created,
    ...given,
  }
}

export function lock(id: string, given: Partial<LockEntry> = {}): LockEntry {
  const timezone = given.timezone === undefined ? 'Europe/Copenhagen' : given.timezone
  const afi = { serial_number: `serial of ${id}`, device_type: 'danalockv3', name: id, timezone }
  const earlier = given.type === 'mwm'
  const part = earlier ? {} : { afi }
  const capabilities: Capability[] = earlier ? ['bolt', 'date_ranges'] : ['bolt', 'calendars', 'verifies']
  const pin_slots = earlier ? null : { count: 20, name_max: 255, digits_min: 4, digits_max: 10 }
  const plain = { id, name: id, type: 'afi' as const, address: '', timezone, end_to_end_mode: false, created }
  return { ...plain, capabilities, pin_slots, ...part, ...given }
}

export function userGroup(id: string, users: string[], given: Partial<GroupEntry> = {}): GroupEntry {
  return { id, name: id, type: 'users', created, users, ...given }
}

export function lockGroup(id: string, locks: string[], given: Partial<GroupEntry> = {}): GroupEntry {
  return { id, name: id, type: 'locks', created, locks, ...given }
}

export function device(serial_number: string, capability: Capability, paired_devices: string[]): DeviceEntry {
  const plain = { serial_number, device_type: 'any', name: serial_number, timezone: null, created, paired_devices }
  return { ...plain, capabilities: [capability], pin_slots: null }
}

/** Sides as the wire names them. */
export function link(id: string, sides: Partial<LinkEntry>): LinkEntry {
  return {
    id,
    lock_id: null,
    user_id: null,
    group_id: null,
    other_group_id: null,
    calendar_id: null,
    link_profile: 'user',
    created,
    ...sides,
  }
}

/** A calendar of one rule set. */
export function calendar(
  id: string,
  given: Partial<CalendarEntry['rule_sets'][0]> & Partial<Omit<CalendarEntry, 'rule_sets'>> = {},
): CalendarEntry {
  const { start_time, refresh_interval, other_days, day_lists, ...rule } = given
  return calendarOf(id, [rule], { start_time, refresh_interval, other_days, day_lists })
}

/** The same as it is read. */
export function oneSet(given: Partial<RuleSet & Omit<Calendar, 'sets'>> = {}): Calendar {
  const { start = null, refresh = 86_400, otherDays = [], dayLists = [], lists = [], ...set } = given
  return { start, sets: [{ ...WITHOUT_BOUNDS, ...set }], otherDays, dayLists, lists, refresh }
}

/** A calendar of several rule sets. */
export function calendarOf(
  id: string,
  rules: readonly Partial<CalendarEntry['rule_sets'][0]>[],
  { start_time = null, refresh_interval = 86_400, other_days = [], day_lists = [] }: Partial<CalendarEntry> = {},
): CalendarEntry {
  const none = { end_time: null, number_of_weeks: null, week_days: null, daily_start: null, daily_end: null }
  const rule_sets = rules.map((rule) => ({ ...none, ...rule }))
  return { id, start_time, refresh_interval, rule_sets, other_days, day_lists, created }
}

/** A list of days that are closed, by their dates, unless they are given otherwise. */
export function dayList(
  id: string,
  dates: readonly (string | DayListEntry['days'][0])[],
  given: Partial<DayListEntry> = {},
): DayListEntry {
  const days = dates.map((day) => (typeof day === 'string' ? { date: day, name: '', hours: [] } : day))
  return { id, name: id, country: null, days, created, ...given }
}

/** A domain of these lists, in the order of the stream. */
export function domainOf(document: Omit<DomainDocument, 'domain'>): Domain {
  const domain = new Domain()
  domain.apply({ entries: document, removed: [] })
  return domain
}

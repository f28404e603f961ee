/** For tests and measurements: domain documents of any size, always the same for the same numbers, and their stream. */
import type {
  CalendarEntry,
  ConditionEntry,
  DayListEntry,
  DeviceEntry,
  GroupEntry,
  LinkEntry,
  LockEntry,
  UserEntry,
} from '../model/entries'
import { sections } from '../api/stream'

/** A whole document with all its lists. */
export interface Fixture {
  domain: string
  users: UserEntry[]
  locks: LockEntry[]
  groups: GroupEntry[]
  devices: DeviceEntry[]
  conditions: ConditionEntry[]
  day_lists: DayListEntry[]
  calendars: CalendarEntry[]
  links: LinkEntry[]
}

/** How large a document is to be. */
export interface Size {
  users: number
  locks: number
  /** Half of them groups of users, half of locks. */
  groups: number
  links: number
}

const first = [
  'Anna',
  'Bo',
  'Chiara',
  'Jan',
  'Maija',
  'Tomasz',
  'Ingrid',
  'Søren',
  'Lucía',
  'Pieter',
  'Åse',
  'Jürgen',
  'Eeva',
  'Noor',
  'Giulia',
  'Mads',
] as const
const last = [
  'Lindqvist',
  'Kristensen',
  'Romano',
  'de Vries',
  'Virtanen',
  'Nowak',
  'Bjørnstad',
  'Østergaard',
  'García',
  'Maes',
  'Møller',
  'Schröder',
  'Korhonen',
  'Haddad',
  'Ricci',
  'Holm',
] as const
const places = [
  'Street door',
  'Courtyard gate',
  'Flat left',
  'Flat right',
  'Cellar',
  'Bicycle room',
  'Roof terrace',
  'Laundry',
  'Office',
  'Storage',
] as const
const guestGroups = ['Cleaners', 'Holiday guests', 'Caretakers', 'Craftsmen', 'Neighbours'] as const
const doorGroups = ['Ground floor', 'All flats', 'Outbuildings', 'Staircase A', 'Offices'] as const

/** Numbers that look random and are not: a linear congruential generator. */
function dice(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const hex = (number: number) => number.toString(16).padStart(12, '0')
const iso = (at: number) => new Date(at).toISOString().replace(/\.\d+Z$/, '+00:00')
const day = 86_400_000

/** A document of a size, seen at `now` (milliseconds since 1970). */
export function fixture(size: Size, now: number, seed = 1): Fixture {
  const roll = dice(seed)
  const pick = <T>(from: readonly T[]): T => from[roll(from.length)] as T
  const created = (index: number) => iso(now - (index + 1) * 3_600_000)

  const users = Array.from({ length: size.users }, (_, index): UserEntry => {
    const name = `${first[index % first.length] as string} ${last[(index * 7 + Math.floor(index / 16)) % last.length] as string}`
    const round = Math.floor(index / 256)
    const mail = `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}${round > 0 ? round : ''}@example.org`
    const role = index === 1 ? 'administrator' : index === 4 ? 'installer' : 'user'
    const display_name = round > 0 ? `${name} ${round + 1}` : name
    return {
      id: `user-${hex(index + 1)}`,
      username: mail,
      alias: '',
      firstname: first[index % first.length] as string,
      lastname: name.slice(name.indexOf(' ') + 1),
      display_name,
      email_address: mail,
      mail,
      address: '',
      phone: '',
      language: 'da-DK',
      role,
      is_shadow_user: index % 3 === 0,
      has_account: true,
      eula: true,
      readonly: false,
      groups: [],
      created: created(index),
    }
  })
  const serial = (kind: string, index: number) => `${kind}${hex(index).slice(2)}`.replaceAll(/..(?=.)/g, '$&:')
  const locks = Array.from({ length: size.locks }, (_, index): LockEntry => {
    const name = `${places[index % places.length] as string}${index >= places.length ? ` ${Math.floor(index / places.length) + 1}` : ''}`
    const timezone = index % 17 === 16 ? null : 'Europe/Copenhagen'
    const afi = { serial_number: serial('10', index + 1), device_type: 'danalockv3', name, timezone }
    return {
      id: `lock-${hex(index + 1)}`,
      name,
      type: 'afi',
      address: '',
      timezone,
      end_to_end_mode: false,
      capabilities: ['bolt', 'calendars', 'verifies'],
      pin_slots: { count: 20, name_max: 255, digits_min: 4, digits_max: 10 },
      created: created(index),
      afi,
    }
  })
  const bridges = Math.ceil(size.locks / 4)
  const bridged = (index: number) => index % 7 !== 3
  const devices: DeviceEntry[] = [
    ...locks.map((lock, index): DeviceEntry => ({
      serial_number: lock.afi?.serial_number ?? '',
      device_type: 'danalockv3',
      name: lock.name,
      timezone: lock.timezone,
      capabilities: lock.capabilities,
      pin_slots: lock.pin_slots,
      created: lock.created,
      paired_devices: bridged(index) ? [serial('20', index % bridges)] : [],
    })),
    ...Array.from({ length: bridges }, (_, index): DeviceEntry => ({
      serial_number: serial('20', index),
      device_type: 'danabridgev3',
      name: `Bridge ${index + 1}`,
      timezone: null,
      capabilities: ['bridge'],
      pin_slots: null,
      created: created(index),
      paired_devices: [],
    })),
  ]
  const conditions = locks
    .filter((_, index) => bridged(index))
    .map((lock, index): ConditionEntry => {
      const offline = index % 9 === 4
      return {
        lock_id: lock.id,
        state: offline ? 'Unknown' : index % 4 === 1 ? 'Unlocked' : 'Locked',
        battery_level: 20 + ((index * 37) % 80),
        at: iso(now - (index % 5 === 0 ? 5 : 0) * 3_600_000 - 60_000 * (index % 50)),
        bridge: offline ? 'offline' : 'online',
        bridge_since: iso(now - 1_500_000),
      }
    })
  const half = Math.floor(size.groups / 2)
  const members = <T extends { id: string }>(from: readonly T[], many: number) => [
    ...new Set(Array.from({ length: Math.min(many, from.length) }, () => pick(from).id)),
  ]
  const groupName = (names: readonly string[], index: number) =>
    `${names[index % names.length] as string}${index >= names.length ? ` ${Math.floor(index / names.length) + 1}` : ''}`
  const groups = [
    ...Array.from({ length: half }, (_, index): GroupEntry => ({
      id: `group-${hex(index + 1)}`,
      name: groupName(guestGroups, index),
      type: 'users',
      created: created(index),
      users: members(users, 6 + roll(10)),
    })),
    ...Array.from({ length: size.groups - half }, (_, index): GroupEntry => ({
      id: `group-${hex(half + index + 1)}`,
      name: groupName(doorGroups, index),
      type: 'locks',
      created: created(index),
      locks: members(locks, 3 + roll(6)),
    })),
  ]
  const userGroups = groups.filter(({ type }) => type === 'users')
  for (const user of users) {
    user.groups = userGroups.filter((group) => group.users?.includes(user.id)).map(({ id }) => id)
  }
  const lockGroups = groups.filter(({ type }) => type === 'locks')

  const calendars: CalendarEntry[] = []
  const calendar = (): string | null => {
    const id = `calendar-${hex(calendars.length + 1)}`
    const end = now + (1 + roll(40)) * day
    const rule = { end_time: null, number_of_weeks: null, week_days: null, daily_start: null, daily_end: null }
    const add = (start: number | null, given: Partial<CalendarEntry['rule_sets'][0]>) => {
      calendars.push({
        id,
        start_time: start === null ? null : iso(start),
        refresh_interval: 86_400,
        rule_sets: [{ ...rule, ...given }],
        other_days: [],
        day_lists: [],
        created: created(calendars.length),
      })
      return id
    }
    switch (roll(9)) {
      case 0:
      case 1:
        return null
      case 2:
      case 3:
        return add(now - 3 * day, { end_time: iso(end) })
      case 4:
        return add(now + 2 * day, { end_time: iso(end + 2 * day) })
      case 5:
        return add(now - 40 * day, { end_time: iso(now - (1 + roll(20)) * day) })
      case 6:
        return add(null, { week_days: [0, 1, 2, 3, 4], daily_start: 32_400, daily_end: 61_200 })
      case 7:
        return add(null, { week_days: [roll(7)], daily_start: 28_800, daily_end: 43_200 })
      default:
        return add(null, { week_days: [0, 3], daily_start: 28_800, daily_end: 43_200, end_time: iso(end) })
    }
  }
  const links: LinkEntry[] = []
  const taken = new Set<string>()
  const link = (
    sides: Partial<LinkEntry>,
    kind: string,
    profile: LinkEntry['link_profile'],
    calendar_id: string | null,
  ) => {
    const key = `${sides.user_id ?? ''}${sides.lock_id ?? ''}${sides.group_id ?? ''}${sides.other_group_id ?? ''}`
    if (taken.has(key)) return
    taken.add(key)
    const none = { lock_id: null, user_id: null, group_id: null, other_group_id: null }
    const id = `${kind}-${hex(links.length + 1)}`
    links.push({ id, ...none, ...sides, calendar_id, link_profile: profile, created: created(links.length) })
  }
  for (const lock of locks.slice(0, size.links / 4)) {
    link({ user_id: users[1]?.id ?? null, lock_id: lock.id }, 'lock_user', 'administrator', null)
  }
  for (let tries = 0; links.length < size.links && tries < 4 * size.links; tries += 1) {
    const kind = roll(20)
    const profile = roll(4) === 0 ? 'user_allow_remote' : 'user'
    if (kind < 17 || userGroups.length === 0 || lockGroups.length === 0) {
      const user = pick(users)
      if (user.role === 'user') link({ user_id: user.id, lock_id: pick(locks).id }, 'lock_user', profile, calendar())
    } else if (kind === 17) {
      const user = pick(users)
      if (user.role === 'user')
        link({ user_id: user.id, group_id: pick(lockGroups).id }, 'group_user', profile, calendar())
    } else if (kind === 18) {
      link({ group_id: pick(userGroups).id, lock_id: pick(locks).id }, 'group_lock', profile, calendar())
    } else {
      link({ group_id: pick(userGroups).id, other_group_id: pick(lockGroups).id }, 'group_group', profile, calendar())
    }
  }
  return { domain: 'Havnegade Flats', users, locks, groups, devices, conditions, day_lists: [], calendars, links }
}

/** The document as the server streams it, and the number of its entries. */
export function streamOf(document: Fixture, revision: string): { text: string; entries: number } {
  let text = `{"revision":${JSON.stringify(revision)},"domain":${JSON.stringify(document.domain)},"users":[\n`
  let entries = 0
  for (const [index, section] of sections.entries()) {
    if (index > 0) text += `],"${section}":[\n`
    const lines = document[section].map((entry) => JSON.stringify(entry))
    entries += lines.length
    if (lines.length > 0) text += `${lines.join(',\n')}\n`
  }
  return { text: `${text}]}\n`, entries }
}

/** What stands in the heads: who somebody is here, and what is known of a door and since when. */
import { clockText, dayText } from '../../i18n/calendar-text'
import { dateTimeText, factsText, percentText, statementsText } from '../../i18n/format'
import { i18n } from '../../i18n/i18n'
import type { Domain } from '../../model/domain'
import type { ConditionEntry } from '../../model/entries'
import type { Column, Row } from '../../model/grid'
import { HOUR } from '../../model/zone'
import { initials } from '../../ui/initials'
import type { DoorState } from '../../ui/StateDot'

/** Knowledge of a door older than this is told with its age, in milliseconds. */
const fresh = HOUR

/** What is known of a door. */
export interface DoorWords {
  state: DoorState
  /** State, battery and, where it is not fresh, the age of that knowledge: `Locked · 82 %`. */
  text: string
  /** The same with its moment and the door's zone. */
  full: string
}

/** The state of a lock in words, by its own wall clock. */
export function doorWords(condition: ConditionEntry | undefined, timezone: string | null, now: number): DoorWords {
  const zone = timezone ?? 'UTC'
  const zoneText =
    timezone === null ? i18n.t('dashboard.door.noZone') : i18n.t('dashboard.door.zone', { zone: timezone })
  if (condition === undefined || condition.bridge === null) {
    const text = i18n.t('dashboard.door.noBridge')
    return { state: 'no-bridge', text, full: statementsText([text, zoneText]) }
  }
  const at = condition.at === null ? null : Date.parse(condition.at)
  const battery = condition.battery_level === null ? null : percentText(condition.battery_level)
  const away = condition.bridge === 'offline'
  if (away || condition.state === 'Unknown' || at === null) {
    const since = away && condition.bridge_since !== null ? Date.parse(condition.bridge_since) : at
    const text =
      since === null
        ? i18n.t('operate.Unknown')
        : i18n.t('dashboard.door.unknownSince', { when: momentText(since, zone, now) })
    return { state: 'unknown', text, full: statementsText([text, zoneText]) }
  }
  const open = condition.state === 'Unlocked'
  const word = i18n.t(open ? 'operate.Unlocked' : 'operate.Locked')
  const parts = [word]
  const full = [word]
  if (battery !== null) {
    parts.push(battery)
    full.push(i18n.t('dashboard.door.battery', { percent: battery }))
  }
  if (now - at > fresh) parts.push(momentText(at, zone, now))
  full.push(i18n.t('dashboard.door.knownSince', { when: dateTimeText(at, zone) }), zoneText)
  return { state: open ? 'open' : 'locked', text: factsText(parts), full: statementsText(full) }
}

/** `14:02` of the same day by the wall clock of the door, else `3 Nov`. */
export function momentText(at: number, zone: string, now: number): string {
  const day = dayText(at, zone, now)
  return day === dayText(now, zone, now) ? clockText(at, zone) : day
}

/** The head of a row. */
export interface PersonWords {
  name: string
  detail: string
  mark: string
  group: boolean
}

/** Who stands in a row, and as what. */
export function personWords(row: Row): PersonWords {
  if (row.kind === 'user-group') {
    const { name, members } = row.group
    return { name, detail: i18n.t('dashboard.guests', { count: members.length }), mark: initials(name), group: true }
  }
  const { name, mail, role } = row.user
  return { name, detail: roleText(role, mail === name ? '' : mail), mark: initials(name), group: false }
}

function roleText(role: 'administrator' | 'installer' | 'user', mail: string): string {
  if (role !== 'user') return i18n.t(`dashboard.${role}`)
  return mail === '' ? i18n.t('dashboard.guest') : i18n.t('dashboard.guestMail', { mail })
}

/** The head of a column: a door with its state, or a group with its size. */
export function columnWords(
  domain: Domain,
  column: Column,
  now: number,
): { name: string; door: DoorWords | null; detail: string } {
  if (column.kind === 'lock-group') {
    const { name, members } = column.group
    return { name, door: null, detail: i18n.t('dashboard.locks', { count: members.length }) }
  }
  const { id, name, timezone } = column.lock
  const door = doorWords(domain.conditions.get(id), timezone, now)
  return { name, door, detail: door.text }
}

/** What stands in the heads: who somebody is here, and what is known of a door and since when. */
import { eachClockText } from '../../i18n/access-summary'
import { dayText } from '../../i18n/calendar-text'
import { cityText } from '../../i18n/city-text'
import { clockText, dateTimeText, factsText, percentText, statementsText } from '../../i18n/format'
import { i18n } from '../../i18n/i18n'
import type { Domain, User } from '../../model/domain'
import type { ConditionEntry } from '../../model/entries'
import type { Column, Row } from '../../model/grid'
import { batteryLevel } from '../../model/battery'
import { clockOf } from '../../model/clock'
import { HOUR, isSameClock, zoneOf } from '../../model/zone'
import { initials } from '../../ui/initials'
import type { DoorState } from '../../ui/StateDot'

/** Knowledge of a door older than this is told with its age, in milliseconds. */
const fresh = HOUR

/** What is known of a door. */
export interface DoorWords {
  state: DoorState
  /** Its battery is low, which stands before all else. */
  low: boolean
  /** State, battery and, where it is not fresh, the age of that knowledge: `Locked · 82 %`. */
  text: string
  /** The same with its moment and the door's zone. */
  full: string
}

/** The state of a lock in words, by its own wall clock. */
export function doorWords(condition: ConditionEntry | undefined, timezone: string | null, now: number): DoorWords {
  const zone = timezone ?? 'UTC'
  const zoneText =
    timezone === null ? i18n.t('dashboard.door.noZone') : i18n.t('dashboard.door.zone', { zone: cityText(timezone) })
  if (condition === undefined || condition.bridge === null) {
    const text = i18n.t('dashboard.door.noBridge')
    return { state: 'no-bridge', low: false, text, full: statementsText([text, zoneText]) }
  }
  const at = condition.at === null ? null : Date.parse(condition.at)
  const battery = condition.battery_level === null ? null : percentText(condition.battery_level)
  const low = batteryLevel(condition.battery_level) === 'low'
  const alert = low && battery !== null ? [i18n.t('dashboard.door.lowBattery', { percent: battery })] : []
  const away = condition.bridge === 'offline'
  if (away || condition.state === 'Unknown' || at === null) {
    const since = away && condition.bridge_since !== null ? Date.parse(condition.bridge_since) : at
    const text =
      since === null
        ? i18n.t('operate.Unknown')
        : i18n.t('dashboard.door.unknownSince', { when: momentText(since, zone, now) })
    return {
      state: 'unknown',
      low,
      text: factsText([...alert, text]),
      full: statementsText([...alert, text, zoneText]),
    }
  }
  const open = condition.state === 'Unlocked'
  const word = i18n.t(open ? 'operate.Unlocked' : 'operate.Locked')
  const parts = [...alert, word]
  const full = [word]
  if (battery !== null) {
    if (!low) parts.push(battery)
    full.push(i18n.t('dashboard.door.battery', { percent: battery }))
  }
  if (now - at > fresh) parts.push(momentText(at, zone, now))
  full.push(i18n.t('dashboard.door.knownSince', { when: dateTimeText(at, zone) }), zoneText)
  return { state: open ? 'open' : 'locked', low, text: factsText(parts), full: statementsText(full) }
}

/** A zone by its place; empty where its clock is that of who looks. */
function placeText(zone: string, viewer: string, now: number): string {
  return isSameClock(zoneOf(zone), zoneOf(viewer), now) ? '' : cityText(zone)
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
    return { name, detail: i18n.t('words.guests', { count: members.length }), mark: initials(name), group: true }
  }
  const { name } = row.user
  return { name, detail: roleText(row.user), mark: initials(name), group: false }
}

function roleText({ name, mail, role, hasAccount }: User): string {
  if (role !== 'user') return i18n.t(`dashboard.${role}`)
  if (!hasAccount) return i18n.t('words.guestNoAccount')
  return mail === '' || mail === name ? i18n.t('dashboard.guest') : i18n.t('dashboard.guestMail', { mail })
}

/** The head of a column. */
export interface ColumnWords {
  name: string
  /** What is known of the door; null of a group. */
  door: DoorWords | null
  /** The state of the door, or the size of the group. */
  detail: string
  /** Whose clock the times below are told by, where it is not the viewer's: of doors of several zones each one's own. */
  place: string
}

/** What a column is, for somebody whose clock is of the zone `viewer`. */
export function columnWords(domain: Domain, column: Column, now: number, viewer: string): ColumnWords {
  const clock = clockOf(domain, column.id)
  const place = clock.named === 'instants' ? eachClockText() : placeText(clock.zone, viewer, now)
  if (column.kind === 'lock-group') {
    const { name, members } = column.group
    return { name, door: null, detail: i18n.t('words.locks', { count: members.length }), place }
  }
  const { id, name, timezone } = column.lock
  const door = doorWords(domain.conditions.get(id), timezone, now)
  return { name, door, detail: door.text, place }
}

/** The same in one line, for where there is room for it. */
export function columnText({ detail, place }: ColumnWords): string {
  return factsText(place === '' ? [detail] : [detail, place])
}

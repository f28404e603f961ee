/** The lists of tabs as tables for a spreadsheet: a head in the language shown, and values that sort. Times are the door's. */
import { weekdayText } from '../../i18n/week-text'
import { listText } from '../../i18n/format'
import { i18n } from '../../i18n/i18n'
import { allowsRemote } from '../../model/access'
import { calendarType, endOf, isExpired, MIDNIGHT, weekdays, type Calendar } from '../../model/calendar'
import { clockOf } from '../../model/clock'
import type { Domain, Link, Lock, User } from '../../model/domain'
import { linesOf } from '../../model/lines'
import { decidingLinks } from '../../model/priority'
import { DAY, utc, zoneOf } from '../../model/zone'

/** Rows of cells, the first of them the head. */
export type Table = readonly (readonly string[])[]

const userHead = () => [i18n.t('csv.name'), i18n.t('csv.username'), i18n.t('csv.mail'), i18n.t('csv.role')]
const lockHead = () => [i18n.t('csv.name'), i18n.t('csv.serial'), i18n.t('csv.address')]
const accessHead = () => [
  i18n.t('csv.kind'),
  i18n.t('csv.from'),
  i18n.t('csv.until'),
  i18n.t('csv.weekdays'),
  i18n.t('csv.dailyFrom'),
  i18n.t('csv.dailyUntil'),
  i18n.t('csv.weeks'),
  i18n.t('csv.userGroup'),
  i18n.t('csv.lockGroup'),
  i18n.t('csv.remote'),
  i18n.t('csv.zone'),
  i18n.t('csv.otherDays'),
]

const userCells = ({ name, username, hasAccount, mail, role }: User) => [
  name,
  hasAccount ? username : '',
  mail,
  i18n.t(`roles.${role}`),
]
const lockCells = (lock: Lock) => [lock.name, lock.serial, lock.address]

/** Who has access to a column: a row for each access that counts, and for each of its hours. */
export function usersTable(domain: Domain, column: string, users: readonly User[], now: number): Table {
  const rows = users.flatMap((user) =>
    accessRows(domain, user.id, column, now).map((access) => [...userCells(user), ...access]),
  )
  return [[...userHead(), ...accessHead()], ...rows]
}

/** What a row has access to: a row for each access that counts, and for each of its hours. */
export function locksTable(domain: Domain, row: string, locks: readonly Lock[], now: number): Table {
  const rows = locks.flatMap((lock) =>
    accessRows(domain, row, lock.id, now).map((access) => [...lockCells(lock), ...access]),
  )
  return [[...lockHead(), ...accessHead()], ...rows]
}

/** The guests of a group, by name. */
export function guestsTable(domain: Domain, ids: readonly string[], language: string): Table {
  const users = ids.flatMap((id) => domain.users.get(id) ?? [])
  return [userHead(), ...byName(users, language).map(userCells)]
}

/** The locks of a group, by name. */
export function doorsTable(domain: Domain, ids: readonly string[], language: string): Table {
  const locks = ids.flatMap((id) => domain.locks.get(id) ?? [])
  const rows = byName(locks, language).map((lock) => [...lockCells(lock), zoneOf(lock.timezone).name])
  return [[...lockHead(), i18n.t('csv.zone')], ...rows]
}

function byName<T extends { readonly name: string }>(entries: readonly T[], language: string): T[] {
  const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  return [...entries].sort((a, b) => compare(a.name, b.name))
}

function accessRows(domain: Domain, row: string, column: string, now: number): string[][] {
  const standing = decidingLinks(domain, row, column).filter((link) => !isExpired(domain.calendarOf(link) ?? null, now))
  return standing.flatMap((link) => accessCells(domain, row, column, link, now))
}

function accessCells(domain: Domain, row: string, column: string, link: Link, now: number): string[][] {
  const { zone, shared } = clockOf(domain, column)
  const calendar = domain.calendarOf(link)
  const type = calendar === undefined ? 'unknown' : calendarType(calendar, now)
  const recurs = type === 'recurring' ? (calendar ?? null) : null
  const start = wallTime(calendar?.start ?? null, zone)
  const isRemote = allowsRemote(link) || domain.users.get(row)?.role === 'administrator'
  const whole = { end: calendar == null ? null : endOf(calendar), cells: ['', '', '', ''] }
  return (recurs === null ? [whole] : weekCells(recurs, now)).map(({ end, cells }) => [
    i18n.t(`csv.kinds.${type}`),
    start,
    wallTime(end, zone),
    ...cells,
    link.row === row ? '' : (domain.groups.get(link.row)?.name ?? link.row),
    link.column === column ? '' : (domain.groups.get(link.column)?.name ?? link.column),
    i18n.t(isRemote ? 'csv.yes' : 'csv.no'),
    // Hours of doors with several clocks are by each of them.
    recurs !== null && !shared ? i18n.t('csv.eachClock', { zone }) : zone,
    otherDaysCell(recurs),
  ])
}

/** Each day by itself, so that one of them can be looked for; then hours, which may end on the next day, and every how many weeks. */
function weekCells({ start, sets }: Calendar, now: number): { end: number | null; cells: string[] }[] {
  const present = sets.filter(({ end }) => end === null || end > now)
  return linesOf({ start, sets: present }).flatMap(({ days, weeks, end, hours }) => {
    const names = weekdays(days).map((day) => weekdayText(day, 'short'))
    return hours.map(({ from, to }) => ({
      end,
      cells: [listText(names, 'narrow'), clockTime(from), clockTime(to), String(weeks ?? 1)],
    }))
  })
}

/** Each of them by its date, so that it can be looked for, with its hours; then the lists of days by their names. */
function otherDaysCell(calendar: Calendar | null): string {
  const days = (calendar?.otherDays ?? []).map(({ day, hours }) => {
    const date = new Date(day * DAY).toISOString().slice(0, 10)
    const spans = hours.map(({ from, to }) => i18n.t('csv.hours', { from: clockTime(from), to: clockTime(to) }))
    return spans.length === 0 ? date : i18n.t('csv.dayHours', { date, hours: listText(spans, 'narrow') })
  })
  return listText([...days, ...(calendar?.lists ?? []).map(({ name }) => name)], 'narrow')
}

/** `2026-11-22 10:00`, as spreadsheets of all languages read and sort it, with seconds where there are some. */
function wallTime(at: number | null, zone: string): string {
  if (at === null) return ''
  const wall = at + zoneOf(zone).offset(at)
  return new Date(wall)
    .toISOString()
    .replace('T', ' ')
    .replace(/(:00)?\.\d+Z$/, '')
}

/** `09:00` of seconds since midnight; the midnight that ends a day is 24:00. */
function clockTime(seconds: number): string {
  return seconds === MIDNIGHT ? '24:00' : wallTime(seconds * 1000, utc.name).slice('1970-01-01 '.length)
}

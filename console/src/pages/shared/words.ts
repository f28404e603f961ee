/** What a cell says: who gets in where, until when, in words and by which drawing. */
import { accessWords, type SaidAccess } from '../../i18n/calendar-text'
import { dateTimeText } from '../../i18n/format'
import { i18n } from '../../i18n/i18n'
import { cellOf, type Cell } from '../../model/access'
import type { Calendar } from '../../model/calendar'
import type { Domain } from '../../model/domain'

/** The look of an access: its drawing and colours. */
export type Look = 'none' | 'waiting' | 'unknown' | 'expired' | 'permanent' | 'temporary' | 'recurring'

/** An access in words. Equal ones are one object. */
export interface Said {
  look: Look
  /** Through a group. */
  indirect: boolean
  /** One to three short lines: when, the hours, then what limits it and how it came. Empty where there is nothing. */
  lines: readonly string[]
  /** When, with full dates. */
  when: string
  /** All of it in one line. */
  full: string
}

/** By which clock a column is told, and when that must be said beside the times. */
interface Clock {
  zone: string
  /** `always`: no door has a time zone, so all is UTC; `instants`: the doors have several, so what is one moment for all is UTC. */
  named: 'never' | 'instants' | 'always'
}

const quiet = { indirect: false, lines: [] }

/** Puts the cells of one domain into words, by the wall clocks of its doors. Made anew for every minute, language and change. */
export class AccessWords {
  readonly #domain: Domain
  readonly #now: number
  readonly #none: Said
  readonly #clocks = new Map<string, Clock>()
  readonly #said = new Map<string, Said>()
  /** Calendars by numbers: those that say the same are one object, and so is what is said of them. */
  readonly #numbers = new Map<Calendar, number>()

  /** `complete` is false while the links are still arriving: a cell without one then waits. */
  constructor(domain: Domain, now: number, complete: boolean) {
    this.#domain = domain
    this.#now = now
    this.#none = complete
      ? { ...quiet, look: 'none', when: '', full: i18n.t('dashboard.access.none') }
      : { ...quiet, look: 'waiting', when: '', full: i18n.t('dashboard.access.waiting') }
  }

  /** What the cell of a row (user or user group) and a column (lock or lock group) says. */
  say(row: string, column: string): Said {
    const cell = cellOf(this.#domain, row, column, this.#now)
    if (cell.kind === 'none') return this.#none
    const clock = this.clock(column)
    const { kind, link, remote, via, others } = cell
    const key = `${kind} ${this.#numberOf(cell.calendar)} ${link?.profile} ${remote} ${via?.userGroup?.id} ${via?.lockGroup?.id} ${others} ${clock.zone} ${clock.named}`
    let said = this.#said.get(key)
    if (said === undefined) this.#said.set(key, (said = this.#put(cell, clock)))
    return said
  }

  /** 0 stands for no calendar. */
  #numberOf(calendar: Calendar | null): number {
    if (calendar === null) return 0
    let number = this.#numbers.get(calendar)
    if (number === undefined) this.#numbers.set(calendar, (number = this.#numbers.size + 1))
    return number
  }

  #put(cell: Cell, { zone, named }: Clock): Said {
    const { title, detail } = this.#when(cell, zone)
    const how = this.#how(cell)
    const utc = named === 'always' || (named === 'instants' && cell.kind !== 'recurring') ? ' UTC' : ''
    // The hours have a line of their own; what limits them shares the last one with the rest.
    const [first = '', ...limits] = detail.split(', ')
    const hours = showsClock(cell) ? first + utc : first
    const last = [...limits, how].filter((part) => part !== '').join(', ')
    return {
      look: cell.expired ? 'expired' : cell.kind,
      indirect: cell.via !== null,
      lines: [title, hours, last].filter((line) => line !== ''),
      get when() {
        return fullWhen(cell, [title, hours, ...limits], zone, utc)
      },
      get full() {
        return how === '' ? this.when : `${this.when}, ${how}`
      },
    }
  }

  /** The clock that a column is told by. */
  clock(column: string): Clock {
    let clock = this.#clocks.get(column)
    if (clock === undefined) {
      const zones = new Set(this.#domain.locksOf(column).map((lock) => this.#domain.locks.get(lock)?.timezone ?? null))
      const known = [...zones].filter((zone) => zone !== null)
      const [zone] = known
      if (known.length === 1 && zone !== undefined) clock = { zone, named: 'never' }
      else clock = { zone: 'UTC', named: known.length === 0 ? 'always' : 'instants' }
      this.#clocks.set(column, clock)
    }
    return clock
  }

  #when(cell: Cell, zone: string): SaidAccess {
    const { kind, calendar } = cell
    if (kind === 'unknown')
      return { title: i18n.t('dashboard.access.unknown'), detail: i18n.t('dashboard.access.unknownText') }
    if (kind === 'none' || calendar === null) return accessWords('permanent', null, zone, this.#now)
    return accessWords(kind, calendar, zone, this.#now)
  }

  #how(cell: Cell): string {
    const parts: string[] = []
    const userGroup = cell.via?.userGroup?.name
    const lockGroup = cell.via?.lockGroup?.name
    if (userGroup !== undefined && lockGroup !== undefined) {
      parts.push(i18n.t('dashboard.access.viaBoth', { userGroup, lockGroup }))
    } else if (userGroup !== undefined || lockGroup !== undefined) {
      parts.push(i18n.t('dashboard.access.via', { group: userGroup ?? lockGroup }))
    }
    const profile = cell.link?.profile
    if (profile === 'administrator' || profile === 'installer') parts.push(i18n.t(`dashboard.access.${profile}`))
    else if (cell.remote && !cell.expired) parts.push(i18n.t('dashboard.access.remote'))
    if (cell.others > 0) parts.push(i18n.t('dashboard.access.more', { count: cell.others }))
    return parts.join(', ')
  }
}

/** Whether the hours of a cell are read off a clock: not where there are none, or a day stands in their place. */
function showsClock({ kind, calendar, upcoming, expired }: Cell): boolean {
  if (calendar === null || kind === 'permanent') return false
  if (kind === 'recurring' && !expired) return calendar.dailyStart !== null || calendar.dailyEnd !== null
  return !upcoming || calendar.end === null
}

function fullWhen({ calendar, kind, upcoming, expired }: Cell, lines: string[], zone: string, utc: string): string {
  if (calendar === null || (kind !== 'temporary' && !expired)) {
    const [title, hours, ...limits] = lines
    return [`${title} ${hours}`.trim(), ...limits].join(', ')
  }
  const text = (at: number) => dateTimeText(at, zone) + utc
  const parts: string[] = []
  if (upcoming && calendar.start !== null) parts.push(i18n.t('dashboard.access.from', { when: text(calendar.start) }))
  if (calendar.end !== null) {
    const when = text(calendar.end)
    if (expired) parts.push(i18n.t('dashboard.access.ended', { when }), i18n.t('dashboard.access.expired'))
    else parts.push(i18n.t(upcoming ? 'dashboard.access.untilSmall' : 'dashboard.access.until', { when }))
  }
  return parts.join(', ')
}

/** An access as a sentence of its own. */
export function sentence(person: string, door: string, said: Said): string {
  return i18n.t('dashboard.access.sentence', { person, door, access: said.full })
}

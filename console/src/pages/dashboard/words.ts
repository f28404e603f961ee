/** What a cell says: who gets in where, until when, in words and by which drawing. */
import { accessWords, type SaidAccess } from '../../i18n/calendar-text'
import { dateTimeText } from '../../i18n/format'
import { i18n } from '../../i18n/i18n'
import { cellOf, type Cell } from '../../model/access'
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

const quiet = { indirect: false, lines: [] }

/** Puts the cells of one domain into words, by the wall clocks of its doors. Made anew for every minute, language and change. */
export class AccessWords {
  readonly #domain: Domain
  readonly #now: number
  readonly #none: Said
  readonly #zones = new Map<string, string>()
  readonly #said = new Map<string, Said>()

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
    const zone = this.zone(column)
    const { link, remote, via, others } = cell
    const key = `${link?.calendarId} ${link?.profile} ${remote} ${via?.userGroup?.id} ${via?.lockGroup?.id} ${others} ${zone}`
    let said = this.#said.get(key)
    if (said === undefined) this.#said.set(key, (said = this.#put(cell, zone)))
    return said
  }

  #put(cell: Cell, zone: string): Said {
    const { title, detail } = this.#when(cell, zone)
    const how = this.#how(cell)
    // The hours have a line of their own; what limits them shares the last one with the rest.
    const [hours = '', ...limits] = detail.split(', ')
    const [second = '', ...third] = [hours, [...limits, how].filter((part) => part !== '').join(', ')].filter(Boolean)
    return {
      look: cell.expired ? 'expired' : cell.kind,
      indirect: cell.via !== null,
      lines: [title, second, ...third].filter(Boolean),
      get when() {
        return fullWhen(cell, title, detail, zone)
      },
      get full() {
        const when = fullWhen(cell, title, detail, zone)
        return how === '' ? when : `${when}, ${how}`
      },
    }
  }

  /** The zone whose clock a column is told by: the lock's own, or the one that the group's locks share; else UTC. */
  zone(column: string): string {
    let zone = this.#zones.get(column)
    if (zone === undefined) {
      const zones = new Set(this.#domain.locksOf(column).map((lock) => this.#domain.locks.get(lock)?.timezone ?? 'UTC'))
      zone = zones.size === 1 ? ([...zones][0] ?? 'UTC') : 'UTC'
      this.#zones.set(column, zone)
    }
    return zone
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

function fullWhen({ calendar, kind, upcoming, expired }: Cell, title: string, detail: string, zone: string): string {
  const line = detail === '' ? title : `${title} ${detail}`
  if (calendar === null || (kind !== 'temporary' && !expired)) return line
  const text = (at: number) => dateTimeText(at, zone)
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

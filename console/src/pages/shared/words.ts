/** What a cell says: who gets in where, until when, in words and by which drawing. */
import { accessLine, accessWords } from '../../i18n/calendar-text'
import { statementsText } from '../../i18n/format'
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
  /** When, with full dates, in statements. */
  when: readonly string[]
  /** All of it in statements. */
  full: readonly string[]
}

/** By which clock a column is told, and when that must be said beside the times. */
interface Clock {
  zone: string
  /** `always`: no door has a time zone, so all is UTC; `instants`: the doors have several, so what is one moment for all is UTC. */
  named: 'never' | 'instants' | 'always'
}

const quiet = { indirect: false, lines: [], when: [] }

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
      ? { ...quiet, look: 'none', full: [i18n.t('dashboard.access.none')] }
      : { ...quiet, look: 'waiting', full: [i18n.t('dashboard.access.waiting')] }
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

  #put(cell: Cell, clock: Clock): Said {
    const { title, detail, limits } = this.#short(cell, clock)
    const how = this.#how(cell)
    const now = this.#now
    return {
      look: cell.expired ? 'expired' : cell.kind,
      indirect: cell.via !== null,
      // The hours have a line of their own; what limits them shares the last one with the rest.
      lines: [title, detail, statementsText([...limits, ...how])].filter((line) => line !== ''),
      get when() {
        return fullWhen(cell, clock, now)
      },
      get full() {
        return [...this.when, ...how]
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

  #short(cell: Cell, clock: Clock) {
    if (cell.kind === 'unknown') {
      const [title, detail] = unknownTexts()
      return { title, detail, limits: [] }
    }
    return accessWords(kindOf(cell), cell.calendar, clock.zone, this.#now, saysUtc(cell, clock))
  }

  #how(cell: Cell): string[] {
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
    return parts
  }
}

function kindOf({ kind, calendar }: Cell) {
  return kind === 'none' || kind === 'unknown' || calendar === null ? 'permanent' : kind
}

/** Whether times are named as UTC: daily ones are by the clock of each door where the doors have several. */
function saysUtc({ kind }: Cell, { named }: Clock): boolean {
  return named === 'always' || (named === 'instants' && kind !== 'recurring')
}

function unknownTexts() {
  return [i18n.t('dashboard.access.unknown'), i18n.t('dashboard.access.unknownText')] as const
}

function fullWhen(cell: Cell, clock: Clock, now: number): readonly string[] {
  if (cell.kind === 'unknown') return unknownTexts()
  const utc = saysUtc(cell, clock)
  return [accessLine(kindOf(cell), cell.calendar, clock.zone, now, { full: true, utc })]
}

/** An access as a sentence of its own. */
export function sentence(person: string, door: string, said: Said): string {
  return i18n.t('dashboard.access.sentence', { person, door, access: statementsText(said.full) })
}

/** What a cell says: who gets in where, until when, in words and by which drawing. */
import { outrankedText } from '../../i18n/access-summary'
import { accessText, accessWords, momentText, namesText } from '../../i18n/calendar-text'
import { statementsText } from '../../i18n/format'
import { i18n } from '../../i18n/i18n'
import { cellOf, outrankedBy, type Cell } from '../../model/access'
import { calendarType, type Calendar } from '../../model/calendar'
import { clockOf, namesUtcBelow, type Clock } from '../../model/clock'
import type { Domain, Link } from '../../model/domain'
import { shownCalendar } from '../../model/lines'
import { zoneOf } from '../../model/zone'

/** The look of an access: its drawing and colours. */
export type Look = 'none' | 'waiting' | 'unknown' | 'expired' | 'permanent' | 'temporary' | 'recurring'

/** An access in words. Equal ones are one object. */
export interface CellWords {
  look: Look
  /** Through a group. */
  indirect: boolean
  /** One to three short texts: when, the hours, then what limits it and how it came. Empty where there is nothing. */
  texts: readonly string[]
  /** When, with full dates, in statements. */
  when: readonly string[]
  /** All of it in statements. */
  full: readonly string[]
}

const quiet = { indirect: false, texts: [], when: [] }

/** Puts the cells of one domain into words, by the wall clocks of its doors. Made anew for every minute, language and change. */
export class AccessWords {
  readonly #domain: Domain
  readonly #now: number
  readonly #none: CellWords
  readonly #clocks = new Map<string, Clock>()
  readonly #words = new Map<string, CellWords>()
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
  describe(row: string, column: string): CellWords {
    const cell = cellOf(this.#domain, row, column, this.#now)
    if (cell.kind === 'none') return this.#none
    const clock = this.clock(column)
    const { kind, link, remote, via, others } = cell
    const outranked = outrankedBy(this.#domain, row, column, cell, zoneOf(clock.zone), this.#now)
    const key = `${kind} ${this.#numberOf(cell.calendar)} ${link?.profile} ${remote} ${via?.userGroup?.id} ${via?.lockGroup?.id} ${others} ${clock.zone} ${clock.named} ${outranked.map(({ id }) => id).join()}`
    let words = this.#words.get(key)
    if (words === undefined) this.#words.set(key, (words = this.#put(cell, clock, outranked, row, column)))
    return words
  }

  /** 0 stands for no calendar. */
  #numberOf(calendar: Calendar | null): number {
    if (calendar === null) return 0
    let number = this.#numbers.get(calendar)
    if (number === undefined) this.#numbers.set(calendar, (number = this.#numbers.size + 1))
    return number
  }

  #put(cell: Cell, clock: Clock, outranked: readonly Link[], row: string, column: string): CellWords {
    const { title, detail, limits } = this.#short(cell, clock)
    const how = this.#how(cell)
    if (outranked.length > 0) {
      const others = namesText(outranked.map((link) => this.#outrankedText(link, clock, row, column)))
      how.what.unshift(
        cell.upcoming
          ? i18n.t('dashboard.access.outranksUntil', { start: this.#startText(cell, clock), others })
          : i18n.t('dashboard.access.outranks', { others }),
      )
    }
    const now = this.#now
    return {
      look: cell.expired ? 'expired' : cell.kind,
      indirect: cell.via !== null,
      // The hours have a line of their own; what limits them shares the last one with the rest. A cell cuts that at its end: the path
      // stands there, as what can best be done without.
      texts: [title, detail, statementsText([...limits, ...how.what, ...how.path])].filter((text) => text !== ''),
      get when() {
        return fullWhen(cell, clock, now)
      },
      get full() {
        return [...this.when, ...how.path, ...how.what]
      },
    }
  }

  /** The clock that a column is told by. */
  clock(column: string): Clock {
    let clock = this.#clocks.get(column)
    if (clock === undefined) this.#clocks.set(column, (clock = clockOf(this.#domain, column)))
    return clock
  }

  #short(cell: Cell, clock: Clock) {
    if (cell.kind === 'unknown') {
      const [title, detail] = unknownTexts()
      return { title, detail, limits: [] }
    }
    return accessWords(
      kindOf(cell),
      shownCalendar(cell.calendar, clock.zone, this.#now),
      clock.zone,
      this.#now,
      namesUtcBelow(clock, kindOf(cell)),
    )
  }

  #startText({ calendar }: Cell, { zone, named }: Clock): string {
    return calendar?.start == null ? '' : momentText(calendar.start, zone, this.#now, named !== 'never')
  }

  #outrankedText(link: Link, clock: Clock, row: string, column: string): string {
    const groups = this.#domain.groups
    const through = {
      userGroup: link.row === row ? undefined : groups.get(link.row)?.name,
      lockGroup: link.column === column ? undefined : groups.get(link.column)?.name,
    }
    const calendar = this.#domain.calendarOf(link) ?? null
    return outrankedText(
      through,
      calendarType(calendar, this.#now),
      shownCalendar(calendar, clock.zone, this.#now),
      clock.zone,
      this.#now,
    )
  }

  /** By which groups it came, and what else it is. */
  #how(cell: Cell): { path: string[]; what: string[] } {
    const path: string[] = []
    const userGroup = cell.via?.userGroup?.name
    const lockGroup = cell.via?.lockGroup?.name
    if (userGroup !== undefined && lockGroup !== undefined) {
      path.push(i18n.t('dashboard.access.viaBoth', { userGroup, lockGroup }))
    } else if (userGroup !== undefined || lockGroup !== undefined) {
      path.push(i18n.t('dashboard.access.via', { group: userGroup ?? lockGroup }))
    }
    const what: string[] = []
    const profile = cell.link?.profile
    if (profile === 'administrator' || profile === 'installer') what.push(i18n.t(`dashboard.access.${profile}`))
    else if (cell.remote && !cell.expired) what.push(i18n.t('dashboard.access.remote'))
    if (cell.others > 0) what.push(i18n.t('dashboard.access.more', { count: cell.others }))
    return { path, what }
  }
}

function kindOf({ kind, calendar }: Cell) {
  return kind === 'none' || kind === 'unknown' || calendar === null ? 'permanent' : kind
}

function unknownTexts() {
  return [i18n.t('dashboard.access.unknown'), i18n.t('dashboard.access.unknownText')] as const
}

function fullWhen(cell: Cell, clock: Clock, now: number): readonly string[] {
  if (cell.kind === 'unknown') return unknownTexts()
  const utc = namesUtcBelow(clock, kindOf(cell))
  return [accessText(kindOf(cell), shownCalendar(cell.calendar, clock.zone, now), clock.zone, now, { full: true, utc })]
}

/** An access as a sentence of its own. */
export function sentence(person: string, door: string, words: CellWords): string {
  return i18n.t('dashboard.access.sentence', { person, door, access: statementsText(words.full) })
}

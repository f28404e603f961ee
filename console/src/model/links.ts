/**
 * The links of a domain. There are tens of thousands, of which a window shows a few, so they lie in columns of numbers. A `Link` is made
 * when one is asked for: two of them are the same link when their ids are the same.
 */
import { IdCodes } from './id-codes'
import type { Link } from './rows'

type Kind = Pick<Link, 'priority' | 'profile'>

const nothing: readonly never[] = []
/** Stands for the calendar of a link without one. */
const permanent = Number.MAX_SAFE_INTEGER

export class LinkTable {
  readonly #ids = new IdCodes('lock_user', 'group_user', 'group_lock', 'group_group')
  readonly #calendars = new IdCodes('calendar')
  readonly #rows = new Texts()
  readonly #columns = new Texts()
  /** The few combinations of priority and profile that there are. */
  readonly #kinds: Kind[] = []
  // One number a link, at the same place of each.
  readonly #id: number[] = []
  readonly #column: number[] = []
  readonly #calendar: number[] = []
  readonly #kind: number[] = []
  /** By the number of a row, the places of its links in the order in which they came. */
  readonly #ofRow: number[][] = []
  /** Places that can be used again. */
  readonly #free: number[] = []

  /** How many links there are. */
  get size(): number {
    return this.#id.length - this.#free.length
  }

  has(id: string): boolean {
    return this.#find(id) >= 0
  }

  get(id: string): Link | undefined {
    const place = this.#find(id)
    return place < 0 ? undefined : this.#link(this.#rowOf(place), place)
  }

  /** Puts a link in place, new or with another calendar or profile: its two sides never change. */
  put(link: Link): void {
    const id = this.#ids.codeOf(link.id)
    const places = (this.#ofRow[this.#rows.numberOf(link.row)] ??= [])
    let place = places.find((there) => this.#id[there] === id)
    if (place === undefined) {
      place = this.#free.pop() ?? this.#id.length
      places.push(place)
    }
    this.#id[place] = id
    this.#column[place] = this.#columns.numberOf(link.column)
    this.#calendar[place] = link.calendarId === null ? permanent : this.#calendars.codeOf(link.calendarId)
    this.#kind[place] = this.#kindOf(link)
  }

  remove(id: string): void {
    const place = this.#find(id)
    if (place < 0) return
    const row = this.#rowOf(place)
    this.#ofRow[row] = this.#placesOf(row).filter((other) => other !== place)
    this.#id[place] = Number.NaN
    this.#calendar[place] = permanent
    this.#free.push(place)
  }

  /** The links of a cell, in the order in which they came. */
  at(row: string, column: string): readonly Link[] {
    const rowNumber = this.#rows.known(row)
    const wanted = this.#columns.known(column)
    let found: Link[] | null = null
    for (const place of this.#placesOf(rowNumber)) {
      if (this.#column[place] === wanted) (found ??= []).push(this.#link(rowNumber, place))
    }
    return found ?? nothing
  }

  /** All links of a user or user group. */
  ofRow(row: string): Link[] {
    const number = this.#rows.known(row)
    return this.#placesOf(number).map((place) => this.#link(number, place))
  }

  /** How many links have a calendar. */
  using(calendar: string): number {
    const code = this.#calendars.codeOf(calendar)
    return this.#calendar.filter((other) => other === code).length
  }

  /** The links that have one of these calendars. */
  usingAny(calendars: ReadonlySet<string>): Link[] {
    const codes = new Set([...calendars].map((id) => this.#calendars.codeOf(id)))
    if (codes.size === 0) return []
    return this.#ofRow.flatMap((places, row) =>
      places.filter((place) => codes.has(this.#calendar[place] as number)).map((place) => this.#link(row, place)),
    )
  }

  #find(id: string): number {
    return this.#id.indexOf(this.#ids.codeOf(id))
  }

  #rowOf(place: number): number {
    return this.#ofRow.findIndex((places) => places.includes(place))
  }

  #placesOf(row: number): readonly number[] {
    return this.#ofRow[row] ?? nothing
  }

  #kindOf({ priority, profile }: Kind): number {
    const known = this.#kinds.findIndex((kind) => kind.priority === priority && kind.profile === profile)
    return known < 0 ? this.#kinds.push({ priority, profile }) - 1 : known
  }

  #link(row: number, place: number): Link {
    const calendar = this.#calendar[place] as number
    const { priority, profile } = this.#kinds[this.#kind[place] as number] as Kind
    return {
      id: this.#ids.idOf(this.#id[place] as number),
      priority,
      row: this.#rows.textOf(row),
      column: this.#columns.textOf(this.#column[place] as number),
      calendarId: calendar === permanent ? null : this.#calendars.idOf(calendar),
      profile,
    }
  }
}

/** Texts by numbers from 0 on, each kept once. */
class Texts {
  readonly #numbers = new Map<string, number>()
  readonly #texts: string[] = []

  /** The number of a text; -1 where it is not kept. */
  known(text: string): number {
    return this.#numbers.get(text) ?? -1
  }

  /** The number of a text, which is kept from here on. */
  numberOf(text: string): number {
    const known = this.known(text)
    if (known < 0) this.#numbers.set(text, this.#texts.push(text) - 1)
    return known < 0 ? this.#texts.length - 1 : known
  }

  textOf(number: number): string {
    return this.#texts[number] as string
  }
}

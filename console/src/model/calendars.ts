/** The calendars of a domain. Many say the same of different links: those are one object. */
import { sameCalendar, type Calendar } from './calendar'
import { IdCodes } from './id-codes'

export class CalendarTable {
  readonly #ids = new IdCodes('calendar')
  readonly #byId = new Map<number, Calendar>()
  /** By the hash of what they say; of two different ones with one hash only the later is shared. */
  readonly #shared = new Map<number, Calendar>()

  get(id: string): Calendar | undefined {
    return this.#byId.get(this.#ids.codeOf(id))
  }

  put(id: string, calendar: Calendar): void {
    const hash = hashOf(calendar)
    const shared = this.#shared.get(hash)
    const same = shared !== undefined && sameCalendar(shared, calendar)
    if (!same) this.#shared.set(hash, calendar)
    this.#byId.set(this.#ids.codeOf(id), same ? shared : calendar)
  }

  remove(id: string): void {
    this.#byId.delete(this.#ids.codeOf(id))
  }

  /** The ids of those that use a list of days. */
  usersOf(list: string): ReadonlySet<string> {
    const users = new Set<string>()
    for (const [code, { dayLists }] of this.#byId) if (dayLists.includes(list)) users.add(this.#ids.idOf(code))
    return users
  }
}

function hashOf({ start, sets, otherDays, dayLists, refresh }: Calendar): number {
  let hash = 0
  const add = (part: number | null) => {
    // Whole seconds, so that instants fit into the 32 bits of a product.
    const number = part === null ? -1 : part >= 2 ** 31 ? Math.floor(part / 1000) : part
    hash = (Math.imul(hash, 31) + number) | 0
  }
  for (const part of [start, refresh]) add(part)
  for (const { end, weeks, days, dailyStart, dailyEnd } of sets) {
    for (const part of [end, weeks, days, dailyStart, dailyEnd]) add(part)
  }
  for (const { day, hours } of otherDays) {
    add(day)
    for (const { from, to } of hours) {
      add(from)
      add(to)
    }
  }
  for (const id of dayLists) for (let at = 0; at < id.length; at += 1) add(id.charCodeAt(at))
  return hash
}

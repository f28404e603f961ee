/**
 * What becomes of access when locks or people come to groups and leave them. It counts as the grid counts it: some deciding link has not
 * ended.
 */
import { isExpired } from './calendar'
import type { Domain, Link, Lock, User } from './domain'

/** The people who get access to some lock by a change, those who lose it at some lock, and those who do both: each stands once. */
export interface Effect {
  readonly gain: readonly User[]
  readonly lose: readonly User[]
  readonly change: readonly User[]
}

/** The locks that somebody gets access to by a change, and those that they lose it at. */
export interface LockEffect {
  readonly gain: readonly Lock[]
  readonly lose: readonly Lock[]
}

/** What comes to something, and what leaves it. */
interface Moved {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

const nobody: Effect = { gain: [], lose: [], change: [] }
const none: readonly Link[] = []

/**
 * What becomes of people's access when these locks come to a lock group and those leave it. It is worked out on every press in lists of
 * thousands, so each person's links are sorted once.
 */
export function effectOf(domain: Domain, group: string, { added, removed }: Moved, now: number): Effect {
  if (added.length + removed.length === 0) return nobody
  const gain: User[] = []
  const lose: User[] = []
  const change: User[] = []
  for (const user of domain.users.values()) {
    const person = new Person(domain, user.id, domain.groupsOf(user.id), now)
    const through = person.through([group])
    if (through.length === 0) continue
    const matters = (lock: string) => {
      const others = domain.groupsOf(lock).filter((other) => other !== group)
      return person.has(lock, [...others, group]) !== person.has(lock, others)
    }
    // A link that has ended can decide too: it then takes what another gave, and gives that back when it goes.
    const opens = person.gives(through)
    const gains = (opens ? added : removed).some(matters)
    const loses = (opens ? removed : added).some(matters)
    if (gains && loses) change.push(user)
    else if (gains) gain.push(user)
    else if (loses) lose.push(user)
  }
  return { gain, lose, change }
}

/** What becomes of people's access to a lock when it comes to these lock groups and leaves those. */
export function effectOfGroups(domain: Domain, lock: string, { added, removed }: Moved, now: number): Effect {
  if (added.length + removed.length === 0) return nobody
  const standing = domain.groupsOf(lock)
  const groups = [...standing.filter((group) => !removed.includes(group)), ...added]
  const gain: User[] = []
  const lose: User[] = []
  for (const user of domain.users.values()) {
    const person = new Person(domain, user.id, domain.groupsOf(user.id), now)
    const [had, has] = [person.has(lock, standing), person.has(lock, groups)]
    if (has && !had) gain.push(user)
    if (had && !has) lose.push(user)
  }
  return { gain, lose, change: [] }
}

/** What becomes of people's access when these people join a user group and those leave it. */
export function effectOfMembers(domain: Domain, group: string, { added, removed }: Moved, now: number): Effect {
  const gain: User[] = []
  const lose: User[] = []
  const change: User[] = []
  const moved = (users: readonly string[], groups: Moved) => {
    for (const id of users) {
      const user = domain.users.get(id)
      if (user === undefined) continue
      const doors = lockEffectOf(domain, id, groups, now)
      if (doors.gain.length > 0 && doors.lose.length > 0) change.push(user)
      else if (doors.gain.length > 0) gain.push(user)
      else if (doors.lose.length > 0) lose.push(user)
    }
  }
  moved(added, { added: [group], removed: [] })
  moved(removed, { added: [], removed: [group] })
  return { gain, lose, change }
}

/** What becomes of somebody's access when they join these user groups and leave those. */
export function lockEffectOf(domain: Domain, user: string, { added, removed }: Moved, now: number): LockEffect {
  const standing = domain.groupsOf(user)
  const before = new Person(domain, user, standing, now)
  const after = new Person(domain, user, [...standing.filter((group) => !removed.includes(group)), ...added], now)
  const columns = [...added, ...removed].flatMap((group) => domain.linksOfRow(group).map(({ column }) => column))
  const gain: Lock[] = []
  const lose: Lock[] = []
  for (const id of new Set(columns.flatMap((column) => domain.locksOf(column)))) {
    const lock = domain.locks.get(id)
    if (lock === undefined) continue
    const groups = domain.groupsOf(id)
    const [had, has] = [before.has(id, groups), after.has(id, groups)]
    if (has && !had) gain.push(lock)
    if (had && !has) lose.push(lock)
  }
  return { gain, lose }
}

/** The links of one person who belongs to these user groups, by what they lead to. */
class Person {
  readonly #own = new Map<string, Link[]>()
  readonly #ofGroups = new Map<string, Link[]>()

  constructor(
    readonly domain: Domain,
    user: string,
    groups: readonly string[],
    readonly now: number,
  ) {
    for (const link of domain.linksOfRow(user)) put(this.#own, link)
    for (const row of groups) for (const link of domain.linksOfRow(row)) put(this.#ofGroups, link)
  }

  /** The links that lead to some of these lock groups: one's own, else those of the groups one belongs to. */
  through(groups: readonly string[]): readonly Link[] {
    const own = groups.flatMap((group) => this.#own.get(group) ?? none)
    return own.length > 0 ? own : groups.flatMap((group) => this.#ofGroups.get(group) ?? none)
  }

  gives(links: readonly Link[]): boolean {
    return links.some((link) => !isExpired(this.domain.calendarOf(link) ?? null, this.now))
  }

  /** Whether one has access to a lock that belongs to these groups: the order of `decidingLinks`. */
  has(lock: string, groups: readonly string[]): boolean {
    const own = this.#own.get(lock)
    if (own !== undefined) return this.gives(own)
    const ownThrough = groups.flatMap((group) => this.#own.get(group) ?? none)
    if (ownThrough.length > 0) return this.gives(ownThrough)
    return this.gives(this.#ofGroups.get(lock) ?? this.through(groups))
  }
}

function put(links: Map<string, Link[]>, link: Link): void {
  const there = links.get(link.column)
  if (there === undefined) links.set(link.column, [link])
  else there.push(link)
}

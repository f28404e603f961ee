/** What has become of a person in their domains while they looked on, without their own doing here: it is said until they have read it. */
import type { Identity } from './domain'

/** As what somebody is in a domain from now on; null: they are in it no more. */
export interface RoleChange {
  domain: string
  role: Identity['role'] | null
}

let shown: readonly RoleChange[] = []
const readers = new Set<() => void>()

function put(next: readonly RoleChange[]): void {
  shown = next
  for (const reader of readers) reader()
}

/** The changes that are shown, the latest last. */
export function shownRoleChanges(): readonly RoleChange[] {
  return shown
}

/** Calls back whenever `shownRoleChanges` changes; answers how to stop that. */
export function onRoleChanges(reader: () => void): () => void {
  readers.add(reader)
  return () => readers.delete(reader)
}

/** Has said what differs. Who has come into a domain has done so themself, and is out of it no more. */
export function tellRoleChanges(before: readonly Identity[], after: readonly Identity[]): void {
  const lost = before.filter(({ id }) => !after.some((one) => one.id === id))
  const changed = after.filter(({ id, role }) => before.some((one) => one.id === id && one.role !== role))
  const joined = after.filter(({ id }) => !before.some((one) => one.id === id))
  const news = [
    ...lost
      .filter(({ domain }) => !joined.some((one) => one.domain === domain))
      .map(({ domain }) => ({ domain, role: null })),
    ...changed.map(({ domain, role }) => ({ domain, role })),
  ]
  const isOver = new Set([...news, ...joined].map(({ domain }) => domain))
  const left = shown.filter(({ domain }) => !isOver.has(domain))
  if (news.length > 0 || left.length < shown.length) put([...left, ...news])
}

/** Takes one back: it was read. */
export function dropRoleChange(read: RoleChange): void {
  put(shown.filter((one) => one !== read))
}

/** Takes all back: somebody else may sit here next. */
export function dropRoleChanges(): void {
  if (shown.length > 0) put([])
}

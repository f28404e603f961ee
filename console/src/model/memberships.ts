/**
 * The groups that a user or a lock belongs to, or the members of a group, as a list of ids in their order, and what becomes of it. A list
 * may hold thousands.
 */
import type { Domain, Group } from './domain'

/** The groups that a user or a lock belongs to. */
export function membershipsOf(domain: Domain, member: string): readonly string[] {
  return [...domain.groupsOf(member)].sort()
}

/** Whether two lists of ids, each in its order, are the same. */
export function sameMemberships(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index])
}

/** The list with these ids and without those. */
export function withMemberships(
  groups: readonly string[],
  { added = [], removed = [] }: { added?: readonly string[]; removed?: readonly string[] },
): readonly string[] {
  const gone = new Set(removed)
  return [...new Set([...groups, ...added])].filter((id) => !gone.has(id)).sort()
}

/** Which ids come and go from one list to the other. */
export function membershipChanges(from: readonly string[], to: readonly string[]) {
  const [before, after] = [new Set(from), new Set(to)]
  return { added: to.filter((id) => !before.has(id)), removed: from.filter((id) => !after.has(id)) }
}

/**
 * The changes that led from `opened` to `mine`, made to `theirs` instead. One belongs to a group or does not, so two people who change
 * the same membership have done the same, and neither undoes what the other has done.
 */
export function mergeMemberships(
  opened: readonly string[],
  mine: readonly string[],
  theirs: readonly string[],
): readonly string[] {
  return withMemberships(theirs, membershipChanges(opened, mine))
}

/** What a group holds. */
export function membersOf(group: Pick<Group, 'members'>): readonly string[] {
  return [...group.members].sort()
}

/** All groups of one type, by name. */
export function groupsByName(domain: Domain, type: Group['type'], locale: string): readonly Group[] {
  const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  return [...domain.groups.values()].filter((group) => group.type === type).sort((a, b) => compare(a.name, b.name))
}

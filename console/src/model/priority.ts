/**
 * Which links decide: the smallest priority number present, even when it is closed (docs/access-rules.md, Priorities).
 */
import type { Domain, Link, Priority } from './domain'

const nobody: readonly Link[] = []

/** The priority of the link that a cell of the grid stands for. */
export function cellPriority(domain: Domain, row: string, column: string): Priority {
  const userGroup = domain.groups.has(row)
  const lockGroup = domain.groups.has(column)
  return userGroup ? (lockGroup ? 4 : 3) : lockGroup ? 2 : 1
}

/**
 * The links that decide about a cell: its own, else those through groups that its row or column belongs to. Of a user and a lock
 * they are the deciding links of docs/access-rules.md, Priorities. `without` leaves one link out.
 */
export function decidingLinks(domain: Domain, row: string, column: string, without?: Link): readonly Link[] {
  let links = left(domain.linksAt(row, column), without)
  if (links.length > 0) return links
  const columns = domain.groupsOf(column)
  links = collect(domain, [row], columns, without)
  if (links.length > 0) return links
  const rows = domain.groupsOf(row)
  if (rows.length === 0) return nobody
  links = collect(domain, rows, [column], without)
  return links.length > 0 ? links : collect(domain, rows, columns, without)
}

/** The links that would decide about a cell if those that do were not there. */
export function yieldingLinks(domain: Domain, row: string, column: string): readonly Link[] {
  const columns = domain.groupsOf(column)
  const rows = domain.groupsOf(row)
  const tiers = [
    () => domain.linksAt(row, column),
    () => collect(domain, [row], columns, undefined),
    () => collect(domain, rows, [column], undefined),
    () => collect(domain, rows, columns, undefined),
  ]
  const found = tiers.map((links) => links()).filter((links) => links.length > 0)
  return found[1] ?? nobody
}

function left(links: readonly Link[], without: Link | undefined): readonly Link[] {
  return without === undefined ? links : links.filter((link) => link.id !== without.id)
}

function collect(
  domain: Domain,
  rows: readonly string[],
  columns: readonly string[],
  without: Link | undefined,
): readonly Link[] {
  let found: Link[] | null = null
  for (const row of rows) {
    for (const column of columns) {
      for (const link of left(domain.linksAt(row, column), without)) (found ??= []).push(link)
    }
  }
  return found ?? nobody
}

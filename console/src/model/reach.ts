/** Who can get in where, now or later: what is left of rows and columns when only that is looked at. */
import { cellOf, letsIn, outrankedBy } from './access'
import { clockOf } from './clock'
import type { Domain } from './domain'
import type { Column, Row } from './grid'
import { zoneOf } from './zone'

/**
 * The columns that some of these rows can get into, now or later, or where access of their own has ended; all of them where there is none.
 */
export function columnsWithAccess(
  domain: Domain,
  rows: readonly Row[],
  columns: readonly Column[],
  now: number,
): readonly Column[] {
  const left = new Set(columns.map(({ id }) => id))
  const reached = new Set<string>()
  for (const { id } of rows) {
    for (const column of reach(domain, id)) {
      if (left.has(column) && isLookedFor(domain, id, column, now)) {
        left.delete(column)
        reached.add(column)
      }
    }
  }
  return orAll(
    columns.filter(({ id }) => reached.has(id)),
    columns,
  )
}

/**
 * Who looks for a person looks for the doors that they cannot get into any more too, above all for one where something else would let them
 * in.
 */
function isLookedFor(domain: Domain, row: string, column: string, now: number): boolean {
  const cell = cellOf(domain, row, column, now)
  if (letsIn(cell) || cell.link?.row === row) return true
  return outrankedBy(domain, row, column, cell, zoneOf(clockOf(domain, column).zone), now).length > 0
}

/** The rows that can get into some of these columns, now or later; all of them where there is none. */
export function rowsWithAccess(
  domain: Domain,
  rows: readonly Row[],
  columns: readonly Column[],
  now: number,
): readonly Row[] {
  const wanted = new Set(columns.map(({ id }) => id))
  const ofGroup = new Map<string, readonly string[]>()
  const wantedOf = (id: string) => [...new Set(reach(domain, id, false))].filter((column) => wanted.has(column))
  const wantedOfGroup = (id: string) => {
    let known = ofGroup.get(id)
    if (known === undefined) ofGroup.set(id, (known = wantedOf(id)))
    return known
  }
  const getsIn = (id: string) => (column: string) => letsIn(cellOf(domain, id, column, now))
  return orAll(
    rows.filter(({ id }) => {
      const opens = getsIn(id)
      return wantedOf(id).some(opens) || domain.groupsOf(id).some((group) => wantedOfGroup(group).some(opens))
    }),
    rows,
  )
}

/**
 * Locks and lock groups that links of a row lead to, with `groups` also those of the groups that it belongs to. Only these are worth asking
 * about: a row that nothing leads to a column cannot get in there.
 */
function* reach(domain: Domain, row: string, groups = true): Iterable<string> {
  for (const { column } of domain.linksOfRow(row)) {
    yield column
    yield* domain.groups.get(column)?.members ?? []
  }
  if (groups) for (const group of domain.groupsOf(row)) yield* reach(domain, group, false)
}

function orAll<T>(some: readonly T[], all: readonly T[]): readonly T[] {
  return some.length > 0 ? some : all
}

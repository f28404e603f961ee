import type { Place } from './roving'
import type { GridSource } from './source'

/** The entries of a place by their ids; null for that which a head lacks. */
export interface Entries {
  row: string | null
  column: string | null
}

/** Where the entries of a place in one source stand in another; null where one of them is gone. */
export function foundAgain(place: Place, before: GridSource, after: GridSource): Place | null {
  const { row, column } = place
  if (row >= before.rows || column >= before.columns) return null
  return placeOf(
    { row: row < 0 ? null : before.rowId(row), column: column < 0 ? null : before.columnId(column) },
    after,
    place,
  )
}

/** Where entries stand in a source, mostly at `stood`; null where one of them is not there. */
export function placeOf(
  { row, column }: Entries,
  source: GridSource,
  stood: Place = { row: 0, column: 0 },
): Place | null {
  const to = {
    row: row === null ? -1 : indexOf(row, stood.row, source.rows, (at) => source.rowId(at)),
    column: column === null ? -1 : indexOf(column, stood.column, source.columns, (at) => source.columnId(at)),
  }
  return (row !== null && to.row < 0) || (column !== null && to.column < 0) ? null : to
}

/** Where an id stands among `count`, mostly where it stood; -1 where nowhere. */
function indexOf(id: string, stood: number, count: number, idAt: (at: number) => string): number {
  if (stood < count && idAt(stood) === id) return stood
  for (let at = 0; at < count; at += 1) if (idAt(at) === id) return at
  return -1
}

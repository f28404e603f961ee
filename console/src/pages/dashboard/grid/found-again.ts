import type { Place } from './roving'
import type { GridSource } from './source'

/** Where the entries of a place in one source stand in another; null where one of them is gone. */
export function foundAgain({ row, column }: Place, before: GridSource, after: GridSource): Place | null {
  if (row >= before.rows || column >= before.columns) return null
  const to = {
    row: row < 0 ? row : indexOf(before.rowId(row), row, after.rows, (at) => after.rowId(at)),
    column: column < 0 ? column : indexOf(before.columnId(column), column, after.columns, (at) => after.columnId(at)),
  }
  return (row >= 0 && to.row < 0) || (column >= 0 && to.column < 0) ? null : to
}

/** Where an id stands among `count`, mostly where it stood; -1 where nowhere. */
function indexOf(id: string, stood: number, count: number, idAt: (at: number) => string): number {
  if (stood < count && idAt(stood) === id) return stood
  for (let at = 0; at < count; at += 1) if (idAt(at) === id) return at
  return -1
}

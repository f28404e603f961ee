import { useEffect, useMemo, type RefObject } from 'react'
import type { Column, Row, Sight } from '../../model/grid'
import { pageRanges } from '../../model/ranges'
import { sharePanelView, type PanelView } from '../../overlays/choices'
import type { GridHandle } from './GridView'

/** What the side panel has of the dashboard, which the overlay of a small screen gets too. `sight` is null where nothing is paged. */
export function usePanelView(
  sight: Sight | null,
  rows: readonly Row[],
  columns: readonly Column[],
  { canNarrow, people, grid }: Pick<PanelView, 'canNarrow' | 'people'> & { grid: RefObject<GridHandle | null> },
): PanelView {
  const view = useMemo<PanelView>(
    () => ({
      pages: sight && { ...sight, rowNames: rowNames(sight, rows), columnNames: columnNames(sight, columns) },
      canNarrow,
      people,
      goTo: (row, column) => grid.current?.goTo(row, column),
    }),
    [sight, rows, columns, canNarrow, people, grid],
  )
  useEffect(() => {
    sharePanelView(view)
    return () => sharePanelView(null)
  }, [view])
  return view
}

function rowNames({ row, rowsEach, firstRow, endRow }: Sight, rows: readonly Row[]) {
  return pageRanges(rows.length, rowsEach, { page: row, first: firstRow, end: endRow }, (index) => {
    const named = rows[index]
    return named === undefined ? '' : named.kind === 'user' ? named.user.name : named.group.name
  })
}

function columnNames({ column, columnsEach, firstColumn, endColumn }: Sight, columns: readonly Column[]) {
  return pageRanges(columns.length, columnsEach, { page: column, first: firstColumn, end: endColumn }, (index) => {
    const named = columns[index]
    return named === undefined ? '' : named.kind === 'lock' ? named.lock.name : named.group.name
  })
}

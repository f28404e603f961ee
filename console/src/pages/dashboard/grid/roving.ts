/** Where the focus goes inside the grid: the keys of the ARIA grid pattern, as a pure function. */

/** A place in the grid; row -1 are the heads of columns, column -1 those of rows. */
export interface Place {
  row: number
  column: number
}

/** What the keys move in. */
export interface Field {
  rows: number
  columns: number
  /** Rows that PageUp and PageDown go. */
  pageRows: number
}

/** A key as a keyboard event tells it. */
export interface Key {
  key: string
  ctrl: boolean
}

/** The place that a key leads to from `at`, or null when the key moves nothing. */
export function move(at: Place, { key, ctrl }: Key, field: Field): Place | null {
  const to = target(at, key, ctrl, field)
  if (to === null) return null
  const row = Math.max(at.column < 0 ? 0 : -1, Math.min(field.rows - 1, to.row))
  // There is nothing in the corner, where the heads meet.
  const column = Math.max(row < 0 ? 0 : -1, Math.min(field.columns - 1, to.column))
  return { row, column }
}

function target({ row, column }: Place, key: string, ctrl: boolean, field: Field): Place | null {
  switch (key) {
    case 'ArrowUp':
      return { row: row - 1, column }
    case 'ArrowDown':
      return { row: row + 1, column }
    case 'ArrowLeft':
      return { row, column: column - 1 }
    case 'ArrowRight':
      return { row, column: column + 1 }
    case 'Home':
      return { row: ctrl ? 0 : row, column: 0 }
    case 'End':
      return { row: ctrl ? field.rows - 1 : row, column: field.columns - 1 }
    case 'PageUp':
      return { row: Math.max(0, row - field.pageRows), column }
    case 'PageDown':
      return { row: row + field.pageRows, column }
    default:
      return null
  }
}

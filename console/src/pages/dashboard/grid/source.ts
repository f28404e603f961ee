/** What the grid shows. The grid knows people, doors and access only as texts to paint; the page makes them from the model. */

/** The head of a row: a person or a group of people. */
export interface RowHead {
  name: string
  /** Second line: who they are here, or the size of the group. */
  detail: string
  /** One or two letters for the disc. */
  mark: string
  group: boolean
}

/** The head of a column: a door or a group of doors. */
export interface ColumnHead {
  name: string
  /** Second line: state and battery, or size of the group. */
  detail: string
  /** Third line: the place whose clock times go by; '' where that needs no saying. */
  place: string
  /** The dot before the second line, a class of grid.css; '' for none. */
  dot: string
  /** The second line begins with what must not be overlooked. */
  low: boolean
  /** All that is known, for the pointer. */
  title: string
  /** Whether pressing it opens something. */
  opens: boolean
}

/** One cell. `look` are classes of grid.css; lines of `text` are separated by newlines, the first is the strong one. */
export interface Cell {
  look: string
  text: string
}

/** The whole table behind the window. Answers must be quick: they are asked while scrolling. */
export interface GridSource {
  readonly rows: number
  readonly columns: number
  /** The ids by which a row and a column are found again where they stand elsewhere. */
  rowId(row: number): string
  columnId(column: number): string
  row(row: number): RowHead
  column(column: number): ColumnHead
  cell(row: number, column: number): Cell
  /** The cell in a full sentence, for the focus and the pointer. */
  describe(row: number, column: number): string
}

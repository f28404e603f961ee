/**
 * The grid: a table of any size painted through one window of recycled elements, by hand, because it must keep up with a fast scroll
 * over half a million cells. It paints what a GridSource says, tells where the window stands, and leaves all meaning to the page.
 */
import { pages, type Sight } from '../../../model/grid'
import { foundAgain, placeOf, type Entries } from './found-again'
import { GridFocus, type Painted } from './focus'
import {
  inSight,
  inView,
  keptStart,
  layout,
  measure,
  pageAt,
  pageStart,
  pageWith,
  reveal,
  type Layout,
  type Room,
} from './geometry'
import { Glide, type Offset } from './glide'
import { inOrder } from './order'
import type { Field, Place } from './roving'
import { CellSlot, ColumnSlot, RowSlot } from './slots'
import type { GridSource } from './source'

/** What the grid tells its page. */
export interface GridEvents {
  onPages(sight: Sight): void
  /** A cell was pressed; absent where cells open nothing. */
  onCell?: (row: number, column: number) => void
  /** The head of a column that opens something was pressed. */
  onColumn(column: number): void
  /** The head of a row was pressed; absent where those open nothing. */
  onRow?: (row: number) => void
  /** Escape leaves the cells: the page takes the focus. */
  onLeave(): void
}

/** Length of the page animation in milliseconds. */
const glideTimes = { columns: 220, rows: 170 } as const
/** Elements are put into reading order once the window has rested for this long, in milliseconds. */
const rest = 120

export class Grid implements Painted {
  readonly scroller = document.createElement('div')
  readonly #sizer = document.createElement('div')
  readonly #heads = document.createElement('div')
  readonly #corner = document.createElement('div')
  readonly #events: GridEvents
  readonly #glide: Glide
  readonly #focus: GridFocus
  readonly #slotOf = new WeakMap<Element, CellSlot | ColumnSlot | RowSlot>()
  #source: GridSource
  #room: Room = { width: 0, height: 0 }
  #layout: Layout = layout({ width: 0, height: 0 }, 0, 0, 0)
  #rows: RowSlot[] = []
  #columns: ColumnSlot[] = []
  /** What the page was last told. */
  #sight: Sight | null = null
  /** The offset last painted. Asking the element would make it lay itself out. */
  #last: Offset = { top: 0, left: 0 }
  /** Where the window stood, and on pages of which size, before its room changed; null once it moves by other means. */
  #held: (Place & Pick<Layout, 'pageRows' | 'pageColumns'>) | null = null
  #resting = 0

  constructor(host: HTMLElement, source: GridSource, events: GridEvents) {
    this.#source = source
    this.#events = events
    const { scroller } = this
    scroller.className = 'grid'
    scroller.setAttribute('role', 'grid')
    scroller.tabIndex = -1
    this.#sizer.className = 'sizer'
    this.#sizer.setAttribute('role', 'presentation')
    this.#heads.className = 'heads'
    this.#heads.setAttribute('role', 'row')
    this.#heads.setAttribute('aria-rowindex', '1')
    this.#corner.className = 'corner'
    this.#corner.setAttribute('role', 'columnheader')
    this.#corner.setAttribute('aria-colindex', '1')
    this.#heads.append(this.#corner)
    this.#sizer.append(this.#heads)
    scroller.append(this.#sizer)
    host.append(scroller)
    this.#glide = new Glide(scroller)
    this.#focus = new GridFocus(this)
    scroller.addEventListener('scroll', () => this.#paint(false), { passive: true })
  }

  /** Takes the grid out of the document. */
  remove(): void {
    clearTimeout(this.#resting)
    this.#glide.halt()
    this.scroller.remove()
  }

  /**
   * Lays the grid into a room, with the first cell of the window still in sight, or else the one that has the focus; what has the room that
   * it had, stands as it stood.
   */
  resize(room: Room): void {
    const focused = this.#focus.place
    const held = this.#held ?? { ...this.#first(), ...this.#layout }
    this.#room = room
    this.#arrange()
    const { pageRows, pageColumns, columnWidth } = this.#layout
    const { rows, columns } = this.#source
    this.scroller.scrollTop = keptStart(held.row, rows, held.pageRows, pageRows) * measure.row
    this.scroller.scrollLeft = keptStart(held.column, columns, held.pageColumns, pageColumns) * columnWidth
    if (focused !== null) this.#bringIn(focused, 'cells')
    this.#paint(true)
    this.#held = held
  }

  /** Shows another source from here on; `home` scrolls to its beginning, otherwise the window stays where it is. */
  show(source: GridSource, home: boolean): void {
    const before = this.#source
    this.#source = source
    const isOfSize = before.rows === source.rows && before.columns === source.columns
    if (!isOfSize) this.#arrange()
    if (home || !isOfSize) this.#held = null
    if (home) this.scroller.scrollTo({ top: 0, left: 0, behavior: 'instant' })
    this.#focus.show((place) => foundAgain(place, before, source))
    this.#paint(true)
  }

  /** Has the focus come to the entries of an overlay that no element opened, when it closes, else to the first cell in view. */
  leaveFrom(entries: Entries): void {
    this.#focus.leaveFrom(placeOf(entries, this.#source))
  }

  /** Names the grid and its corner, at first and after a change of language. */
  rename(label: string, corner: string): void {
    this.scroller.setAttribute('aria-label', label)
    this.#corner.textContent = corner
  }

  /** Goes `rows` and `columns` pages on; with reduced motion at once. */
  movePage(rows: number, columns: number): void {
    const { pageRows, pageColumns, columnWidth } = this.#layout
    // A second press while the page still turns counts from where the first one leads.
    const from = this.#glide.goal ?? this.#last
    const row = pageStart(from.top / measure.row, rows, this.#source.rows, pageRows)
    const column = pageStart(from.left / columnWidth, columns, this.#source.columns, pageColumns)
    const top = rows === 0 ? from.top : row * measure.row
    const left = columns === 0 ? from.left : column * columnWidth
    const glides = this.#glide.to({ top, left }, columns === 0 ? glideTimes.rows : glideTimes.columns)
    if (!glides) this.#paint(false)
  }

  /** Goes to a page of rows and a page of columns, both counted from 1. */
  goTo(row: number, column: number): void {
    const now = this.#where()
    this.movePage(row - now.row, column - now.column)
  }

  /** Whether an element lies in the grid. */
  holds(element: Element | null): boolean {
    return this.scroller.contains(element)
  }

  field(): Field {
    return { rows: this.#source.rows, columns: this.#source.columns, pageRows: this.#layout.pageRows }
  }

  target({ row, column }: Place): HTMLElement | null {
    const slot = this.#rows[row % this.#rows.length]
    if (column === -1) return slot?.row === row ? slot.head : null
    const head = this.#columns[column % this.#columns.length]
    if (head?.column !== column) return null
    if (row === -1) return head.target
    if (slot?.row !== row) return null
    return slot.cells[column % slot.cells.length]?.element ?? null
  }

  placeOf(element: EventTarget | null): Place | null {
    const painted = element instanceof Element ? element.closest('.cell, .head, .who') : null
    const slot = painted === null ? undefined : this.#slotOf.get(painted)
    if (slot === undefined) return null
    if (slot instanceof RowSlot) return { row: slot.row, column: -1 }
    return { row: slot instanceof CellSlot ? slot.row.row : -1, column: slot.column }
  }

  firstInView(): Place {
    const first = this.#first()
    return { row: Math.ceil(first.row), column: Math.ceil(first.column) }
  }

  reveal(place: Place, by: 'cells' | 'pages'): void {
    this.#glide.halt()
    this.#bringIn(place, by)
    this.#paint(false)
  }

  isInView(place: Place): boolean {
    const { top, left } = this.#offsetFor(place, 'cells')
    return isClose(top, this.scroller.scrollTop) && isClose(left, this.scroller.scrollLeft)
  }

  /** Moves the window so that it holds a place. */
  #bringIn(place: Place, by: 'cells' | 'pages'): void {
    const { top, left } = this.#offsetFor(place, by)
    this.scroller.scrollTop = top
    this.scroller.scrollLeft = left
  }

  /** Where the window stands once it holds a place. */
  #offsetFor({ row, column }: Place, by: 'cells' | 'pages'): Offset {
    const { pageRows, pageColumns, columnWidth } = this.#layout
    const { rows, columns } = this.#source
    const along = (index: number, count: number, page: number, size: number, offset: number) => {
      if (index < 0) return offset
      const least = reveal(index, size, page * size, offset)
      return by === 'cells' || isClose(least, offset) ? least : pageWith(index, count, page) * size
    }
    return {
      top: along(row, rows, pageRows, measure.row, this.scroller.scrollTop),
      left: along(column, columns, pageColumns, columnWidth, this.scroller.scrollLeft),
    }
  }

  describe({ row, column }: Place): void {
    if (row < 0 || column < 0) return
    const slot = this.#rows[row % this.#rows.length]
    slot?.cells[column % slot.cells.length]?.describe(this.#source.describe(row, column))
  }

  open({ row, column }: Place): void {
    if (column < 0) this.#events.onRow?.(row)
    else if (row >= 0) this.#events.onCell?.(row, column)
    else if (this.#source.column(column).opens) this.#events.onColumn(column)
  }

  leave(): void {
    this.#events.onLeave()
  }

  /** The first cell of the window, in fractions of cells. */
  #first(): Place {
    const { columnWidth } = this.#layout
    return { row: this.#last.top / measure.row, column: columnWidth > 0 ? this.#last.left / columnWidth : 0 }
  }

  #arrange(): void {
    const { rows, columns } = this.#source
    const made = layout(this.#room, rows, columns, barThickness())
    this.#layout = made
    const { style } = this.scroller
    style.width = `${made.width}px`
    style.height = `${made.height}px`
    style.overflowX = made.scrollsX ? 'scroll' : 'hidden'
    style.overflowY = made.scrollsY ? 'scroll' : 'hidden'
    style.setProperty('--column', `${made.columnWidth}px`)
    style.setProperty('--who', `${made.whoWidth}px`)
    this.#sizer.style.width = `${made.whoWidth + columns * made.columnWidth}px`
    this.#sizer.style.height = `${measure.head + rows * measure.row}px`
    this.scroller.setAttribute('aria-rowcount', String(rows + 1))
    this.scroller.setAttribute('aria-colcount', String(columns + 1))
    // One more for the cell cut at either edge, and one that is ready on the side towards which the window moves.
    const height = Math.min(rows, made.pageRows + 2)
    const width = Math.min(columns, made.pageColumns + 2)
    if (this.#rows.length !== height || this.#columns.length !== width) this.#build(height, width)
  }

  #build(height: number, width: number): void {
    const focused = this.#focus.within
    this.#columns = Array.from({ length: width }, () => new ColumnSlot())
    const opens = { head: this.#events.onRow !== undefined, cells: this.#events.onCell !== undefined }
    this.#rows = Array.from({ length: height }, () => new RowSlot(width, opens))
    for (const slot of this.#columns) this.#slotOf.set(slot.element, slot)
    for (const row of this.#rows) {
      this.#slotOf.set(row.head, row)
      for (const cell of row.cells) this.#slotOf.set(cell.element, cell)
    }
    this.#heads.replaceChildren(this.#corner, ...this.#columns.map((slot) => slot.element))
    this.#sizer.replaceChildren(this.#heads, ...this.#rows.map((slot) => slot.element))
    if (focused) this.scroller.focus({ preventScroll: true })
  }

  /** Paints the window where it stands: what came into view, or with `all` everything anew. */
  #paint(all: boolean): void {
    const { scrollTop: top, scrollLeft: left } = this.scroller
    const step = { down: Math.sign(top - this.#last.top), right: Math.sign(left - this.#last.left) }
    if (step.down !== 0 || step.right !== 0) this.#held = null
    this.#last = { top, left }
    if (all) {
      for (const slot of this.#columns) slot.column = -1
      for (const slot of this.#rows) slot.leave()
    }
    this.#fill(step.down, step.right)
    this.#focus.follow()
    this.#tell(all)
    clearTimeout(this.#resting)
    if (all) this.#rest()
    else this.#resting = window.setTimeout(this.#rest, rest)
  }

  /** Paints what is in view and not painted yet, and what will be next when the window moves `down` and `right` (or back, below 0). */
  #fill(down: number, right: number): void {
    const { columnWidth, whoWidth, pageRows, pageColumns } = this.#layout
    const source = this.#source
    const { top, left } = this.#last
    const rows = inView(top, pageRows * measure.row, measure.row, source.rows, down)
    const columns = inView(left, pageColumns * columnWidth, columnWidth, source.columns, right)
    const height = this.#rows.length
    const width = this.#columns.length

    for (let column = columns.from; column < columns.to; column += 1) {
      const slot = this.#columns[column % width] as ColumnSlot
      if (slot.column === column) continue
      slot.place(column, whoWidth + column * columnWidth)
      slot.paint(source)
    }
    for (let row = rows.from; row < rows.to; row += 1) {
      const slot = this.#rows[row % height] as RowSlot
      const enters = slot.row !== row
      if (enters) {
        slot.leave()
        slot.place(row, measure.head + row * measure.row)
        slot.paintHead(source)
      }
      for (let column = columns.from; column < columns.to; column += 1) {
        const cell = slot.cells[column % width] as CellSlot
        if (cell.column === column) continue
        cell.place(column, whoWidth + column * columnWidth)
        cell.paint(source)
      }
    }
  }

  /** Where the window stands. */
  #where(): Sight {
    const first = this.#first()
    const { rows, columns } = this.#source
    const { pageRows, pageColumns } = this.#layout
    const rowSpan = inSight(first.row, rows, pageRows)
    const columnSpan = inSight(first.column, columns, pageColumns)
    return {
      row: pageAt(first.row, rows, pageRows),
      rows: pages(rows, pageRows),
      column: pageAt(first.column, columns, pageColumns),
      columns: pages(columns, pageColumns),
      rowsEach: pageRows,
      columnsEach: pageColumns,
      firstRow: rowSpan.from,
      endRow: rowSpan.to,
      firstColumn: columnSpan.from,
      endColumn: columnSpan.to,
      totalRows: rows,
      totalColumns: columns,
    }
  }

  /** Tells the page where the window stands, when that differs; while it moves only when it comes to another page. */
  #tell(rests: boolean): void {
    const now = this.#where()
    const was = this.#sight
    const isSame = (key: keyof Sight) => was?.[key] === now[key]
    if (rests ? (Object.keys(now) as (keyof Sight)[]).every(isSame) : isSame('row') && isSame('column')) return
    this.#sight = now
    this.#events.onPages(now)
  }

  /**
   * Work that can wait until the window rests: what may be next, what has no place, reading order in the document, and where Tab enters.
   */
  #rest = (): void => {
    this.#fill(1, 1)
    this.#tell(true)
    for (const slot of this.#columns) if (slot.column < 0) slot.putAway()
    for (const row of this.#rows) {
      if (row.row < 0) row.putAway()
      for (const cell of row.cells) if (cell.column < 0) cell.putAway()
    }
    const focused = document.activeElement
    const elements = (slots: readonly (RowSlot | CellSlot | ColumnSlot)[]) => slots.map((slot) => slot.element)
    const byPlace = (a: number, b: number) => (a < 0 ? 1 : b < 0 ? -1 : a - b)
    const rows = this.#rows.toSorted((a, b) => byPlace(a.row, b.row))
    inOrder(elements(rows), focused)
    for (const row of rows) inOrder(elements(row.cells.toSorted((a, b) => byPlace(a.column, b.column))), focused)
    inOrder(elements(this.#columns.toSorted((a, b) => byPlace(a.column, b.column))), focused)
    this.#focus.rest()
  }
}

/** Whether two offsets are the same one: screens round them to their own points. */
const isClose = (one: number, other: number): boolean => Math.abs(one - other) < 1

let thickness = -1

/** How much room a scroll bar of the grid takes, in CSS pixels; measured once. */
function barThickness(): number {
  if (thickness >= 0) return thickness
  const probe = document.createElement('div')
  probe.className = 'grid'
  probe.style.cssText = 'position:absolute;visibility:hidden;width:100px;height:100px;overflow:scroll;border:0'
  document.body.append(probe)
  thickness = probe.offsetWidth - probe.clientWidth
  probe.remove()
  return thickness
}

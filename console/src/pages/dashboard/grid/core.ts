/**
 * The grid: a table of any size painted through one window of recycled elements, by hand, because it must keep up with a fast scroll
 * over half a million cells. It paints what a GridSource says, tells where the window stands, and leaves all meaning to the page.
 */
import { pages } from '../../../model/grid'
import { layout, measure, pageAt, pageStart, reveal, windowStart, type Layout, type Room } from './geometry'
import { inOrder } from './order'
import { move, type Place } from './roving'
import { CellSlot, ColumnSlot, RowSlot } from './slots'
import type { GridSource } from './source'

/** Where the window stands, in pages counted from 1. */
export interface Pages {
  row: number
  rows: number
  column: number
  columns: number
}

/** What the grid tells its page. */
export interface GridEvents {
  onPages(pages: Pages): void
  /** A cell was pressed; absent where cells open nothing. */
  onCell?: (row: number, column: number) => void
  /** The head of a column that opens something was pressed. */
  onColumn(column: number): void
}

/** Length of the page animation in milliseconds (spec section 9). */
export const turn = { columns: 220, rows: 170 } as const
/** Elements are put into reading order once the window has rested for this long, in milliseconds. */
const rest = 120

export class Grid {
  readonly #scroller = document.createElement('div')
  readonly #sizer = document.createElement('div')
  readonly #heads = document.createElement('div')
  readonly #corner = document.createElement('div')
  readonly #events: GridEvents
  readonly #slotOf = new WeakMap<Element, CellSlot | ColumnSlot>()
  #source: GridSource
  #room: Room = { width: 0, height: 0 }
  #layout: Layout = layout({ width: 0, height: 0 }, 0, 0, 0)
  #rows: RowSlot[] = []
  #columns: ColumnSlot[] = []
  #pages: Pages = { row: 0, rows: 0, column: 0, columns: 0 }
  #active: Place = { row: 0, column: 0 }
  #entry: HTMLElement | null = null
  #last = { top: 0, left: 0 }
  #goal: { top: number; left: number } | null = null
  #resting = 0
  #turning = 0

  constructor(host: HTMLElement, source: GridSource, events: GridEvents, label: string) {
    this.#source = source
    this.#events = events
    const scroller = this.#scroller
    scroller.className = 'grid'
    scroller.setAttribute('role', 'grid')
    scroller.setAttribute('aria-label', label)
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
    scroller.addEventListener('scroll', this.#onScroll, { passive: true })
    scroller.addEventListener('click', this.#onClick)
    scroller.addEventListener('keydown', this.#onKey)
    scroller.addEventListener('focusin', this.#onFocus)
    scroller.addEventListener('pointerover', this.#onPointer)
    for (const hand of ['wheel', 'pointerdown', 'touchstart'] as const) {
      scroller.addEventListener(hand, this.#halt, { passive: true })
    }
  }

  /** Takes the grid out of the document. */
  remove(): void {
    clearTimeout(this.#resting)
    cancelAnimationFrame(this.#turning)
    this.#scroller.remove()
  }

  /** Lays the grid into a room, keeping the first cell of the window where it was. */
  resize(room: Room): void {
    const first = this.#first()
    this.#room = room
    this.#arrange()
    this.#scroller.scrollTop = first.row * measure.row
    this.#scroller.scrollLeft = first.column * this.#layout.columnWidth
    this.#paint(true)
  }

  /** Shows another source from here on; `home` scrolls to its beginning, otherwise the window stays where it is. */
  show(source: GridSource, home: boolean): void {
    const before = this.#source
    this.#source = source
    if (before.rows !== source.rows || before.columns !== source.columns) this.#arrange()
    if (home) this.#scroller.scrollTo({ top: 0, left: 0, behavior: 'instant' })
    this.#active = {
      row: Math.min(this.#active.row, source.rows - 1),
      column: Math.max(0, Math.min(this.#active.column, source.columns - 1)),
    }
    this.#paint(true)
  }

  /** Names of the grid and of its corner, after a change of language. */
  rename(label: string, corner: string): void {
    this.#scroller.setAttribute('aria-label', label)
    this.#corner.textContent = corner
  }

  /** Goes `rows` and `columns` pages on; with reduced motion at once. */
  turn(rows: number, columns: number): void {
    const { pageRows, pageColumns, columnWidth } = this.#layout
    // A second press while the page still turns counts from where the first one leads.
    const from = this.#goal ?? { top: this.#scroller.scrollTop, left: this.#scroller.scrollLeft }
    const row = pageStart(from.top / measure.row, rows, this.#source.rows, pageRows)
    const column = pageStart(from.left / columnWidth, columns, this.#source.columns, pageColumns)
    this.#glide(
      rows === 0 ? from.top : row * measure.row,
      columns === 0 ? from.left : column * columnWidth,
      columns === 0 ? turn.rows : turn.columns,
    )
  }

  /** Whether an element is a place of this grid that keys move from. */
  holds(element: Element | null): boolean {
    return element !== null && this.#scroller.contains(element)
  }

  /** The first cell of the window, in fractions of cells. Read from the last paint: asking the element would make it lay itself out. */
  #first(): { row: number; column: number } {
    const { columnWidth } = this.#layout
    return { row: this.#last.top / measure.row, column: columnWidth > 0 ? this.#last.left / columnWidth : 0 }
  }

  #arrange(): void {
    const { rows, columns } = this.#source
    const made = layout(this.#room, rows, columns, barThickness())
    this.#layout = made
    const { style } = this.#scroller
    style.width = `${made.width}px`
    style.height = `${made.height}px`
    style.overflowX = made.scrollsX ? 'scroll' : 'hidden'
    style.overflowY = made.scrollsY ? 'scroll' : 'hidden'
    style.setProperty('--column', `${made.columnWidth}px`)
    style.setProperty('--who', `${made.whoWidth}px`)
    this.#sizer.style.width = `${made.whoWidth + columns * made.columnWidth}px`
    this.#sizer.style.height = `${measure.head + rows * measure.row}px`
    this.#scroller.setAttribute('aria-rowcount', String(rows + 1))
    this.#scroller.setAttribute('aria-colcount', String(columns + 1))
    // One more for the cell cut at either edge, and one that is ready on the side towards which the window moves.
    const height = Math.min(rows, made.pageRows + 2)
    const width = Math.min(columns, made.pageColumns + 2)
    if (this.#rows.length !== height || this.#columns.length !== width) this.#build(height, width)
  }

  #build(height: number, width: number): void {
    const kept = this.holds(this.#scroller.ownerDocument.activeElement)
    this.#columns = Array.from({ length: width }, () => new ColumnSlot())
    this.#rows = Array.from({ length: height }, () => new RowSlot(width, this.#events.onCell !== undefined))
    for (const slot of this.#columns) this.#slotOf.set(slot.element, slot)
    for (const row of this.#rows) for (const cell of row.cells) this.#slotOf.set(cell.element, cell)
    this.#entry = null
    this.#heads.replaceChildren(this.#corner, ...this.#columns.map((slot) => slot.element))
    this.#sizer.replaceChildren(this.#heads, ...this.#rows.map((slot) => slot.element))
    if (kept) this.#scroller.focus({ preventScroll: true })
  }

  #paint(all: boolean): void {
    const { scrollTop: top, scrollLeft: left } = this.#scroller
    const { columnWidth, whoWidth } = this.#layout
    const source = this.#source
    const height = this.#rows.length
    const width = this.#columns.length
    const fromRow = windowStart(top / measure.row, top < this.#last.top, height, source.rows)
    const fromColumn = windowStart(left / columnWidth, left < this.#last.left, width, source.columns)
    this.#last = { top, left }

    for (let column = fromColumn; column < fromColumn + width; column += 1) {
      const slot = this.#columns[column % width] as ColumnSlot
      const moved = slot.column !== column
      if (moved) slot.place(column, whoWidth + column * columnWidth)
      if (moved || all) slot.paint(source)
    }
    for (let row = fromRow; row < fromRow + height; row += 1) {
      const slot = this.#rows[row % height] as RowSlot
      const moved = slot.row !== row
      if (moved) slot.place(row, measure.head + row * measure.row)
      if (moved || all) slot.paintHead(source)
      for (let column = fromColumn; column < fromColumn + width; column += 1) {
        const cell = slot.cells[column % width] as CellSlot
        const stays = cell.column === column
        if (!stays || all) cell.place(column, whoWidth + column * columnWidth)
        if (moved || !stays || all) cell.paint(source)
      }
    }
    this.#keepFocus()
    this.#tell()
    clearTimeout(this.#resting)
    if (all) this.#rest()
    else this.#resting = window.setTimeout(this.#rest, rest)
  }

  /** Tells the page where the window stands, when that differs. */
  #tell(): void {
    const first = this.#first()
    const { rows, columns } = this.#source
    const { pageRows, pageColumns } = this.#layout
    const now: Pages = {
      row: pageAt(first.row, rows, pageRows),
      rows: pages(rows, pageRows),
      column: pageAt(first.column, columns, pageColumns),
      columns: pages(columns, pageColumns),
    }
    const was = this.#pages
    if (now.row === was.row && now.rows === was.rows && now.column === was.column && now.columns === was.columns) return
    this.#pages = now
    this.#events.onPages(now)
  }

  /** Keeps the focus on the cell it is on: on its element while that is painted, on the grid itself while it is out of sight. */
  #keepFocus(): void {
    const focused = this.#scroller.ownerDocument.activeElement
    if (focused === null || !this.#scroller.contains(focused)) return
    const target = this.#target(this.#active)
    if (focused !== (target ?? this.#scroller)) (target ?? this.#scroller).focus({ preventScroll: true })
  }

  /** Work that can wait until the window rests: reading order in the document, and where Tab enters. */
  #rest = (): void => {
    const focused = this.#scroller.ownerDocument.activeElement
    const rows = this.#rows.toSorted((a, b) => a.row - b.row)
    inOrder(
      rows.map((row) => row.element),
      focused,
    )
    for (const row of rows) {
      inOrder(
        row.cells.toSorted((a, b) => a.column - b.column).map((cell) => cell.element),
        focused,
      )
    }
    inOrder(
      this.#columns.toSorted((a, b) => a.column - b.column).map((slot) => slot.element),
      focused,
    )
    if (!this.holds(focused) && this.#target(this.#active) === null) {
      const first = this.#first()
      this.#active = { row: Math.ceil(first.row), column: Math.ceil(first.column) }
    }
    this.#enterAt(this.#target(this.#active))
  }

  /** Makes one element the place where Tab enters the grid. */
  #enterAt(target: HTMLElement | null): void {
    if (this.#entry === target) return
    if (this.#entry !== null) this.#entry.tabIndex = -1
    this.#entry = target
    if (target !== null) target.tabIndex = 0
  }

  /** The element that carries the focus of a place, null while the place is not painted. */
  #target({ row, column }: Place): HTMLElement | null {
    const head = this.#columns[column % this.#columns.length]
    if (head?.column !== column) return null
    if (row === -1) return head.target
    const slot = this.#rows[row % this.#rows.length]
    if (slot?.row !== row) return null
    return slot.cells[column % slot.cells.length]?.element ?? null
  }

  #focus(place: Place): void {
    this.#halt()
    const { columnWidth, width, height, whoWidth, scrollsX, scrollsY } = this.#layout
    const scroller = this.#scroller
    const bar = barThickness()
    const across = width - whoWidth - (scrollsY ? bar : 0) - 2 * measure.line
    const down = height - measure.head - (scrollsX ? bar : 0) - 2 * measure.line
    if (place.row >= 0) scroller.scrollTop = reveal(place.row, measure.row, down, scroller.scrollTop)
    scroller.scrollLeft = reveal(place.column, columnWidth, across, scroller.scrollLeft)
    this.#active = place
    this.#paint(false)
    const target = this.#target(place)
    this.#enterAt(target)
    target?.focus({ preventScroll: true })
  }

  #open({ row, column }: Place): void {
    if (row >= 0) this.#events.onCell?.(row, column)
    else if (this.#source.column(column).opens) this.#events.onColumn(column)
  }

  /** Scrolls to an offset within `ms` milliseconds, slowing down towards the end. */
  #glide(top: number, left: number, ms: number): void {
    this.#halt()
    const scroller = this.#scroller
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      scroller.scrollTo({ top, left, behavior: 'instant' })
      return
    }
    const from = { top: scroller.scrollTop, left: scroller.scrollLeft }
    this.#goal = { top, left }
    let begun = -1
    const step = (at: number) => {
      if (begun < 0) begun = at
      const share = Math.min(1, (at - begun) / ms)
      const eased = 1 - (1 - share) ** 3
      scroller.scrollTo({
        top: from.top + (top - from.top) * eased,
        left: from.left + (left - from.left) * eased,
        behavior: 'instant',
      })
      if (share < 1) this.#turning = requestAnimationFrame(step)
      else this.#goal = null
    }
    this.#turning = requestAnimationFrame(step)
  }

  #halt = (): void => {
    cancelAnimationFrame(this.#turning)
    this.#goal = null
  }

  #onScroll = (): void => {
    this.#paint(false)
  }

  #onClick = (event: MouseEvent): void => {
    const place = this.#placeOf(event.target)
    if (place === null) return
    this.#focus(place)
    this.#open(place)
  }

  #onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey) return
    if (event.key === 'Enter' || event.key === ' ') {
      this.#open(this.#active)
    } else {
      const { rows, columns } = this.#source
      const key = { key: event.key, ctrl: event.ctrlKey }
      const to = move(this.#active, key, { rows, columns, pageRows: this.#layout.pageRows })
      if (to === null) return
      this.#focus(to)
    }
    event.preventDefault()
    event.stopPropagation()
  }

  #onFocus = (event: FocusEvent): void => {
    const place = this.#placeOf(event.target)
    if (place === null) return
    this.#active = place
    this.#enterAt(this.#target(place))
    this.#describe(place)
  }

  #onPointer = (event: PointerEvent): void => {
    const place = this.#placeOf(event.target)
    if (place !== null) this.#describe(place)
  }

  #describe({ row, column }: Place): void {
    if (row < 0) return
    const slot = this.#rows[row % this.#rows.length]
    slot?.cells[column % slot.cells.length]?.describe(this.#source.describe(row, column))
  }

  #placeOf(target: EventTarget | null): Place | null {
    const element = target instanceof Element ? target.closest('.cell, .head') : null
    const slot = element === null ? undefined : this.#slotOf.get(element)
    if (slot === undefined) return null
    return { row: slot instanceof CellSlot ? slot.row.row : -1, column: slot.column }
  }
}

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

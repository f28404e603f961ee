/** How the grid lies in its room: pure arithmetic between pixels, cells and pages. All lengths are CSS pixels. */
import { cellHeight, pageSize, pages } from '../../../model/grid'

/**
 * Fixed measures. The head has two lines, 34 and 24 high: what `pageSize` leaves above and below the rows. A column is
 * at least as wide as `cellWidth` where there is room, and no wider than `widest` when there are few.
 */
export const measure = { row: cellHeight, head: 34 + 24, widest: 240, line: 1 } as const

/** Room that the page gives to the grid. */
export interface Room {
  width: number
  height: number
}

/** How a grid of a given size lies in a given room. */
export interface Layout {
  /** Columns and rows of one page, 1 to 25 each. */
  pageColumns: number
  pageRows: number
  columnWidth: number
  /** Width of the column that names the people. */
  whoWidth: number
  /** Size of the whole box, scroll bars included. */
  width: number
  height: number
  scrollsX: boolean
  scrollsY: boolean
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}

/** Lays `rows` × `columns` cells into a room; `bar` is the thickness of a scroll bar that takes room (0 when it floats). */
export function layout(room: Room, rows: number, columns: number, bar: number): Layout {
  const whoWidth = room.width < 640 ? 160 : 200
  const edges = 2 * measure.line
  const fit = (barBeside: number, barBelow: number) =>
    pageSize(room.width - whoWidth - barBeside - edges, room.height - barBelow - edges)

  // Each scroll bar takes room from the other direction, so the second guess is made with the first one's bar in place.
  const below = columns > fit(0, 0).columns ? bar : 0
  const scrollsY = rows > fit(0, below).rows
  const beside = scrollsY ? bar : 0
  const scrollsX = columns > fit(beside, 0).columns
  const page = fit(beside, scrollsX ? bar : 0)

  const shown = Math.max(1, Math.min(columns, page.columns))
  const even = Math.floor((room.width - whoWidth - beside - edges) / shown)
  const columnWidth = columns < page.columns ? Math.min(even, measure.widest) : even
  return {
    pageColumns: page.columns,
    pageRows: page.rows,
    columnWidth,
    whoWidth,
    width: whoWidth + shown * columnWidth + beside + edges,
    height: measure.head + Math.min(rows, page.rows) * measure.row + (scrollsX ? bar : 0) + edges,
    scrollsX,
    scrollsY,
  }
}

/** The page, from 1, that a window beginning at entry `first` (a fraction while between two) shows most of. */
export function pageAt(first: number, count: number, page: number): number {
  const last = pages(count, page)
  if (count > page && first >= count - page - 0.01) return last
  return within(Math.round(first / page) + 1, 1, last)
}

/** The first entry of the page that lies `step` pages from the window beginning at `first`. */
export function pageStart(first: number, step: number, count: number, page: number): number {
  const to = within(pageAt(first, count, page) + step, 1, pages(count, page))
  return within((to - 1) * page, 0, Math.max(0, count - page))
}

/** The first entry of the page that has the entry `index`. */
export function pageWith(index: number, count: number, page: number): number {
  return within(Math.floor(index / page) * page, 0, Math.max(0, count - page))
}

/**
 * Where a window that begins at `first`, on pages of `was` entries, begins on pages of `page`: at the page that has its first entry, so
 * that what the pages are called stays true. One that stood between two pages stays there.
 */
export function keptStart(first: number, count: number, was: number, page: number): number {
  const end = Math.max(0, count - page)
  if (first >= end) return end
  const stood = Math.abs(first - pageStart(first, 0, count, was)) < 0.01
  return was === page || !stood ? first : Math.floor(first / page + 0.01) * page
}

/** The entries that are wholly in a window of `page` entries beginning at `first`, or the one that it shows most of. */
export function inSight(first: number, count: number, page: number): Span {
  const from = within(Math.ceil(first - 0.01), 0, Math.max(0, count - 1))
  return { from, to: within(Math.floor(first + page + 0.01), Math.min(from + 1, count), count) }
}

/** The scroll offset at which the cell `index` of size `size` is wholly in a view of length `view`, moved as little as possible. */
export function reveal(index: number, size: number, view: number, offset: number): number {
  const start = index * size
  if (start < offset) return start
  return Math.max(offset, start + size - view)
}

/** The entries from `from` up to, but not including, `to`. */
export interface Span {
  from: number
  to: number
}

/**
 * The entries that a view of length `view` shows at `offset`, each of size `size`, of `count`; and one more on the side towards which
 * it moves (`step` below 0: towards the beginning, 0: at neither side).
 */
export function inView(offset: number, view: number, size: number, count: number, step: number): Span {
  const from = Math.floor(offset / size) - (step < 0 ? 1 : 0)
  const to = Math.ceil((offset + view) / size) + (step > 0 ? 1 : 0)
  return { from: within(from, 0, count), to: within(to, 0, count) }
}

/**
 * What the side panel has chosen, or on small screens its overlay: filters (kept in this browser), orders and searches (kept in this tab,
 * with the page).
 */
import { useSyncExternalStore } from 'react'
import { allFilters, defaultSort, type ColumnSort, type Filters, type Pages, type RowSort } from '../model/grid'
import type { Range } from '../model/ranges'
import { keepDashboard, keptDashboard } from '../session/drafts'
import { onSession } from '../session/session'
import { local } from '../session/storage'

/** On such screens there is no room for the panel beside the grid. */
export const narrow = '(max-width: 1023px)'

/** All choices of the side panel. */
export interface Choices {
  filters: Filters
  rowSort: RowSort
  columnSort: ColumnSort
  /** Searches guests by username, e-mail address and alias. */
  userSearch: string
  /** Searches locks by name and serial number. */
  lockSearch: string
  /** While people or locks are searched: of the others, only those that some access joins with what is found. */
  onlyWithAccess: boolean
}

/**
 * How long a search waits for the next letter, in milliseconds. It is short for tables of any size: a search through a
 * thousand guests and five hundred locks takes a few milliseconds.
 */
export const searchDelay = 10

function storedFilters(): Filters {
  const stored = local.get('filters') as Partial<Filters> | null
  const filters = { ...allFilters }
  for (const name of Object.keys(filters) as (keyof Filters)[]) {
    filters[name] = stored?.[name] ?? true
  }
  return filters
}

/** What `onlyWithAccess` leaves out of: locks while people are searched, people while locks are; nothing where both are named. */
export function narrows({ userSearch, lockSearch, onlyWithAccess }: Choices): 'locks' | 'people' | null {
  const [person, lock] = [userSearch.trim() !== '', lockSearch.trim() !== '']
  return !onlyWithAccess || person === lock ? null : person ? 'locks' : 'people'
}

/** Where the dashboard was left in this tab. */
interface Left extends Omit<Choices, 'filters'> {
  /** Pages of rows and columns, from 1. */
  row: number
  column: number
  /** Of whom or of what the list of a small screen is, and which of each was chosen last; empty before any was. */
  listBy: 'person' | 'door'
  person: string
  door: string
}

const beginning: Left = {
  rowSort: defaultSort,
  columnSort: defaultSort,
  userSearch: '',
  lockSearch: '',
  onlyWithAccess: true,
  row: 1,
  column: 1,
  listBy: 'person',
  person: '',
  door: '',
}

/** Where the dashboard was left in this tab, so that a reload and a new sign-in begin there. */
export function left(): Left {
  return { ...beginning, ...(keptDashboard() as Partial<Left> | null) }
}

/** Keeps the page that is shown. */
export function leavePage(row: number, column: number): void {
  keepDashboard({ ...left(), row, column })
}

/** Keeps what the list of a small screen shows. */
export function leaveList(list: Pick<Left, 'listBy' | 'person' | 'door'>): void {
  keepDashboard({ ...left(), ...list })
}

/** The choices and how to change them. */
export function useChoices(): [Choices, (change: Partial<Choices>) => void] {
  return [useSyncExternalStore(subscribe, current), choose]
}

let held: Choices | null = null
const readers = new Set<() => void>()

// Another person, or another domain, left the dashboard elsewhere.
onSession(() => {
  held = null
  tell()
})

function current(): Choices {
  if (held === null) {
    const { rowSort, columnSort, userSearch, lockSearch, onlyWithAccess } = left()
    held = { filters: storedFilters(), rowSort, columnSort, userSearch, lockSearch, onlyWithAccess }
  }
  return held
}

function choose(change: Partial<Choices>): void {
  const { filters, ...rest } = (held = { ...current(), ...change })
  if (change.filters !== undefined) local.set('filters', { ...filters })
  keepDashboard({ ...left(), ...rest })
  tell()
}

/** What the panel has beside the choices, as the dashboard on the screen has it. */
export interface PanelView {
  /** The pages of the grid, and from whom to whom each goes; null where nothing is paged. */
  pages: (Pages & { rowNames: readonly Range[]; columnNames: readonly Range[] }) | null
  /** Whether a search leaves out who and what it has no access with. */
  canNarrow: boolean
  /** Whether people are shown, not locks alone. */
  people: boolean
  /** Goes to pages of rows and of columns. */
  goTo: (row: number, column: number) => void
}

const alone: PanelView = { pages: null, canNarrow: false, people: true, goTo: () => undefined }
let view = alone

/** Tells the panel what the dashboard shows, or with null that there is none. */
export function sharePanelView(shared: PanelView | null): void {
  view = shared ?? alone
  tell()
}

/** What the dashboard on the screen shows. */
export function usePanelView(): PanelView {
  return useSyncExternalStore(subscribe, () => view)
}

function subscribe(reader: () => void): () => void {
  readers.add(reader)
  return () => readers.delete(reader)
}

function tell(): void {
  for (const reader of readers) reader()
}

/**
 * Rows and columns of the dashboard: filter, search and sort, and the windows that a page shows.
 */
import type { Domain, Group, Lock, User } from './domain'
import { finder, serialFinder } from './search'

/** What is shown. All on by default. */
export interface Filters {
  ShowIndividualLocks: boolean
  ShowLockGroups: boolean
  ShowRegularGuests: boolean
  ShowUserGroups: boolean
  ShowAdmins: boolean
}

/** Everything shown. */
export const allFilters: Filters = {
  ShowIndividualLocks: true,
  ShowLockGroups: true,
  ShowRegularGuests: true,
  ShowUserGroups: true,
  ShowAdmins: true,
}

/** Ages ascend from the oldest. */
export interface RowSort {
  by: 'name' | 'mail' | 'age'
  direction: 'asc' | 'desc'
}

/** Ages ascend from the oldest. */
export interface ColumnSort {
  by: 'name' | 'age'
  direction: 'asc' | 'desc'
}

/** The order without a choice. */
export const defaultSort = { by: 'name', direction: 'asc' } as const

/** One row of the grid. */
export type Row =
  | { readonly kind: 'user'; readonly id: string; readonly user: User }
  | { readonly kind: 'user-group'; readonly id: string; readonly group: Group }

/** One column of the grid. */
export type Column =
  | { readonly kind: 'lock'; readonly id: string; readonly lock: Lock }
  | { readonly kind: 'lock-group'; readonly id: string; readonly group: Group }

/**
 * The rows to show, in their order. `search` looks into usernames, e-mail addresses, aliases and shown names, and groups' names. Who has no
 * account has no username that somebody would know.
 */
export function rowsOf(domain: Domain, filters: Filters, sort: RowSort, search: string, locale: string): Row[] {
  const matches = finder(search)
  const rows: Row[] = []
  for (const user of domain.users.values()) {
    const shown = user.role === 'administrator' ? filters.ShowAdmins : filters.ShowRegularGuests
    const username = user.hasAccount ? user.username : ''
    if (shown && (matches(user.name) || matches(username) || matches(user.mail) || matches(user.alias))) {
      rows.push({ kind: 'user', id: user.id, user })
    }
  }
  if (filters.ShowUserGroups) {
    for (const group of domain.groups.values()) {
      if (group.type === 'users' && matches(group.name)) rows.push({ kind: 'user-group', id: group.id, group })
    }
  }
  const named = (row: Row) => (row.kind === 'user' ? row.user.name : row.group.name)
  const age = (row: Row) => (row.kind === 'user' ? row.user.created : row.group.created)
  const mail = (row: Row) => (row.kind === 'user' ? row.user.mail : '')
  return sorted(rows, sort.direction, named, sort.by === 'age' ? age : sort.by === 'mail' ? mail : named, locale)
}

/** The columns to show, in their order. `search` looks into names and serial numbers. */
export function columnsOf(
  domain: Domain,
  filters: Filters,
  sort: ColumnSort,
  search: string,
  locale: string,
): Column[] {
  const matches = finder(search)
  const matchesSerial = serialFinder(search)
  const columns: Column[] = []
  if (filters.ShowIndividualLocks) {
    for (const lock of domain.locks.values()) {
      if (matches(lock.name) || matchesSerial(lock.serial)) columns.push({ kind: 'lock', id: lock.id, lock })
    }
  }
  if (filters.ShowLockGroups) {
    for (const group of domain.groups.values()) {
      if (group.type === 'locks' && matches(group.name)) columns.push({ kind: 'lock-group', id: group.id, group })
    }
  }
  const named = (column: Column) => (column.kind === 'lock' ? column.lock.name : column.group.name)
  const age = (column: Column) => (column.kind === 'lock' ? column.lock.created : column.group.created)
  return sorted(columns, sort.direction, named, sort.by === 'age' ? age : named, locale)
}

/** Entries without the text to sort by stand last in either direction; equal ones stand by name, then by id. */
function sorted<T extends { readonly id: string }>(
  items: T[],
  direction: 'asc' | 'desc',
  name: (item: T) => string,
  key: (item: T) => string | number,
  locale: string,
): T[] {
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  const sign = direction === 'asc' ? 1 : -1
  const keyed = items.map((item) => ({ item, key: key(item), name: name(item) }))
  keyed.sort((a, b) => {
    if ((a.key === '') !== (b.key === '')) return a.key === '' ? 1 : -1
    const byKey =
      typeof a.key === 'number' && typeof b.key === 'number'
        ? a.key - b.key
        : collator.compare(String(a.key), String(b.key))
    return sign * byKey || collator.compare(a.name, b.name) || (a.item.id < b.item.id ? -1 : 1)
  })
  return keyed.map(({ item }) => item)
}

/** Sizes of the grid in CSS pixels: the least width of a column and the height of a row. */
export const cellWidth = 160
export const cellHeight = 65
const marginAbove = 34
const marginBelow = 24
/** At most so many columns, and so many rows, make a page. */
export const pageLimit = 25

/** How many columns and rows a page has in a room of this size: at least one of each. */
export function pageSize(width: number, height: number): { columns: number; rows: number } {
  const fit = (length: number, cell: number) => Math.min(Math.max(Math.floor(length / cell), 1), pageLimit)
  return { columns: fit(width, cellWidth), rows: fit(height - marginAbove - marginBelow, cellHeight) }
}

/** Where a window stands, in pages counted from 1. */
export interface Pages {
  row: number
  rows: number
  column: number
  columns: number
  /** How many rows and columns a page holds. */
  rowsEach: number
  columnsEach: number
}

/** What is wholly in sight: the rows from `firstRow` up to, but not including, `endRow`, and the columns likewise; of how many. */
export interface Sight extends Pages {
  firstRow: number
  endRow: number
  firstColumn: number
  endColumn: number
  totalRows: number
  totalColumns: number
}

/** How many pages hold `total` entries; at least one. */
export function pages(total: number, size: number): number {
  return Math.max(Math.ceil(total / size), 1)
}

/** The entries that a page, counted from 1, shows: from `first`, before `end`. The last one is filled from the one before. */
export function pageWindow(page: number, size: number, total: number): { first: number; end: number } {
  const end = Math.min(Math.min(Math.max(page, 1), pages(total, size)) * size, total)
  return { first: Math.max(end - size, 0), end }
}

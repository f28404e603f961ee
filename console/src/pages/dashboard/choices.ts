/** What the side panel has chosen: filters (kept in this browser), orders and searches (kept in this tab, with the page). */
import { useCallback, useEffect, useState } from 'react'
import { allFilters, defaultSort, type ColumnSort, type Filters, type RowSort } from '../../model/grid'
import { keepDashboard, keptDashboard } from '../../session/drafts'
import { local } from '../../session/storage'

/** All choices of the side panel. */
export interface Choices {
  filters: Filters
  rowSort: RowSort
  columnSort: ColumnSort
  /** Searches guests by username, e-mail address and alias. */
  userSearch: string
  /** Searches locks by name and serial number. */
  lockSearch: string
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

/** Where the dashboard was left in this tab. */
interface Left extends Omit<Choices, 'filters'> {
  /** Pages of rows and columns, from 1. */
  row: number
  column: number
}

const beginning: Left = {
  rowSort: defaultSort,
  columnSort: defaultSort,
  userSearch: '',
  lockSearch: '',
  row: 1,
  column: 1,
}

/** Where the dashboard was left in this tab, so that a reload and a new sign-in begin there. */
export function left(): Left {
  return { ...beginning, ...(keptDashboard() as Partial<Left> | null) }
}

/** Keeps the page that is shown. */
export function leavePage(row: number, column: number): void {
  keepDashboard({ ...left(), row, column })
}

/** The choices and how to change them. */
export function useChoices(): [Choices, (change: Partial<Choices>) => void] {
  const [choices, setChoices] = useState<Choices>(() => {
    const { rowSort, columnSort, userSearch, lockSearch } = left()
    return { filters: storedFilters(), rowSort, columnSort, userSearch, lockSearch }
  })
  const choose = useCallback((change: Partial<Choices>) => {
    if (change.filters !== undefined) local.set('filters', { ...change.filters })
    setChoices((before) => ({ ...before, ...change }))
  }, [])
  useEffect(() => {
    const { rowSort, columnSort, userSearch, lockSearch } = choices
    keepDashboard({ ...left(), rowSort, columnSort, userSearch, lockSearch })
  }, [choices])
  return [choices, choose]
}

/** What the side panel has chosen: filters (kept in this browser), orders and searches. */
import { useCallback, useState } from 'react'
import { allFilters, defaultSort, type ColumnSort, type Filters, type RowSort } from '../../model/grid'
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

/** The choices and how to change them. */
export function useChoices(): [Choices, (change: Partial<Choices>) => void] {
  const [choices, setChoices] = useState<Choices>(() => ({
    filters: storedFilters(),
    rowSort: defaultSort,
    columnSort: defaultSort,
    userSearch: '',
    lockSearch: '',
  }))
  const choose = useCallback((change: Partial<Choices>) => {
    if (change.filters !== undefined) local.set('filters', { ...change.filters })
    setChoices((before) => ({ ...before, ...change }))
  }, [])
  return [choices, choose]
}

// What both grids show: the domain of 1,000 guests and 500 doors with 20,000 links, in the console's own words.
import { startI18n } from '../../../console/src/i18n/i18n'
import { Domain } from '../../../console/src/model/domain'
import { allFilters, columnsOf, defaultSort, rowsOf } from '../../../console/src/model/grid'
import { DomainSource } from '../../../console/src/pages/dashboard/domain-source'
import { fixture } from '../../../console/src/testing/fixture'

/** The page's side of the bench: `prepare` before anything is measured, `load` for the data, `show` for the grid. */
export interface Side {
  prepare(): Promise<void>
  load(): void
  show(): void
  /** The elements that scroll down and right. */
  scrollers(): [HTMLElement, HTMLElement]
}

declare global {
  interface Window {
    side: Side
  }
}

const now = Date.UTC(2026, 10, 20, 13)
let text = ''

export async function prepare(): Promise<void> {
  await startI18n()
  text = JSON.stringify(fixture({ users: 1000, locks: 500, groups: 40, links: 20_000 }, now))
}

export function load(): DomainSource {
  const { domain: _name, ...lists } = JSON.parse(text)
  const domain = new Domain()
  for (const [section, entries] of Object.entries(lists)) domain.put(section as never, entries as never)
  const rows = rowsOf(domain, allFilters, defaultSort, '', 'en-GB')
  const columns = columnsOf(domain, allFilters, defaultSort, '', 'en-GB')
  return new DomainSource(domain, rows, columns, now, true)
}

export const host = document.getElementById('host') as HTMLElement

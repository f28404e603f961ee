import { describe, expect, it, onTestFinished } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { keptDashboard } from '../../session/drafts'
import { waitFor } from '../../testing/wait-for'
import { atTheDashboard, grid, open } from './testing'

atTheDashboard()

describe('a search that finds nothing', () => {
  it.each([1280, 390])('is announced at %i px, once however much is typed then', async (width) => {
    await page.viewport(width, 800)
    await open()
    const search = page.getByRole('searchbox', { name: /^Search guests/ })
    const heading = page.getByRole('heading', { name: 'Nothing to show' })
    await expect.element(search).toBeVisible()
    // A region that comes with its words is not announced: it must be there before.
    const regions = page.getByRole('status').elements()
    const said: string[] = []
    const watcher = new MutationObserver(() => {
      said.push(...regions.map((region) => region.textContent).filter((text) => text.startsWith('No guest')))
    })
    onTestFinished(() => watcher.disconnect())
    for (const region of regions) watcher.observe(region, { childList: true, characterData: true, subtree: true })
    await search.fill('nobody')
    await expect.element(heading).toBeVisible()
    await search.fill('nobody of this name')
    await waitFor(() => expect((keptDashboard() as { userSearch: string }).userSearch).toBe('nobody of this name'))
    await expect.element(heading).toBeVisible()
    expect(said).toEqual(['No guest or no lock fits the search and the filters.'])
    await search.clear()
    await expect.element(heading).not.toBeInTheDocument()
    await search.fill('nobody')
    await waitFor(() => expect(said).toHaveLength(2))
  })

  it('is announced too while the filters lie over the page', async () => {
    await page.viewport(800, 800)
    await open()
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('/')
    await page.getByRole('dialog').getByRole('searchbox').first().fill('no door of this name')
    const said = page.getByRole('status').filter({ hasText: 'No guest or no lock fits the search and the filters.' })
    await expect.element(said).toBeInTheDocument()
    // The page below is inert then, and nothing in it is announced.
    expect(said.element().closest('[inert]')).toBeNull()
    expect(grid().query()).toBeNull()
  })
})

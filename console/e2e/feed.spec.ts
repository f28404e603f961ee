import type { Page } from '@playwright/test'
import { demo, expect, test } from './fixtures'
import { House } from './house'
import { DemoServer } from './server'

const server = new DemoServer()
let house: House

test.beforeEach(async ({ playwright }) => {
  await server.start()
  house = await House.enter(await playwright.request.newContext(), server.base)
})

test.afterEach(async () => {
  await server.remove()
})

/** A second tab of the same browser. Answers how many feeds it has opened. */
async function secondTab(first: Page): Promise<{ page: Page; feeds: () => number }> {
  const page = await first.context().newPage()
  let feeds = 0
  page.on('request', (request) => {
    if (request.url().includes('/domain/v1/changes')) feeds += 1
  })
  await page.goto('/#/dashboard')
  return { page, feeds: () => feeds }
}

/** Leaves the cell of Nora Lund and the street door, and answers it. */
async function onlyCell(page: Page) {
  await page.getByRole('searchbox', { name: /^Search locks/ }).fill('Street door')
  await page.getByRole('searchbox', { name: /^Search guests/ }).fill(demo.nobody)
  await expect(page.getByRole('gridcell')).toHaveCount(1)
  return page.getByRole('gridcell')
}

test('a grant made, changed and removed elsewhere shows in every tab by itself', async ({ visit }) => {
  const first = await visit(demo.owner, { baseURL: server.base })
  const second = await secondTab(first)
  const cells = [await onlyCell(first), await onlyCell(second.page)]
  const everywhere = async (text: string | RegExp) => {
    for (const shown of await Promise.allSettled(cells.map((cell) => expect(cell).toHaveText(text))))
      if (shown.status === 'rejected') throw shown.reason
  }
  await everywhere('')

  const grant = await house.grant(demo.nobody, 'Street door')
  await everywhere('Always')
  await house.send('PATCH', `/links/v1/${grant}`, { calendar_id: null, link_profile: 'user_allow_remote' })
  await everywhere('Always remote allowed')
  await house.endAccess(demo.nobody, 'Street door', 3600)
  await everywhere(/^Until .*remote allowed$/s)
  await house.removeAccess(demo.nobody, 'Street door')
  await everywhere('')

  expect(second.feeds(), 'the tabs share one feed').toBe(0)
  await first.close()
  cells.shift()
  await expect.poll(second.feeds).toBe(1)
  await house.grant(demo.nobody, 'Street door')
  await everywhere('Always')
})

test('a rename and a removal made elsewhere show in every tab by itself', async ({ visit }) => {
  const first = await visit(demo.owner, { baseURL: server.base })
  const tabs = [first, (await secondTab(first)).page]
  for (const tab of tabs) {
    await tab.getByRole('searchbox', { name: /^Search guests/ }).fill(demo.nobody)
    await expect(tab.getByRole('rowheader', { name: /^Nora Lund/ })).toBeVisible()
    await expect(tab.getByRole('columnheader', { name: /^All flats/ })).toBeVisible()
  }
  const everywhere = async (look: (tab: Page) => Promise<void>) => {
    for (const shown of await Promise.allSettled(tabs.map(look))) if (shown.status === 'rejected') throw shown.reason
  }

  await house.patchUser(demo.nobody, { alias: 'Nora from the third floor' })
  await everywhere((tab) => expect(tab.getByRole('rowheader', { name: /^Nora from the third floor/ })).toBeVisible())

  await house.patchGroup('All flats', { name: 'A dozen flats' })
  await everywhere(async (tab) => {
    await expect(tab.getByRole('columnheader', { name: /^A dozen flats/ })).toBeVisible()
    await expect(tab.getByRole('columnheader', { name: /^All flats/ })).toHaveCount(0)
  })

  await house.removeUser(demo.nobody)
  await everywhere((tab) => expect(tab.getByText('Nothing to show')).toBeVisible())
})

import type { Page } from '@playwright/test'
import { demo, expect, test } from './fixtures'
import { expectAccessible, expectWhole } from './inspect'
import { ownHouse } from './own-house'

const door = 'Laundry'
const own = ownHouse('Street door')
const { server } = own

const openSettings = async (page: Page) => {
  await page.getByRole('button', { name: /^Domain:/ }).click()
  await page.getByRole('menuitem', { name: 'Domain settings' }).click()
  return page.getByRole('dialog', { name: 'Domain settings' })
}

test('letters about access are sent from when an administrator wants them', async ({ visit }) => {
  const page = await visit(demo.administrator, { baseURL: server.base })
  // An administrator's own domain is chosen first.
  await page.getByRole('button', { name: /^Domain:/ }).click()
  await page.getByRole('menuitemradio', { name: demo.owner }).click()
  const settings = await openSettings(page)
  const given = settings.getByRole('switch', { name: /^Access given/ })
  await expect(given).not.toBeChecked()
  await expect(settings.getByRole('switch', { name: /^Access about to end/ })).not.toBeChecked()
  await expectWhole(page)
  await expectAccessible(page, 'dialog')
  await own.house.grant(demo.nobody, 'Courtyard gate')
  await settings.getByText('Access given').click()
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(settings).toBeHidden()
  await own.house.grant(demo.nobody, door)
  await expect.poll(() => server.letters(demo.nobody).length).toBe(1)
  expect(server.letters(demo.nobody)[0]).toContain(door)
  expect(server.letters(demo.nobody)[0]).not.toContain('Courtyard gate')
  await page.reload()
  await expect((await openSettings(page)).getByRole('switch', { name: /^Access given/ })).toBeChecked()
})

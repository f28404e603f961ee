import { demo, expect, test } from './fixtures'
import { House } from './house'
import { DemoServer } from './server'

const door = 'Street door'
const away = /^Not connected to the server/
/** Longer than the pauses between two attempts of the console to connect have grown meanwhile. */
const back = { timeout: 20_000 }

const server = new DemoServer()

test.beforeAll(() => server.start())
test.afterAll(() => server.remove())

test('while the server is away the dashboard says so, and a change made after it is back shows by itself', async ({
  visit,
  playwright,
}) => {
  const page = await visit(demo.owner, { baseURL: server.base })
  await page.getByRole('searchbox', { name: /^Search locks/ }).fill(door)
  await page.getByRole('searchbox', { name: /^Search guests/ }).fill(demo.nobody)
  await expect(page.getByRole('gridcell')).toHaveCount(1)

  await server.kill()
  await expect(page.getByText(away)).toBeVisible()
  await expect(page.getByRole('columnheader', { name: new RegExp(`^${door}`) })).toBeVisible()

  await server.start()
  const house = await House.enter(await playwright.request.newContext(), server.base)
  await house.grant(demo.nobody, door)
  await expect(page.getByRole('gridcell')).toHaveText('Always', back)
  await expect(page.getByText(away)).toBeHidden()
  await house.removeAccess(demo.nobody, door)
  await expect(page.getByRole('gridcell')).toHaveText('')
})

test('what was being edited while the server went away is saved once it is back', async ({ visit }) => {
  const page = await visit(demo.owner, { baseURL: server.base })
  await page.getByRole('searchbox', { name: /^Search locks/ }).fill(door)
  await page.getByRole('searchbox', { name: /^Search guests/ }).fill(demo.nobody)
  await expect(page.getByRole('gridcell')).toHaveCount(1)
  await page.getByRole('gridcell').click()
  const editor = page.getByRole('dialog', { name: `Access for Nora Lund to ${door}` })
  await editor.getByText('Recurring', { exact: true }).click()
  await editor.getByText('May lock and unlock from afar').click()

  await server.kill()
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor.getByRole('alert')).toContainText(/press Save to try again\./i)
  await expect(editor.getByRole('alert')).toContainText('The server does not answer.')
  await expect(editor.getByRole('radio', { name: 'Recurring' })).toBeChecked()
  await expect(editor.getByRole('switch', { name: /^Remote operation/ })).toBeChecked()

  await server.start()
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toBeHidden()
  await expect(page.getByRole('gridcell')).toHaveText('Mon–Fri 09:00–17:00 remote allowed', back)
})

test('a guest’s doors say that the server is away, and go on by themselves', async ({ visit }) => {
  const page = await visit(demo.guest, { baseURL: server.base })
  const card = page.getByRole('article', { name: door })
  await expect(card).toBeVisible()
  await server.kill()
  await expect(page.getByText(away)).toBeVisible()
  await expect(card).toBeVisible()
  await server.start()
  await expect(page.getByText(away)).toBeHidden(back)
})

import type { Page } from '@playwright/test'
import { demo, expect, test } from './fixtures'
import { House } from './house'
import { ownHouse } from './own-house'

const door = 'Street door'
const guestName = 'Nora Lund'

test.describe.configure({ mode: 'serial' })
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const own = ownHouse(door)
const { server } = own

/** Leaves one guest and one lock in the grid, so that one cell is left: theirs. */
async function onlyTheirCell(page: Page) {
  await page.getByRole('searchbox', { name: 'Search locks by name or serial number' }).fill(door)
  await page.getByRole('searchbox', { name: 'Search guests by username, e-mail address or alias' }).fill(demo.nobody)
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await expect(page.getByRole('gridcell')).toHaveCount(1)
  return page.getByRole('gridcell')
}

/** The owner gives the guest temporary remote access in the dashboard. */
async function grant(page: Page) {
  const cell = await onlyTheirCell(page)
  await cell.click()
  const editor = page.getByRole('dialog', { name: `Access for ${guestName} to ${door}` })
  await editor.getByText('Temporary', { exact: true }).click()
  await editor.getByText('May lock and unlock from afar').click()
  await expect(editor.getByRole('switch', { name: /^Remote operation/ })).toBeChecked()
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toBeHidden()
  await expect(cell).toHaveText(/Until .*remote allowed/s)
}

/** The guest unlocks the door, with the press that confirms it. */
async function unlock(page: Page) {
  const card = page.getByRole('article', { name: door })
  await card.getByRole('button', { name: 'Unlock' }).click()
  await card.getByRole('button', { name: 'Confirm' }).click()
  return card
}

test('an owner gives a guest temporary access, the guest opens the door, the owner reads it with the guest’s name', async ({
  visit,
}) => {
  const owner = await visit(demo.owner, { baseURL: server.base })
  const guest = await visit(demo.nobody, { baseURL: server.base })
  await expect(guest.getByText('Please use the mobile app')).toBeVisible()
  await expect(guest.getByText('There is no door that you may open from afar.')).toBeVisible()

  await grant(owner)
  const card = await unlock(guest)
  await expect(card.getByText('Successfully unlocked the door')).toBeVisible()
  const condition = await own.house.condition(own.serial)
  expect(condition).toMatchObject({ state: 'Unlocked', bolt_moves: 1 })

  await owner
    .getByRole('columnheader', { name: new RegExp(`^${door}`) })
    .getByRole('button')
    .click()
  const overlay = owner.getByRole('dialog')
  await overlay.getByRole('tab', { name: 'Access log' }).click()
  await expect(overlay.getByRole('tabpanel').getByText(guestName).first()).toBeVisible()
  await expect(overlay.getByRole('tabpanel').getByText('Unlocked through the bridge').first()).toBeVisible()
})

test('with the bridge offline nothing moves, and the guest reads why', async ({ visit }) => {
  const guest = await visit(demo.nobody, { baseURL: server.base })
  const { bridge, bolt_moves } = await own.house.condition(own.serial)
  await own.house.simulate(bridge ?? '', { online: false })
  await expect(guest.getByRole('button', { name: 'Lock', exact: true })).toBeVisible()
  const card = guest.getByRole('article', { name: door })
  await card.getByRole('button', { name: 'Lock', exact: true }).click()
  await card.getByRole('button', { name: 'Confirm' }).click()
  await expect(card.getByText('The bridge cannot be reached. Use the app at the door, or ask the owner.')).toBeVisible()
  expect((await own.house.condition(own.serial)).bolt_moves).toBe(bolt_moves)
  await own.house.simulate(bridge ?? '', { online: true })
  await own.house.bridgeIsConnected(own.serial)
})

test('once the grant has expired the door stays as it is', async ({ visit }) => {
  const guest = await visit(demo.nobody, { baseURL: server.base })
  await expect(guest.getByRole('button', { name: 'Unlock' })).toBeEnabled()
  const { bolt_moves } = await own.house.condition(own.serial)
  await own.house.endAccess(demo.nobody, door, 2)
  await expect(guest.getByText('Your access has ended.')).toBeVisible()
  expect((await own.house.condition(own.serial)).bolt_moves).toBe(bolt_moves)
})

test('across a restart of the server the grant holds and the door opens once', async ({ visit, playwright }) => {
  await own.house.removeAccessOf(demo.nobody)
  const owner = await visit(demo.owner, { baseURL: server.base })
  await grant(owner)
  const guest = await visit(demo.nobody, { baseURL: server.base })
  await expect(guest.getByRole('button', { name: 'Unlock' })).toBeVisible()

  await server.restart()
  own.house = await House.enter(await playwright.request.newContext(), server.base)
  await own.house.bridgeIsConnected(own.serial)
  const card = await unlock(guest)
  await expect(card.getByText('Successfully unlocked the door')).toBeVisible()
  expect(await own.house.condition(own.serial)).toMatchObject({ state: 'Unlocked', bolt_moves: 1 })

  await owner
    .getByRole('columnheader', { name: new RegExp(`^${door}`) })
    .getByRole('button')
    .click()
  const overlay = owner.getByRole('dialog')
  await overlay.getByRole('tab', { name: 'Access log' }).click()
  await expect(overlay.getByRole('tabpanel').getByText(guestName)).toHaveCount(2)
})

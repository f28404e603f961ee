import type { Page } from '@playwright/test'
import { demo, expect, test } from '../fixtures'
import { expectAccessible, expectWhole } from '../inspect'
import { ownHouse } from '../own-house'

const door = 'Street door'
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' } as const

test.describe.configure({ mode: 'serial' })

const own = ownHouse(door)
const { server } = own

const card = (page: Page, name = door) => page.getByRole('article', { name })
const box = async (page: Page, name: string) => {
  const found = await card(page).getByRole('button', { name, exact: true }).boundingBox()
  if (found === null) throw new Error(`no button ${name}`)
  return found
}

test('a guest’s first screen begins with their door and one wide button, the words on the app stand below', async ({
  visit,
}) => {
  const page = await visit(demo.guest, { ...phone, baseURL: server.base })
  await expect(card(page)).toContainText(/Until .*Locked.*as of /s)
  await expect(page.getByText('No locks found')).toHaveCount(0)
  const unlock = await box(page, 'Unlock')
  const frame = await card(page).boundingBox()
  expect(frame?.y).toBeLessThan(844 / 4)
  expect(unlock.width).toBeGreaterThan((frame?.width ?? 0) - 40)
  expect(unlock.y + unlock.height).toBeLessThan(844 / 2)
  const words = await page.getByText('Please use the mobile app').boundingBox()
  expect(words?.y).toBeGreaterThan((frame?.y ?? 0) + (frame?.height ?? 0))
  await expectWhole(page)
  await expectAccessible(page)
})

test('what is skipped to is the door', async ({ visit }) => {
  const page = await visit(demo.guest, { ...phone, baseURL: server.base })
  await expect(card(page)).toBeVisible()
  await page.getByRole('button', { name: 'Skip to content' }).focus()
  await page.keyboard.press('Enter')
  await expect(card(page).getByRole('button', { name: 'Unlock' })).toBeFocused()
})

test('the second press names act and door; where it fails the stage is marked, and that the bridge is away is said first', async ({
  visit,
}) => {
  const page = await visit(demo.guest, { ...phone, baseURL: server.base })
  const { bridge, bolt_moves } = await own.house.condition(own.serial)
  await expect(card(page).getByText(/^The bridge has been offline/)).toHaveCount(0)
  await own.house.simulate(bridge ?? '', { online: false })
  await expect(
    card(page).getByText(/^The bridge has been offline since .*, so the door cannot be reached/),
  ).toBeVisible()
  await card(page).getByRole('button', { name: 'Unlock', exact: true }).click()
  await expect(card(page).getByRole('alertdialog', { name: `Unlock ${door} now?` })).toBeVisible()
  await card(page)
    .getByRole('button', { name: `Confirm: unlock ${door}` })
    .click()
  await expect(card(page).getByRole('alert')).toContainText('The bridge cannot be reached.')
  await expect(card(page).getByRole('list', { name: 'Progress' })).toContainText('Bridge not reached')
  expect((await own.house.condition(own.serial)).bolt_moves).toBe(bolt_moves)
  await expectWhole(page)
  await expectAccessible(page)

  await own.house.simulate(bridge ?? '', { online: true })
  await own.house.bridgeIsConnected(own.serial)
  await expect(card(page).getByText(/^The bridge has been offline/)).toHaveCount(0)
  await card(page).getByRole('button', { name: 'Unlock', exact: true }).click()
  await card(page)
    .getByRole('button', { name: `Confirm: unlock ${door}` })
    .click()
  await expect(card(page).getByText('Successfully unlocked the door')).toBeVisible({ timeout: 10_000 })
})

test('a door that opens with the app alone has its card, and says that it never opens from afar', async ({ visit }) => {
  await own.house.grant(demo.guest, 'Laundry')
  const page = await visit(demo.guest, { ...phone, baseURL: server.base })
  await expect(card(page, 'Laundry')).toContainText('Opens at the door with the mobile app, never from afar.')
  await expect(card(page, 'Laundry').getByRole('button')).toHaveCount(0)
})

test('who administers another domain and has no locks of their own is led there', async ({ visit }) => {
  const page = await visit(demo.administrator, { ...phone, baseURL: server.base })
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText(
    'You are an administrator of:',
  )
  await page
    .getByRole('list', { name: 'You are an administrator of:' })
    .getByRole('button', { name: demo.owner })
    .click()
  const first = page.getByRole('listitem').first()
  await expect(first).toBeVisible()
  expect((await first.boundingBox())?.y).toBeLessThan(844 / 2)
})

test('an installer has a list of the locks', async ({ visit }) => {
  const page = await visit(demo.installer, { ...phone, baseURL: server.base })
  const locks = page.getByRole('list', { name: 'Locks' })
  await expect(locks.getByRole('listitem')).toHaveCount(10)
  await expectWhole(page)
  await expectAccessible(page)
  await locks.getByRole('button', { name: door }).click()
  await expect(page.getByRole('dialog', { name: door })).toBeVisible()
})

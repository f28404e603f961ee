import type { Locator, Page } from '@playwright/test'
import { demo, expect, test } from './fixtures'
import { House } from './house'
import { expectAccessible } from './inspect'
import { openLock } from './lock-overlay'

test('the Access log is read to its end, page after page, and grows while it is open', async ({
  visit,
  playwright,
  baseURL,
}) => {
  const house = await House.enter(await playwright.request.newContext(), baseURL ?? '')
  const cellar = await house.serialOf('Bicycle cellar')
  await house.bridgeIsConnected(cellar)
  const { bolt_moves: before } = await house.condition(cellar)
  // Two pages and a part of a third.
  for (let move = 0; move < 110; move += 1) await house.simulate(cellar, { turn: move % 2 === 0 ? 'unlock' : 'lock' })
  await expect.poll(() => house.logLength('Bicycle cellar')).toBe(before + 110)

  const overlay = await openLock(await visit(demo.owner), 'Bicycle cellar', 'Access log')
  const entries = overlay.getByRole('list', { name: 'Access log' }).getByRole('listitem')
  const end = overlay.getByText('Earliest access log activity reached')
  await expect(entries).toHaveCount(50)
  await expect(entries.first()).toContainText('Locked')
  await expect(end).toHaveCount(0)
  await entries.last().scrollIntoViewIfNeeded()
  await expect(entries).toHaveCount(100)
  await entries.last().scrollIntoViewIfNeeded()
  await expect(entries).toHaveCount(before + 110)
  await expect(end).toBeAttached()
  await expectAccessible(overlay.page())

  await house.simulate(cellar, { turn: 'unlock' })
  await expect(entries).toHaveCount(before + 111)
  await expect(entries.first()).toContainText('Unlocked')
  await house.simulate(cellar, { turn: 'lock' })
})

/** Opens a lock from the list that installers have. */
async function openFromList(page: Page, door: string): Promise<Locator> {
  await page.getByRole('list', { name: 'Locks' }).getByRole('button', { name: door }).click()
  const overlay = page.getByRole('dialog', { name: door })
  await overlay.getByRole('tab', { name: 'Operate lock' }).click()
  return overlay
}

test('an installer sees what a lock is, not who may or did open it, and is offered nothing that is refused', async ({
  visit,
}) => {
  const page = await visit(demo.installer)
  const overlay = await openFromList(page, 'Street door')
  await expect(overlay.getByRole('tab')).toHaveText(['General', 'Operate lock', /^Devices/])
  await expect(overlay.getByText('You may not operate this lock from afar at this time.')).toBeVisible()
  await expect(overlay.getByRole('button', { name: 'Unlock', exact: true })).toBeDisabled()
  await overlay.getByRole('button', { name: 'Close' }).last().click()

  const gate = await openFromList(page, 'Courtyard gate')
  await expect(gate.getByRole('tabpanel')).toContainText(/You have no access .*Ask an administrator to give you access/)
  await expect(gate.getByRole('tabpanel').getByRole('button')).toHaveCount(0)
})

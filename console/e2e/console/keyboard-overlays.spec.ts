import type { Page } from '@playwright/test'
import { demo, expect, test } from '../fixtures'
import { House } from '../house'
import { expectFocusSeen, signInByKeyboard, tabTo } from '../keyboard'

const door = 'Courtyard gate'
const guest = 'Nora Lund'
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** Leaves one guest and one lock in the grid, and leads the focus to their cell or to the lock's head. */
async function search(page: Page, kind: 'cell' | 'head') {
  await tabTo(page.getByRole('searchbox', { name: 'Search locks by name or serial number' }))
  await page.keyboard.type(door)
  await tabTo(page.getByRole('searchbox', { name: /^Search guests/ }))
  await page.keyboard.type(demo.nobody)
  await expect(page.getByRole('gridcell')).toHaveCount(1)
  const cell = page.getByRole('gridcell')
  await tabTo(cell)
  if (kind === 'cell') return cell
  await page.keyboard.press('ArrowUp')
  const head = page.getByRole('columnheader', { name: new RegExp(`^${door}`) }).getByRole('button')
  await expect(head).toBeFocused()
  await expectFocusSeen(page)
  return head
}

test.describe('by keyboard alone', () => {
  let house: House

  test.beforeEach(async ({ page, playwright, baseURL }) => {
    house = await House.enter(await playwright.request.newContext(), baseURL ?? '')
    await signInByKeyboard(page, demo.owner)
  })

  test('temporary access with dates and remote is given, then removed with the press that confirms it', async ({
    page,
  }) => {
    const cell = await search(page, 'cell')
    await page.keyboard.press('Enter')
    const editor = page.getByRole('dialog', { name: `Access for ${guest} to ${door}` })
    await expect(editor).toBeVisible()
    await tabTo(editor.getByRole('radio', { checked: true }))
    await page.keyboard.press('ArrowRight')
    await expect(editor.getByRole('radio', { name: 'Recurring' })).toBeChecked()
    await page.keyboard.press('ArrowLeft')
    await expect(editor.getByRole('radio', { name: 'Temporary' })).toBeChecked()
    await expectFocusSeen(page)

    // The end by typing, then a day later by the calendar.
    const to = editor.getByRole('group', { name: 'To' })
    await tabTo(to.getByRole('spinbutton', { name: /^day/ }))
    await page.keyboard.type('14')
    await tabTo(to.getByRole('spinbutton', { name: /^hour/ }))
    await page.keyboard.type('1130')
    await tabTo(to.getByRole('button'))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('grid').getByRole('button', { name: /14 .*selected/ })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expectFocusSeen(page)
    await page.keyboard.press('Enter')
    await expect(to.getByRole('button')).toBeFocused()
    await expect(to.getByRole('spinbutton', { name: /^day/ })).toHaveText('15')

    await tabTo(editor.getByRole('switch', { name: /^Remote operation/ }))
    await page.keyboard.press('Space')
    await tabTo(editor.getByRole('button', { name: 'Save' }))
    await page.keyboard.press('Enter')
    await expect(editor).toBeHidden()
    await expect(cell).toBeFocused()
    await expectFocusSeen(page)
    await expect(cell).toHaveText(/^Until 15 \w+\s+11:30\s+remote allowed$/)

    await page.keyboard.press('Space')
    await tabTo(editor.getByRole('button', { name: 'Remove access' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(editor.getByRole('button', { name: 'Confirm: remove access' })).toBeFocused()
    await expectFocusSeen(page)
    await expect(editor.getByRole('button', { name: 'Confirm: remove access' })).toBeEnabled()
    await page.keyboard.press('Enter')
    await expect(editor).toBeHidden()
    await expect(cell).toBeFocused()
    await expect(cell).toHaveText('')

    await page.keyboard.press('Enter')
    await expect(editor).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(editor).toBeHidden()
    await expect(cell).toBeFocused()
  })

  test('a door is operated, and who may and did open it is read', async ({ page }) => {
    const serial = await house.serialOf(door)
    await house.bridgeIsConnected(serial)
    await house.simulate(serial, { turn: 'unlock' })
    const head = await search(page, 'head')
    await page.keyboard.press('Enter')
    const overlay = page.getByRole('dialog', { name: door })
    await expect(overlay).toBeVisible()
    await tabTo(overlay.getByRole('tab', { name: 'General' }))
    await page.keyboard.press('ArrowRight')
    await expect(overlay.getByRole('tab', { name: 'Operate lock' })).toBeFocused()
    await expectFocusSeen(page)

    const lock = overlay.getByRole('button', { name: 'Lock', exact: true })
    await tabTo(lock)
    await page.keyboard.press('Enter')
    await expect(overlay.getByRole('button', { name: 'Confirm' })).toBeFocused()
    await expectFocusSeen(page)
    await page.keyboard.press('Escape')
    await expect(overlay.getByRole('button', { name: 'Confirm' })).toBeHidden()
    await expect(lock).toBeFocused()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await expect(overlay.getByText('Successfully locked the door')).toBeVisible({ timeout: 10_000 })
    await expect(lock).toBeFocused()
    await expectFocusSeen(page)
    expect((await house.condition(serial)).state).toBe('Locked')

    await tabTo(overlay.getByRole('tab', { name: 'Operate lock' }), 'Shift+Tab')
    await page.keyboard.press('ArrowRight')
    await expect(overlay.getByRole('tab', { name: /^Groups/ })).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(overlay.getByRole('tab', { name: /^Users with access/ })).toBeFocused()
    const person = overlay.getByRole('button', { name: /Chiara Romano/ })
    await tabTo(person)
    await page.keyboard.press('Enter')
    const editor = page.getByRole('dialog', { name: `Access for Chiara Romano to ${door}` })
    await expect(editor).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(editor).toBeHidden()
    await expect(person).toBeFocused()
    await expectFocusSeen(page)

    await tabTo(overlay.getByRole('tab', { name: /^Users with access/ }), 'Shift+Tab')
    await page.keyboard.press('End')
    await expect(overlay.getByRole('tab', { name: /^Devices/ })).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(overlay.getByRole('tab', { name: 'Access log' })).toBeFocused()
    await expect(overlay.getByRole('list', { name: 'Access log' })).toContainText('Locked through the bridge')
    await tabTo(overlay.getByRole('button', { name: 'Refresh' }))
    await page.keyboard.press('Enter')

    await page.keyboard.press('Escape')
    await expect(overlay).toBeHidden()
    await expect(head).toBeFocused()
    await expectFocusSeen(page)
  })

  test('where access given to oneself takes the button away, the focus stays in the overlay', async ({ page }) => {
    await house.removeAccess(demo.owner, door)
    const head = await search(page, 'head')
    await page.keyboard.press('Enter')
    const overlay = page.getByRole('dialog', { name: door })
    await tabTo(overlay.getByRole('tab', { name: 'General' }))
    await page.keyboard.press('ArrowRight')
    await tabTo(overlay.getByRole('button', { name: 'Give yourself access' }))
    await page.keyboard.press('Enter')
    const editor = page.getByRole('dialog', { name: /^Access for Olivia Sand/ })
    await tabTo(editor.getByRole('button', { name: 'Save' }))
    await page.keyboard.press('Enter')
    await expect(editor).toBeHidden()
    await expect(overlay.getByRole('button', { name: 'Unlock', exact: true })).toBeVisible()
    await expect.poll(() => overlay.evaluate((frame) => frame.contains(document.activeElement))).toBe(true)
    await expectFocusSeen(page)
    await page.keyboard.press('Escape')
    await expect(overlay).toBeHidden()
    await expect(head).toBeFocused()
  })
})

test('by keyboard alone a guest opens their door with the press that confirms it', async ({
  page,
  playwright,
  baseURL,
}) => {
  const house = await House.enter(await playwright.request.newContext(), baseURL ?? '')
  const serial = await house.serialOf('Street door')
  await house.bridgeIsConnected(serial)
  await house.simulate(serial, { turn: 'lock' })
  await signInByKeyboard(page, demo.guest)
  const card = page.getByRole('article', { name: 'Street door' })
  const unlock = card.getByRole('button', { name: 'Unlock' })
  await tabTo(unlock)
  await page.keyboard.press('Space')
  await expect(card.getByRole('button', { name: 'Confirm' })).toBeFocused()
  await expectFocusSeen(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(card.getByRole('button', { name: 'Confirm' })).toBeHidden()
  await expect(unlock).toBeFocused()
  expect((await house.condition(serial)).state).toBe('Locked')

  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(card.getByText('Successfully unlocked the door')).toBeVisible({ timeout: 10_000 })
  await expect(unlock).toBeFocused()
  await expectFocusSeen(page)
  expect((await house.condition(serial)).state).toBe('Unlocked')
  await house.simulate(serial, { turn: 'lock' })
})

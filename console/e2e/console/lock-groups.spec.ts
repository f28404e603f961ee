import { demo, expect, test } from '../fixtures'
import { House } from '../house'
import { expectAccessible, expectWhole } from '../inspect'
import { expectFocusSeen, signInByKeyboard, tabTo } from '../keyboard'
import { available, joined, entry, openLock } from '../lock-overlay'

const door = 'Laundry'

test.describe('the groups of a lock', () => {
  let house: House

  test.beforeEach(async ({ playwright, baseURL }) => {
    house = await House.enter(await playwright.request.newContext(), baseURL ?? '')
    await house.leaveGroups(door)
  })

  test.afterAll(() => house.leaveGroups(door))

  test('by keyboard alone', async ({ page }) => {
    await signInByKeyboard(page, demo.owner)
    await tabTo(page.getByRole('searchbox', { name: 'Search locks by name or serial number' }))
    await page.keyboard.type(door)
    await expect(page.getByRole('columnheader', { name: /^Laundry/ })).toBeVisible()
    await expect(page.getByText(/and lock page 1 of 1$/)).toBeVisible()
    await tabTo(page.getByRole('gridcell').first())
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    const overlay = page.getByRole('dialog', { name: door })
    await tabTo(overlay.getByRole('tab', { name: 'General' }))
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(overlay.getByRole('tab', { name: 'Groups (0)' })).toBeFocused()

    await tabTo(overlay.getByRole('searchbox', { name: 'Search groups' }))
    await page.keyboard.type('GROUND')
    await tabTo(entry(available(overlay), 'Ground floor'))
    await page.keyboard.press('Enter')
    await expect(overlay.getByRole('status').filter({ hasText: 'Ground floor was added.' })).toBeAttached()
    await expect(available(overlay)).toBeFocused()
    await expectFocusSeen(page)
    await tabTo(entry(joined(overlay), 'Ground floor'))
    await tabTo(overlay.getByRole('button', { name: 'Remove all found' }))
    await page.keyboard.press('Space')
    await expect(overlay.getByRole('button', { name: 'Remove all found' })).toBeFocused()
    await tabTo(overlay.getByRole('button', { name: 'Add all found' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await tabTo(overlay.getByRole('button', { name: 'Save' }))
    await page.keyboard.press('Enter')
    await expect(overlay).toBeHidden()
    expect(await house.groupsOf(door)).toEqual(['Ground floor'])
  })

  test('what is not saved outlives a reload, and is saved then', async ({ visit }) => {
    const page = await visit(demo.owner)
    const overlay = await openLock(page, door, 'Groups (0)')
    await entry(available(overlay), 'All flats').click()
    await page.reload()
    await expect(overlay.getByRole('tab', { name: 'Groups (1)', selected: true })).toBeVisible()
    await expect(overlay.getByText('You had not saved this yet.')).toBeVisible()
    await expect(entry(joined(overlay), 'All flats')).toBeVisible()
    await overlay.getByRole('button', { name: 'Save' }).click()
    await expect(overlay).toBeHidden()
    expect(await house.groupsOf(door)).toEqual(['All flats'])
  })

  for (const width of [390, 1440]) {
    test(`nothing is cut and axe finds nothing at ${width}`, async ({ visit }) => {
      const page = await visit(demo.owner)
      const overlay = await openLock(page, door, 'Groups (0)')
      await page.setViewportSize({ width, height: 844 })
      await entry(available(overlay), 'Ground floor').click()
      await overlay.getByRole('searchbox', { name: 'Search groups' }).fill('flats')
      await expect(joined(overlay)).toContainText('No group is called that')
      await expectWhole(page)
      await expectAccessible(page, 'dialog')
    })
  }
})

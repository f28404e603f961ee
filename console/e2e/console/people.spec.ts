import type { Page } from '@playwright/test'
import { demo, expect, test } from '../fixtures'
import { expectAccessible, expectWhole } from '../inspect'
import { expectFocusSeen, signInByKeyboard, tabTo } from '../keyboard'
import { openPerson } from '../person-overlay'

const head = (page: Page, name: string) => page.getByRole('rowheader', { name: new RegExp(name) })

test.describe('people', () => {
  test('by keyboard alone', async ({ page }) => {
    await signInByKeyboard(page, demo.owner)
    await tabTo(page.getByRole('searchbox', { name: /^Search guests/ }))
    await page.keyboard.type('Gustav')
    await expect(page.getByText(/^Guest page 1 of 1 /)).toBeVisible()
    await tabTo(page.getByRole('gridcell').first())
    await page.keyboard.press('ArrowLeft')
    await expect(head(page, 'Gustav Holm')).toBeFocused()
    await expectFocusSeen(page)
    await page.keyboard.press('Enter')
    const overlay = page.getByRole('dialog', { name: 'Gustav Holm' })
    await tabTo(overlay.getByRole('tab', { name: 'General' }))
    await tabTo(overlay.getByRole('radio', { name: /^Guest/ }))
    await page.keyboard.press('ArrowDown')
    await expect(overlay.getByRole('radio', { name: /^Administrator/ })).toBeChecked()
    await expectFocusSeen(page)
    await page.keyboard.press('ArrowUp')
    await expect(overlay.getByRole('button', { name: 'Save' })).toBeDisabled()
    await page.keyboard.press('Escape')
    await expect(overlay).toBeHidden()
    await expect(head(page, 'Gustav Holm')).toBeFocused()
  })

  test('the locks that somebody reaches are named with the way there, and lead to the access', async ({ visit }) => {
    const page = await visit(demo.owner)
    const overlay = await openPerson(page, 'Tomasz Nowak', 'Access to locks (8)')
    const laundry = overlay.getByRole('button', { name: /^Laundry/ })
    await expect(laundry).toContainText('Always')
    await expect(overlay.getByRole('button', { name: /^Bicycle cellar/ })).toContainText('via Cleaners → Ground floor')
    await expect(overlay.getByRole('button', { name: 'Save' })).toHaveCount(0)
    await page.reload()
    await laundry.click()
    const editor = page.getByRole('dialog', { name: 'Access for Tomasz Nowak to Laundry' })
    await expect(editor).toBeVisible()
    await page.goBack()
    await expect(editor).toBeHidden()
    await expect(overlay.getByRole('tab', { name: 'Access to locks (8)', selected: true })).toBeVisible()
  })

  for (const width of [390, 1440]) {
    for (const [name, tabs] of [
      ['Tomasz Nowak', ['General', /^Groups/, /^Access to locks/]],
      ['Cleaners', ['General', /^Guests/, /^Access to locks/]],
    ] as const) {
      test(`of ${name} nothing is cut and axe finds nothing at ${width}`, async ({ visit }) => {
        const page = await visit(demo.owner)
        const overlay = await openPerson(page, name, 'General')
        await page.setViewportSize({ width, height: 844 })
        for (const tab of tabs) {
          await overlay.getByRole('tab', { name: tab }).click()
          await expectWhole(page)
          await expectAccessible(page, 'dialog')
        }
      })
    }
  }
})

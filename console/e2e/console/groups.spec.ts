import { demo, expect, test } from '../fixtures'
import { expectAccessible, expectWhole } from '../inspect'

test.describe('lock groups', () => {
  test('who would lose access is named before it is taken, and Cancel leaves all as it is', async ({ visit }) => {
    const page = await visit(demo.owner)
    await page.getByRole('searchbox', { name: 'Search locks by name or serial number' }).fill('Ground floor')
    await page
      .getByRole('columnheader', { name: /^Ground floor/ })
      .getByRole('button')
      .click()
    const overlay = page.getByRole('dialog', { name: 'Ground floor' })
    await overlay.getByRole('tab', { name: /^Locks/ }).click()
    await overlay.getByRole('button', { name: 'Remove all' }).click()
    await overlay.getByRole('button', { name: 'Save' }).click()
    const warning = page.getByRole('alertdialog', { name: 'This takes access away' })
    await expect(warning).toContainText(/\d people lose access: /)
    await warning.getByRole('button', { name: 'Cancel' }).click()
    await expect(overlay).toBeVisible()
  })

  test('filters stand behind the bar of a small screen', async ({ visit }) => {
    const page = await visit(demo.owner, { viewport: { width: 390, height: 844 } })
    await page.getByRole('button', { name: 'Filters' }).click()
    const dialog = page.getByRole('dialog', { name: 'Filters' })
    await expect(dialog).toBeVisible()
    await expectWhole(page)
    await expectAccessible(page, 'dialog')
    await page.goBack()
    await expect(dialog).toBeHidden()
  })
})

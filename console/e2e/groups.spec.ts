import { demo, expect, test } from './fixtures'
import { House } from './house'
import { expectAccessible } from './inspect'

const made = 'Journey doors'

test.describe('lock groups', () => {
  test.beforeEach(async ({ playwright, baseURL }) => {
    const house = await House.enter(await playwright.request.newContext(), baseURL ?? '')
    const groups = await house.list<{ id: string; name: string }>('/groups/v1')
    for (const { id, name } of groups) if (name === made) await house.send('DELETE', `/groups/v1/${id}`)
  })

  test('one is created, filled, shown and removed again', async ({ visit }) => {
    const page = await visit(demo.owner)
    await page.getByRole('button', { name: 'Create group' }).click()
    const creating = page.getByRole('dialog', { name: 'Create a group' })
    await creating.getByRole('textbox', { name: 'Name' }).fill(made)
    await creating.getByText('Doors that access is given to together.').click()
    await creating.getByRole('button', { name: 'Create' }).click()

    const overlay = page.getByRole('dialog', { name: made })
    await expect(overlay.getByRole('tab', { name: 'Locks (0)', selected: true })).toBeVisible()
    await overlay.getByRole('searchbox', { name: 'Search locks by name or serial number' }).fill('laundry')
    await overlay.getByRole('button', { name: 'Add all found' }).click()
    await expect(overlay.getByText('Nobody gains or loses access by this.')).toBeVisible()
    await expectAccessible(page, 'dialog')
    await overlay.getByRole('button', { name: 'Save' }).click()
    await expect(overlay).toBeHidden()

    await page.getByRole('searchbox', { name: 'Search locks by name or serial number' }).fill(made)
    const head = page.getByRole('columnheader', { name: new RegExp(`^${made}`) })
    await expect(head).toContainText('1 lock')
    await head.getByRole('button').click()
    await overlay.getByRole('tab', { name: 'General' }).click()
    await overlay.getByRole('button', { name: 'Remove group' }).click()
    await expect(overlay.getByText('Nobody loses access by this.')).toBeVisible()
    await overlay.getByRole('button', { name: 'Confirm: remove group' }).click()
    await expect(overlay).toBeHidden()
    await expect(head).toBeHidden()
  })
})

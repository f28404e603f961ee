import type { Locator, Page } from '@playwright/test'
import { demo, expect, fillSignIn, test } from './fixtures'
import { House } from './house'
import { openPerson } from './person-overlay'

const head = (page: Page, name: string) => page.getByRole('rowheader', { name: new RegExp(name) })
const save = (overlay: Locator) => overlay.getByRole('button', { name: 'Save' })

test.describe('people', () => {
  let house: House

  test.beforeAll(async ({ playwright, baseURL }) => {
    house = await House.enter(await playwright.request.newContext(), baseURL ?? '')
  })

  test('a guest gets another name and role, and the dashboard follows', async ({ visit }) => {
    const page = await visit(demo.owner)
    const overlay = await openPerson(page, 'Maria Sørensen', 'General')
    await expect(overlay.getByText('maria@demo.cardea')).toBeVisible()
    await expect(save(overlay)).toBeDisabled()
    await overlay.getByRole('textbox', { name: 'Alias' }).fill('Maria, second floor')
    await overlay.getByText('Adds and configures devices').click()
    await save(overlay).click()
    await expect(overlay).toBeHidden()
    await page.getByRole('searchbox', { name: /^Search guests/ }).fill('maria@')
    await expect(head(page, 'Maria, second floor')).toContainText('Installer')
    await house.patchUser('maria@demo.cardea', { alias: '', role: 'user' })
    await expect(head(page, 'Maria Sørensen')).toContainText('Guest')
  })

  test('who was created here can be given a new password, and signs in with it', async ({ visit, page }) => {
    const overlay = await openPerson(await visit(demo.owner), 'Maria Sørensen', 'General')
    const secret = 'Second-Floor-2026'
    await overlay.getByLabel('New password').fill(secret)
    await save(overlay).click()
    await expect(overlay.getByLabel('Repeat password')).toBeFocused()
    await overlay.getByLabel('Repeat password').fill(secret)
    await save(overlay).click()
    await expect(overlay).toBeHidden()
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await fillSignIn(page, 'maria@demo.cardea', secret)
    await page.waitForURL('**/#/dashboard')
  })

  test('a guest joins a group and leaves it, from either side', async ({ visit }) => {
    const page = await visit(demo.owner)
    let overlay = await openPerson(page, 'Gustav Holm', 'Groups (0)')
    await overlay.getByRole('option', { name: 'Cleaners' }).click()
    await save(overlay).click()
    await expect(overlay).toBeHidden()

    overlay = await openPerson(page, 'Cleaners', 'Guests (4)')
    await overlay.getByRole('searchbox', { name: 'Search guests' }).fill('GUSTAV')
    await overlay.getByRole('button', { name: 'Remove all found' }).click()
    await expect(overlay.getByRole('tab', { name: 'Guests (3)' })).toBeVisible()
    await save(overlay).click()
    const warning = page.getByRole('alertdialog', { name: 'This takes access away' })
    await expect(warning).toContainText('1 person loses access: Gustav Holm.')
    await warning.getByRole('button', { name: 'Save' }).click()
    await expect(overlay).toBeHidden()
    await expect(head(page, 'Cleaners')).toContainText('3 guests')
  })

  test('a user group gets another name, and goes with what its guests have by it', async ({ visit }) => {
    const { id } = await house.send<{ id: string }>('POST', '/groups/v1', { type: 'users', name: 'Painters' })
    const lock = (await house.list<{ id: string; name: string }>('/locks/v1')).find(({ name }) => name === 'Laundry')
    const sides = { group_id: id, lock_id: lock?.id, calendar_id: null, link_profile: 'user' }
    await house.send('POST', '/links/v1', sides)
    const page = await visit(demo.owner)
    let overlay = await openPerson(page, 'Painters', 'General')
    await overlay.getByRole('textbox', { name: 'Name' }).fill('Plumbers')
    await save(overlay).click()
    await expect(overlay).toBeHidden()
    overlay = await openPerson(page, 'Plumbers', 'Access to locks (1)')
    await expect(overlay.getByRole('listitem')).toContainText('Laundry')
    await overlay.getByRole('tab', { name: 'General' }).click()
    await overlay.getByRole('button', { name: 'Remove group' }).click()
    await expect(overlay.getByRole('alert')).toContainText(
      'Its guests lose the access to 1 lock that they have by it: Laundry.',
    )
    await overlay.getByRole('button', { name: 'Confirm: remove group' }).click()
    await expect(overlay).toBeHidden()
    await expect(page.getByText('Nothing to show')).toBeVisible()
  })

  test('a guest is removed by a second press, from all groups too', async ({ visit }) => {
    const page = await visit(demo.owner)
    const overlay = await openPerson(page, 'Jan de Vries', 'General')
    await overlay.getByRole('button', { name: 'Remove from domain' }).click()
    await expect(overlay.getByRole('alert')).toContainText('They leave 1 group: Holiday guests.')
    await overlay.getByRole('button', { name: 'Confirm: remove from domain' }).click()
    await expect(overlay).toBeHidden()
    await expect(page.getByText('Nothing to show')).toBeVisible()
    await page.getByRole('searchbox', { name: /^Search guests/ }).fill('Holiday')
    await expect(head(page, 'Holiday guests')).toContainText('1 guest')
  })

  test('installers get no overlay of anybody', async ({ visit }) => {
    const page = await visit(demo.installer)
    await expect(page.getByRole('list', { name: 'Locks' })).toBeVisible()
    await expect(page.getByRole('rowheader')).toHaveCount(0)
    await expect(page.getByText('Anna Lindqvist')).toHaveCount(0)
  })
})

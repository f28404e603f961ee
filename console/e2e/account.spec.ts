import type { Page } from '@playwright/test'
import { demo, expect, fillSignIn, password, test } from './fixtures'
import { House } from './house'
import { expectAccessible, expectWhole } from './inspect'

const openAccount = async (page: Page) => {
  await page.getByRole('button', { name: 'My account' }).click()
  return page.getByRole('dialog', { name: 'My account' })
}

test.describe('one’s own account', () => {
  let house: House

  test.beforeAll(async ({ playwright, baseURL }) => {
    house = await House.enter(await playwright.request.newContext(), baseURL ?? '')
  })

  test('has a new password for the current one, with which one signs in; the old one is refused', async ({ visit }) => {
    const username = 'password.journey@demo.cardea'
    await house.send('PUT', `/users/v1/${username}`, { password })
    const page = await visit(username)
    const overlay = await openAccount(page)
    await overlay.getByRole('tab', { name: 'Change password' }).click()
    const secret = 'Brand-New-2026'
    const save = overlay.getByRole('button', { name: 'Save' })
    await overlay.getByLabel('New password').fill('brandnew')
    await expect(overlay.getByText(/^This password is too easy to guess\./)).toBeVisible()
    await overlay.getByLabel('New password').fill(secret)
    await expect(save).toBeDisabled()
    await overlay.getByLabel('Repeat password').fill(secret)
    await expect(save).toBeDisabled()
    await overlay.getByLabel('Current password').fill(secret)
    await expectAccessible(page, 'dialog')
    await save.click()
    await expect(overlay.getByRole('alert')).toContainText('This is not your password.')
    await expect(overlay.getByLabel('Current password')).toHaveAccessibleDescription(/This is not your password\.$/)
    await expectAccessible(page, 'dialog')
    await overlay.getByLabel('Current password').fill(password)
    await save.click()
    await expect(overlay).toBeHidden()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('button', { name: 'Sign In' }).click()
    await fillSignIn(page, username, password)
    await expect(page.getByRole('alert')).toBeVisible()
    await fillSignIn(page, username, secret)
    await page.waitForURL('**/#/dashboard')
    await house.removeUser(username)
  })

  test('has another name and address, which the domain shows too, opened at one’s own row', async ({ visit }) => {
    const username = 'account.journey@demo.cardea'
    await house.send('PUT', `/users/v1/${username}`, { password, role: 'administrator' })
    const page = await visit(username)
    await page.getByRole('searchbox', { name: /^Search guests/ }).fill('account.journey')
    await page.getByRole('rowheader', { name: /account\.journey/ }).click()
    const overlay = page.getByRole('dialog', { name: 'My account' })
    await overlay.getByRole('textbox', { name: 'Display name' }).fill('Astrid Vinter')
    await overlay.getByRole('textbox', { name: 'E-mail address' }).fill('astrid@demo.cardea')
    await overlay.getByRole('button', { name: 'Save' }).click()
    await expect(overlay).toBeHidden()
    await expect(page.getByRole('rowheader', { name: /Astrid Vinter/ })).toBeVisible()
    await page.reload()
    await expect((await openAccount(page)).getByRole('textbox', { name: 'E-mail address' })).toHaveValue(
      'astrid@demo.cardea',
    )
    await house.removeUser(username)
  })

  test('of a guest shows their doors, and no log', async ({ visit }) => {
    const page = await visit(demo.guest, { viewport: { width: 390, height: 844 }, reducedMotion: 'reduce' })
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'My account' }).click()
    const overlay = page.getByRole('dialog', { name: 'My account' })
    await expect(overlay.getByRole('tab', { name: 'Access log' })).toBeDisabled()
    await expect(overlay.getByRole('textbox', { name: 'Alias' })).toHaveCount(0)
    await overlay.getByRole('tab', { name: /^Access to locks \(\d+\)$/ }).click()
    await expect(overlay.getByRole('listitem').filter({ hasText: 'Street door' })).toBeVisible()
    await expect(overlay.getByRole('button', { name: 'Street door' })).toHaveCount(0)
    await expectWhole(page)
    await expectAccessible(page, 'dialog')
  })
})

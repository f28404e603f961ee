import type { Page } from '@playwright/test'
import { expect, fillSignIn, test } from './fixtures'
import { expectAccessible } from './inspect'
import { Provider } from './provider'
import type { DemoServer } from './server'

const owner = 'owner@demo.cardea'
const provider = new Provider()
let server: DemoServer

test.beforeAll(async () => {
  server = await provider.startWithServer()
  await provider.signsIn('anna', { email: 'anna@company.example', email_verified: true, name: 'Anna' })
})
test.afterAll(async () => {
  await server.remove()
  await provider.remove()
})

const overlay = (page: Page) => page.getByRole('dialog', { name: 'My account' })
const entry = (page: Page) => overlay(page).getByRole('listitem').filter({ hasText: 'Company' })

async function unlink(page: Page): Promise<void> {
  await overlay(page).getByRole('button', { name: 'Unlink from Company' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click()
}

async function logOut(page: Page): Promise<void> {
  await overlay(page).getByText('Close', { exact: true }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Sign In' }).click()
}

test('a provider is linked in one’s own account, signs in, and once unlinked no more', async ({ page }) => {
  await page.goto(server.base)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await fillSignIn(page, owner)
  await page.waitForURL('**/#/dashboard')
  await page.getByRole('button', { name: 'My account' }).click()
  await overlay(page).getByRole('tab', { name: 'Other sign-ins' }).click()
  await expect(entry(page)).toContainText('Does not sign you in')
  await expectAccessible(page, 'dialog')
  await overlay(page).getByRole('button', { name: 'Link to Company' }).click()
  // There and back, to where it was pressed.
  await expect(entry(page)).toContainText('anna@company.example')
  await expect(entry(page)).toContainText('Not used yet')

  await logOut(page)
  await expect(page.getByRole('link', { name: 'Continue with Company' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Continue with Company' }).click()
  await page.waitForURL('**/#/dashboard*')
  await page.getByRole('button', { name: 'My account' }).click()
  await overlay(page).getByRole('tab', { name: 'Other sign-ins' }).click()
  await expect(entry(page)).toContainText('Last used')

  // Nobody had to show the provider anything just now, so it takes that once more.
  await unlink(page)
  await overlay(page).getByRole('button', { name: 'Sign in again' }).click()
  await page.getByRole('link', { name: 'Continue with Company' }).click()
  await unlink(page)
  await expect(entry(page)).toContainText('Does not sign you in')
  await logOut(page)
  await page.getByRole('link', { name: 'Continue with Company' }).click()
  await expect(page.getByRole('heading', { name: 'No account to sign in to' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
})

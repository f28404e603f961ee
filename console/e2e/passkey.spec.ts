import type { Page } from '@playwright/test'
import { expect, password, test } from './fixtures'
import { House } from './house'
import { expectAccessible } from './inspect'
import { openSignedIn } from './signed-in'

// Browsers tie passkeys to a name, and an address in numbers is none.
test.use({ baseURL: ({ baseURL }, use) => use((baseURL ?? '').replace('//127.0.0.1', '//localhost')) })

/** Gives the browser of this page a device with a reader for its owner's finger, who always puts it there. */
async function giveDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function openPasskeys(page: Page) {
  await page.getByRole('button', { name: 'My account' }).click()
  const overlay = page.getByRole('dialog', { name: 'My account' })
  await overlay.getByRole('tab', { name: 'Passkeys' }).click()
  return overlay
}

/** Logs out, and shows a passkey on the sign-in page. */
async function signInByPasskey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
}

test.describe('a passkey', () => {
  let house: House

  test.beforeAll(async ({ playwright }) => {
    const baseURL = process.env.BASE_URL ?? 'http://127.0.0.1:8080'
    house = await House.enter(await playwright.request.newContext(), baseURL)
  })

  test('is added in one’s own account, signs in without a username, and once removed no more', async ({
    page,
    baseURL,
  }) => {
    const username = 'passkey.journey@demo.cardea'
    await house.send('PUT', `/users/v1/${username}`, { password })
    await giveDevice(page)
    await openSignedIn(page, baseURL ?? '', username, password)
    let overlay = await openPasskeys(page)
    await overlay.getByLabel('Name of the passkey').fill('Phone')
    await overlay.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(overlay.getByRole('listitem').filter({ hasText: 'Phone' })).toContainText('Never used yet')
    await expectAccessible(page, 'dialog')
    await overlay.getByText('Close', { exact: true }).click()

    await signInByPasskey(page)
    await page.waitForURL('**/#/dashboard')
    overlay = await openPasskeys(page)
    await expect(overlay.getByRole('listitem').filter({ hasText: 'Phone' })).toContainText('Last used')
    // The device has one by now, and makes no second one.
    await overlay.getByLabel('Name of the passkey').fill('Once more')
    await overlay.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(overlay.getByRole('alert')).toContainText('This device has a passkey of yours already.')

    await overlay.getByRole('button', { name: 'Remove Phone' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(overlay.getByText('You have no passkey yet.')).toBeVisible()
    // A name that is typed would be asked for.
    await overlay.getByLabel('Name of the passkey').fill('')
    await overlay.getByText('Close', { exact: true }).click()
    await signInByPasskey(page)
    await expect(page.getByRole('alert')).toContainText('This passkey does not sign anybody in here.')
    await house.removeUser(username)
  })

  test('that is not shown leaves the sign-in page as it was, and says so', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await giveDevice(page)
    const button = page.getByRole('button', { name: 'Sign in with a passkey' })
    await button.click()
    await expect(page.getByText(/^That did not work: no passkey was shown\./)).toBeVisible()
    await expect(button).toBeEnabled()
  })

  test('is not offered at an address in numbers', async ({ page }) => {
    await page.goto(process.env.BASE_URL ?? 'http://127.0.0.1:8080')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0)
  })
})

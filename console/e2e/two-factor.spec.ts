import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { demo, expect, fillSignIn, password, test } from './fixtures'
import { House } from './house'
import { expectAccessible, expectWhole } from './inspect'
import { oneTimeCode } from './one-time-code'

const openAccount = async (page: Page) => {
  await page.getByRole('button', { name: 'My account' }).click()
  return page.getByRole('dialog', { name: 'My account' })
}

/** Logs out, and gets as far as the page that asks for a code. */
const toSecondStep = async (page: Page, username: string) => {
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Sign In' }).click()
  await fillSignIn(page, username)
  await expect(page.getByRole('heading', { name: 'One-time code' })).toBeVisible()
}

const showCode = async (page: Page, code: string) => {
  await page.getByRole('textbox', { name: 'Code' }).fill(code)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('two-factor sign-in is switched on, asked for, got round by a recovery code, and switched off', async ({
  visit,
  playwright,
  baseURL,
}) => {
  const house = await House.enter(await playwright.request.newContext(), baseURL ?? '')
  const username = 'twofactor.journey@demo.cardea'
  await house.send('PUT', `/users/v1/${username}`, { password })
  const page = await visit(username)

  let overlay = await openAccount(page)
  await overlay.getByText('Ask for a code at sign-in').click()
  await expect(overlay.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  const shown = await overlay.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()
  const key = shown.replaceAll(' ', '')
  await expectWhole(page)
  await expectAccessible(page, 'dialog')
  const code = overlay.getByRole('textbox', { name: 'One-time code' })
  const save = overlay.getByRole('button', { name: 'Save' })
  const right = oneTimeCode(key)
  const wrong = right === '000000' ? '000001' : '000000'
  await code.fill(wrong)
  await save.click()
  await expect(overlay.getByRole('alert')).toContainText('Failed to switch two-factor sign-in on.')
  await expect(code).toBeFocused()
  await code.fill(right)
  await expect(overlay.getByRole('alert')).toBeHidden()
  await save.click()

  const kept = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(kept.getByRole('listitem')).toHaveCount(10)
  const [recovery = ''] = await kept.getByRole('listitem').allInnerTexts()
  await expectWhole(page)
  await expectAccessible(page, 'dialog')
  const downloading = page.waitForEvent('download')
  await kept.getByRole('button', { name: 'Download' }).click()
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain(recovery)
  await kept.getByText('I have kept these codes').click()
  await kept.getByRole('button', { name: 'Done' }).click()
  await expect(overlay).toBeHidden()

  await toSecondStep(page, username)
  await showCode(page, right)
  await expect(page.getByRole('alert')).toContainText('Each one counts once.')
  await showCode(page, oneTimeCode(key, 1))
  await page.waitForURL('**/#/dashboard')

  await toSecondStep(page, username)
  await showCode(page, recovery)
  await page.waitForURL('**/#/dashboard')

  overlay = await openAccount(page)
  await expect(overlay.getByRole('switch', { name: /^Ask for a code/ })).toBeChecked()
  await overlay.getByText('Ask for a code at sign-in').click()
  await expect(overlay.getByText(/^Once you save, the password alone signs you in/)).toBeVisible()
  await overlay.getByRole('button', { name: 'Save' }).click()
  await expect(overlay).toBeHidden()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Sign In' }).click()
  await fillSignIn(page, username)
  await page.waitForURL('**/#/dashboard')
  await house.removeUser(username)
})

test('a sign-in that lies too far back for it is made anew, and leads back to the same place', async ({ visit }) => {
  const page = await visit(demo.nobody)
  const overlay = await openAccount(page)
  // The server says so after ten minutes.
  await page.route('**/twofactorauth/v1/generate', (route) =>
    route.fulfill({ status: 403, json: { error: 'sign_in_too_old', error_code: 'sign_in_too_old', message: '' } }),
  )
  await overlay.getByText('Ask for a code at sign-in').click()
  await expect(overlay.getByRole('alert')).toContainText('within the last ten minutes')
  await expectAccessible(page, 'dialog')
  await page.unrouteAll()
  await overlay.getByRole('button', { name: 'Sign in again' }).click()
  await expect(page.locator('input[name=password]')).toBeVisible()
  await fillSignIn(page, demo.nobody)
  await page.waitForURL('**/#/dashboard?open=my-account*')
  await overlay.getByText('Ask for a code at sign-in').click()
  await expect(overlay.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
})

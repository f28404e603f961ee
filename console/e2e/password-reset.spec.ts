import { expect, fillSignIn, password, test } from './fixtures'
import { House } from './house'
import { expectAccessible, expectWhole } from './inspect'
import { linkSentTo } from './letters'

test('a forgotten password is replaced by way of a letter, once', async ({ page, playwright, baseURL }) => {
  const house = await House.enter(await playwright.request.newContext(), baseURL ?? '')
  const username = 'reset.journey@demo.cardea'
  await house.send('PUT', `/users/v1/${username}`, { password })

  await page.goto('/')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page).toHaveURL(/\/#\/forgot_password$/)
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(username)
  await expectWhole(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(/^If somebody signs in with .*reset\.journey@demo\.cardea/)).toBeVisible()
  await expectAccessible(page)

  const link = await linkSentTo(username, 'reset_password')
  await page.goto(link)
  const secret = 'Brand-New-2026'
  const update = page.getByRole('button', { name: 'Update password' })
  await page.getByLabel('New password').fill('Password1234')
  await page.getByLabel('Repeat password').fill('Password1234')
  await update.click()
  await expect(page.getByText(/many people have it\. Choose another one/)).toBeVisible()
  await expectWhole(page)
  await expectAccessible(page)
  await page.getByLabel('New password').fill(secret)
  await expect(update).toBeDisabled()
  await page.getByLabel('Repeat password').fill(secret)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your password is changed. Sign in with the new one.')).toBeVisible()
  await expect(page).toHaveURL(/\/#\/login$/)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Sign In' }).click()
  await fillSignIn(page, username, password)
  await expect(page.getByRole('alert')).toBeVisible()
  await fillSignIn(page, username, secret)
  await page.waitForURL('**/#/dashboard')

  await page.goto(link)
  await page.reload()
  await page.getByLabel('New password').fill(secret)
  await page.getByLabel('Repeat password').fill(secret)
  await update.click()
  await expect(page.getByRole('alert')).toContainText('This link does not work, or does not work any more')
  await page.getByRole('button', { name: 'Ask for another link' }).click()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  await house.removeUser(username)
})

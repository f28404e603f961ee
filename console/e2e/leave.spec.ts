import { readFile } from 'node:fs/promises'
import { expect, fillSignIn, password, test } from './fixtures'
import { House } from './house'
import { expectAccessible, expectWhole } from './inspect'

test('somebody takes along what is known about them, and erases their account', async ({
  visit,
  playwright,
  baseURL,
}) => {
  const house = await House.enter(await playwright.request.newContext(), baseURL ?? '')
  const username = 'leaving.journey@demo.cardea'
  await house.send('PUT', `/users/v1/${username}`, { password })
  await house.grant(username, 'Street door')
  const page = await visit(username)
  await page.getByRole('button', { name: 'My account' }).click()
  const overlay = page.getByRole('dialog', { name: 'My account' })
  await overlay.getByRole('tab', { name: 'Leave' }).click()
  await expectWhole(page)
  await expectAccessible(page, 'dialog')
  const downloading = page.waitForEvent('download')
  await overlay.getByRole('button', { name: 'Download as JSON' }).click()
  const known = await readFile(await (await downloading).path(), 'utf8')
  expect(known).toContain(username)
  expect(known).not.toContain(password)

  const erase = overlay.getByRole('button', { name: 'Erase account' })
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Erase account' })
  const secret = overlay.getByLabel('Your password')
  await secret.fill('not the password')
  await erase.click()
  await confirm.click()
  await expect(overlay.getByText('This is not your password.')).toBeVisible()
  await secret.fill(password)
  await erase.click()
  await expectAccessible(page, 'alertdialog')
  await confirm.click()
  await expect(page.getByText('Your account is erased.')).toBeVisible()
  await expect(page).toHaveURL(/#\/login$/)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await fillSignIn(page, username)
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await house.list<{ username: string }>('/users/v1')).not.toContainEqual(expect.objectContaining({ username }))
})

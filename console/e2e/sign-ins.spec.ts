import type { Page } from '@playwright/test'
import { expect, password, signIn, test } from './fixtures'
import { House } from './house'
import { expectAccessible, expectWhole } from './inspect'

const openAccount = async (page: Page, tab: string) => {
  await page.getByRole('button', { name: 'My account' }).click()
  const overlay = page.getByRole('dialog', { name: 'My account' })
  await overlay.getByRole('tab', { name: tab }).click()
  return overlay
}

test.describe('one’s own account', () => {
  let house: House

  test.beforeAll(async ({ playwright, baseURL }) => {
    house = await House.enter(await playwright.request.newContext(), baseURL ?? '')
  })

  test('lists where one is signed in, and signs out elsewhere at once', async ({ page, visit }) => {
    const username = 'signins.journey@demo.cardea'
    await house.send('PUT', `/users/v1/${username}`, { password })
    const elsewhere = await visit(username)
    await signIn(page, username)
    const overlay = await openAccount(page, 'Sign-ins')
    const list = overlay.getByRole('list', { name: 'Sign-ins' })
    await expect(list.getByRole('listitem').filter({ hasText: 'This one' })).toHaveCount(1)
    const others = list.getByRole('listitem').filter({ hasNotText: 'This one' })
    await expect(others).not.toHaveCount(0)
    await expectWhole(page)
    await expectAccessible(page, 'dialog')
    await overlay.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere else' }).click()
    await expect(others).toHaveCount(0)
    await elsewhere.reload()
    await expect(elsewhere.getByRole('button', { name: 'Sign In' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('dialog', { name: 'My account' })).toBeVisible()
    await house.removeUser(username)
  })

  test('makes a token that reads and does no more, and revokes it', async ({ page, request, baseURL }) => {
    const username = 'tokens.journey@demo.cardea'
    await house.send('PUT', `/users/v1/${username}`, { password, role: 'administrator' })
    await signIn(page, username)
    const overlay = await openAccount(page, 'Tokens')
    await overlay.getByRole('button', { name: 'New token' }).click()
    await overlay.getByRole('textbox', { name: 'Name' }).fill('Nightly report')
    await expectWhole(page)
    await expectAccessible(page, 'dialog')
    await overlay.getByRole('button', { name: 'Make token' }).click()
    const token = await overlay.getByText(/^cardea_pat_/).innerText()
    await expectWhole(page)
    await expectAccessible(page, 'dialog')
    const headers = { authorization: `Bearer ${token}` }
    const read = () => request.get(`${baseURL}/locks/v1`, { headers })
    expect((await read()).status()).toBe(200)
    const made = await request.post(`${baseURL}/groups/v1`, { headers, data: { type: 'users', name: 'Of a script' } })
    expect(made.status()).toBe(403)
    await overlay.getByRole('button', { name: 'Revoke Nightly report' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await expect(overlay.getByText('There are no tokens')).toBeVisible()
    expect((await read()).status()).toBe(401)
    await house.removeUser(username)
  })
})

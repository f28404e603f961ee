import type { Page } from '@playwright/test'
import { expect, password, test } from './fixtures'
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

  test('lists where one is signed in, and signs out elsewhere at once', async ({ visit }) => {
    const username = 'signins.journey@demo.cardea'
    await house.send('PUT', `/users/v1/${username}`, { password })
    const elsewhere = await visit(username)
    const page = await visit(username)
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

  test('makes a token that reads and does no more, and revokes it', async ({ visit, request, baseURL }) => {
    const username = 'tokens.journey@demo.cardea'
    await house.send('PUT', `/users/v1/${username}`, { password, role: 'administrator' })
    const page = await visit(username)
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

  test('lists the phones that messages go to, and removes one', async ({ visit, request, baseURL }) => {
    const username = 'phones.journey@demo.cardea'
    await house.send('PUT', `/users/v1/${username}`, { password })
    const form = { grant_type: 'password', client_id: 'cardea-android', username, password }
    const { access_token } = (await (await request.post(`${baseURL}/oauth2/token`, { form })).json()) as {
      access_token: string
    }
    const headers = { authorization: `Bearer ${access_token}` }
    const tell = (phone: string, data: object) => request.post(`${baseURL}/user/v1/devices/${phone}`, { headers, data })
    const told = { platform_name: 'android', application_identifier: 'com.example.doors', application_version: '2.4.1' }
    await tell('pixel', { ...told, platform_model: 'Pixel 9', push_notification_registration: 'of-the-pixel' })
    await tell('tablet', { ...told, platform_model: 'Galaxy Tab S11 Ultra with a long name' })
    const page = await visit(username)
    const overlay = await openAccount(page, 'Notifications')
    const list = overlay.getByRole('list', { name: 'Notifications' })
    await expect(list.getByRole('listitem').filter({ hasText: 'Pixel 9' })).toContainText('receives messages')
    await expectWhole(page)
    await expectAccessible(page, 'dialog')
    await overlay.getByRole('button', { name: 'Remove Pixel 9' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    const left = (await (await request.get(`${baseURL}/user/v1/devices`, { headers })).json()) as object[]
    expect(left).toMatchObject([{ device_identification: 'tablet' }])
    await house.removeUser(username)
  })
})

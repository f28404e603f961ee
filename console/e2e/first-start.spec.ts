import { expect, fillSignIn, test } from './fixtures'
import { expectAccessible, expectWhole } from './inspect'
import { EmptyServer } from './server'

const secret = 'Doors-And-Windows-17'

test.describe('a server that has nobody yet', () => {
  const server = new EmptyServer({ CARDEA_SIGN_UP: 'open' })
  test.beforeAll(() => server.start())
  test.afterAll(() => server.remove())

  test('is set up in a browser, up to the first door', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(server.firstStart())
    await expect(page.getByRole('heading', { name: 'Set up this server' })).toBeVisible()
    await expectAccessible(page)
    await expectWhole(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('textbox', { name: 'Your name' }).fill('Anna Berg')
    await page.getByRole('textbox', { name: 'E-mail address or username' }).fill('anna@example.com')
    await page.getByLabel('New password', { exact: true }).fill(secret)
    await page.getByLabel('Repeat password', { exact: true }).fill(secret)
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.clear()
    await zone.pressSequentially('Copenhagen')
    await page.getByRole('option', { name: 'Europe/Copenhagen' }).click()
    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    await expect(page.getByText('You are the owner of this server')).toBeVisible()
    await page.getByRole('button', { name: 'To sign-in' }).click()
    await page.getByRole('button', { name: 'Sign In' }).click()
    await fillSignIn(page, 'anna@example.com', secret)
    await page.waitForURL('**/#/dashboard')

    await page.getByRole('button', { name: 'Add device' }).first().click()
    const adding = page.getByRole('dialog', { name: 'Add a device' })
    await adding.getByText('Turns the bolt of a door').click()
    await adding.getByRole('textbox', { name: 'Serial number' }).fill('02:00:00:0a:00:02')
    await adding.getByRole('textbox', { name: 'Name' }).fill('Street door')
    await adding.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Street door' })).toBeVisible()
  })

  test('says as its page opens that the address was used', async ({ page }) => {
    await page.goto(server.firstStart())
    await expect(page.getByText('cardea owner add')).toBeVisible()
    await expectAccessible(page)
  })

  test('lets people sign up by a letter to their address', async ({ page }) => {
    await page.goto(server.base)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'E-mail address' }).fill('bo@example.com')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('heading', { name: 'Look for the mail' })).toBeVisible()
    await expect.poll(() => server.letters('bo@example.com').length).toBe(1)
    const link = /http:\S+\/oauth2\/sign_up\/confirm\?token=[\w-]+/.exec(server.letters('bo@example.com')[0] ?? '')
    await page.goto(link?.[0] ?? '')
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Your name' }).fill('Bo')
    await page.getByLabel('Password', { exact: true }).fill(secret)
    await page.getByLabel('Repeat password', { exact: true }).fill(secret)
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.waitForURL('**/#/dashboard')
    await expect(page.getByRole('button', { name: 'Domain: bo@example.com' })).toBeVisible()
  })
})

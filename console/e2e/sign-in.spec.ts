import { demo, expect, fillSignIn, signIn, test } from './fixtures'
import { expectAccessible } from './inspect'

const tokens = () => sessionStorage.getItem('access_token')

test.describe('signing in', () => {
  test('leads from the login page by way of the sign-in page to the dashboard', async ({ page }) => {
    await page.goto('/')
    await expect(page).toHaveURL(/#\/login$/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page).toHaveURL(/\/oauth2\/authorize\?/)
    await expectAccessible(page)
    await fillSignIn(page, demo.owner)
    await page.waitForURL('**/#/dashboard')
    await expect(page.getByRole('button', { name: `Domain: ${demo.owner}` })).toBeVisible()
    expect(page.url()).not.toMatch(/code=|state=/)
    expect(await page.evaluate(() => localStorage.getItem('username'))).toBe(demo.owner)
  })

  test('returns to where the person wanted to go', async ({ page }) => {
    await page.goto('/#/dashboard?from=mail')
    await expect(page).toHaveURL(/#\/login\?redirect=/)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await fillSignIn(page, demo.owner)
    await page.waitForURL('**/#/dashboard?from=mail')
  })

  test('keeps a wrong password on the sign-in page', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign In' }).click()
    await fillSignIn(page, demo.nobody, 'not the password')
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page).toHaveURL(/\/oauth2\/authorize\?/)
  })

  test('refuses an answer that was not asked for here', async ({ page }) => {
    await page.goto('/oauth?code=stolen&state=forged')
    await expect(page.getByRole('alert')).toContainText('was not started here')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByRole('alert')).toBeHidden()
    expect(await page.evaluate(tokens)).toBeNull()
  })
})

test.describe('being signed in', () => {
  test('lasts over a reload without asking the authorisation service', async ({ page }) => {
    await signIn(page, demo.owner)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/oauth2/')) asked.push(request.url())
    })
    await page.reload()
    await expect(page.getByRole('button', { name: `Domain: ${demo.owner}` })).toBeVisible()
    expect(asked).toEqual([])
  })

  test('is taken over silently by a new tab, with tokens of its own', async ({ page, context }) => {
    await signIn(page, demo.owner)
    const other = await context.newPage()
    await other.goto('/#/dashboard')
    await expect(other.getByRole('button', { name: `Domain: ${demo.owner}` })).toBeVisible()
    expect(await other.evaluate(tokens)).not.toBe(await page.evaluate(tokens))
  })

  test('ends in every tab with the log-out, and local storage is empty', async ({ page, context }) => {
    await signIn(page, demo.owner)
    const other = await context.newPage()
    await other.goto('/#/dashboard')
    await expect(other.getByRole('button', { name: 'Log out' })).toBeVisible()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
    await expect(other.getByRole('button', { name: 'Sign In' })).toBeVisible()
    await page.goto('/#/dashboard')
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  })

  test('that has ended without the console knowing shows the login page and clears local storage', async ({ page }) => {
    // A page of the same origin without the console, which would find it out at once and load itself anew.
    await page.goto('/healthz')
    await page.evaluate(() => localStorage.setItem('username', 'owner@demo.cardea'))
    await page.goto('/#/dashboard')
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('username'))).toBeNull()
  })
})

import { demo, expect, password, test } from '../fixtures'
import { expectAccessible } from '../inspect'
import { openSignedIn } from '../signed-in'

const QUARTER = 15 * 60_000

test.describe('who does nothing for 15 minutes', () => {
  test('is told so and logged out: the next visit begins with the password', async ({ page, baseURL }) => {
    await page.clock.install()
    await openSignedIn(page, baseURL ?? '', demo.owner, password)
    await expect(page.getByRole('rowheader').first()).toBeVisible()
    await page.clock.fastForward(QUARTER)
    const banner = page.getByRole('region', { name: 'You are idle' })
    await expect(banner).toContainText(/You are logged out in \d+ seconds?\./)
    await expectAccessible(page)
    const loggedOut = page.waitForRequest((request) => request.method() === 'DELETE')
    await page.clock.fastForward(30_000)
    expect((await loggedOut).url()).toMatch(/\/oauth2\/cookie$/)
    await expect(page.getByText(/^You were logged out because nothing was done for 15 minutes\./)).toBeVisible()
    await expect(page).toHaveURL(/#\/login$/)
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.getItem('access_token')])).toEqual([0, null])
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.locator('input[name=password]')).toBeVisible()
  })

  test('stays when a key is pressed, or something is done in another tab', async ({ page, context, baseURL }) => {
    await page.clock.install()
    await openSignedIn(page, baseURL ?? '', demo.owner, password)
    await expect(page.getByRole('rowheader').first()).toBeVisible()
    const banner = page.getByRole('region', { name: 'You are idle' })
    await page.clock.fastForward(QUARTER)
    await expect(banner).toBeVisible()
    await page.keyboard.press('Shift')
    await expect(banner).toBeHidden()
    await page.clock.fastForward(QUARTER)
    await expect(banner).toBeVisible()
    // The clock of this one is ahead by as much.
    const other = await context.newPage()
    await other.clock.install({ time: Date.now() + 2 * QUARTER })
    await other.goto('/#/dashboard')
    await expect(other.getByRole('rowheader').first()).toBeVisible()
    await other.mouse.move(40, 40)
    await other.mouse.move(90, 90)
    await expect(banner).toBeHidden()
  })
})

import { demo, expect, signIn, test } from '../fixtures'
import { look, screens } from '../look'

test.describe('nothing is cut or scrolls sideways but the grid, and axe finds nothing, in light and dark', () => {
  for (const screen of screens) {
    const { width, height } = screen
    const options = { viewport: { width, height }, reducedMotion: 'reduce' } as const

    test(`signing in and the dashboard at ${screen.name}`, async ({ browser, baseURL }) => {
      test.slow()
      const page = await (await browser.newContext({ ...options, baseURL })).newPage()
      await page.goto('/')
      await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
      await look(page, screen, { picture: 'login' })
      await page.getByRole('button', { name: 'Sign In' }).click()
      await page.getByRole('textbox', { name: 'Username' }).waitFor()
      await look(page, screen, { picture: 'sign-in' })
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await expect(page.getByRole('textbox', { name: 'E-mail address' })).toBeVisible()
      await look(page, screen, { picture: 'forgot-password' })
      await page.goto('/#/reset_password?token=none')
      await page.getByLabel('New password').fill('abcdefgh')
      await look(page, screen, { picture: 'reset-password' })
      await signIn(page, demo.owner)
      const first =
        width < 700 ? page.getByRole('button', { name: /Street door/ }).first() : page.getByRole('rowheader')
      await expect(first.first()).toBeVisible()
      await look(page, screen, { picture: 'dashboard' })

      await page.getByRole('button', { name: 'Language: English' }).click()
      await expect(page.getByRole('menuitemradio', { name: 'Deutsch' })).toBeVisible()
      await look(page, screen, { over: 'menu' })
      await page.keyboard.press('Escape')
      if (width < 900) {
        await page.getByRole('button', { name: 'More' }).click()
        await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible()
        await look(page, screen, { over: 'menu' })
        await page.getByRole('menuitem', { name: 'Log out' }).click()
      } else await page.getByRole('button', { name: 'Log out' }).click()
      await expect(page.getByRole('alertdialog', { name: 'Log out?' })).toBeVisible()
      await look(page, screen, { over: 'alertdialog' })
      await page.keyboard.press('Escape')
      if (width < 1024) {
        await page.getByRole('button', { name: 'Filters' }).click()
        await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
        await look(page, screen, { over: 'dialog' })
      }
      await page.context().close()
    })
  }
})

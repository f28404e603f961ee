import { demo, expect, test } from '../fixtures'
import { expectFocusSeen, signInByKeyboard, tabTo } from '../keyboard'

test.describe('by keyboard alone', () => {
  test('a person signs in, thinks better of logging out, then logs out', async ({ page }) => {
    await signInByKeyboard(page, demo.owner)
    const logOut = page.getByRole('button', { name: 'Log out' })
    await tabTo(logOut, 'Shift+Tab')
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Log out?' })
    await expect(question.getByRole('button', { name: 'Log out' })).toBeFocused()
    await expectFocusSeen(page)
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(logOut).toBeFocused()
    await expectFocusSeen(page)

    await page.keyboard.press('Space')
    await tabTo(question.getByRole('button', { name: 'Cancel' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(logOut).toBeFocused()

    await page.keyboard.press('Enter')
    await expect(question.getByRole('button', { name: 'Log out' })).toBeFocused()
    await expect(question.getByRole('button', { name: 'Log out' })).toBeEnabled()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeFocused()
  })

  test('the language is chosen, and the focus stays where it was chosen', async ({ page }) => {
    await signInByKeyboard(page, demo.owner)
    await tabTo(page.getByRole('button', { name: 'Language: English' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitemradio', { name: 'English' })).toBeFocused()
    await expectFocusSeen(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Language: English' })).toBeFocused()

    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitemradio', { name: 'Dansk' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Sprog: Dansk' })).toBeFocused()
    await expectFocusSeen(page)
    await expect(page.locator('html')).toHaveAttribute('lang', 'da-DK')
  })

  test('the language is chosen before signing in too, and kept', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Language: English' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Log ind' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Log ind' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'da-DK')
    await page.getByRole('button', { name: 'Log ind' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'da-DK')
  })
})

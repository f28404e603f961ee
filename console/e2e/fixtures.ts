import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

/** Password of every demo account. */
const password = 'Cardea-Demo-2026'

/** The demo accounts by what they are. */
export const demo = {
  owner: 'owner@demo.cardea',
  administrator: 'admin@demo.cardea',
  installer: 'installer@demo.cardea',
  guest: 'guest@demo.cardea',
  nobody: 'nobody@demo.cardea',
} as const

/**
 * Every journey also fails when the console throws, when the content security policy refuses something, or when a text is
 * missing.
 */
export const test = base.extend({
  page: async ({ page }, use) => {
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('console', (message) => {
      if (/Content Security Policy|missing translation/i.test(message.text())) problems.push(message.text())
    })
    await use(page)
    expect(problems).toEqual([])
  },
})

export { expect }

/** Fills in the sign-in page, in whatever language it is. */
export async function fillSignIn(page: Page, username: string, secret = password): Promise<void> {
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill(secret)
  await page.locator('button[type=submit]').click()
}

/** From the login page to the dashboard. */
export async function signIn(page: Page, username: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await fillSignIn(page, username)
  await page.waitForURL('**/#/dashboard')
}

/** Fails with what axe objects to on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([])
}

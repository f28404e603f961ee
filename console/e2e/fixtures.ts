import { test as base, expect, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test'
import { openSignedIn } from './signed-in'

/** Password of every demo account. */
export const password = 'Cardea-Demo-2026'

/** The demo accounts by what they are. */
export const demo = {
  owner: 'owner@demo.cardea',
  administrator: 'admin@demo.cardea',
  installer: 'installer@demo.cardea',
  guest: 'guest@demo.cardea',
  nobody: 'nobody@demo.cardea',
} as const

/** Writes down when the console throws, when the content security policy refuses something, or when a text is missing. */
export function watch(page: Page, problems: string[]): void {
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('console', (message) => {
    if (/Content Security Policy|missing translation/i.test(message.text())) problems.push(message.text())
  })
}

interface Journey {
  /** Opens a browser of one person's own, signed in; it is closed when the journey ends. */
  visit: (username: string, options?: BrowserContextOptions) => Promise<Page>
}

/** Every journey also fails on any problem that `watch` writes down. */
export const test = base.extend<Journey>({
  page: async ({ page }, use) => {
    const problems: string[] = []
    watch(page, problems)
    await use(page)
    expect(problems).toEqual([])
  },
  visit: async ({ browser, baseURL }, use) => {
    const problems: string[] = []
    const opened: BrowserContext[] = []
    await use(async (username, options) => {
      const context = await browser.newContext(options)
      opened.push(context)
      const page = await context.newPage()
      watch(page, problems)
      await openSignedIn(page, options?.baseURL ?? baseURL ?? '', username, password)
      return page
    })
    await Promise.all(opened.map((context) => context.close()))
    expect(problems).toEqual([])
  },
})

export { expect }

/** Fills in the sign-in page, in whatever language it is. */
export async function fillSignIn(page: Page, username: string, secret = password): Promise<void> {
  await page.locator('input[name=username]').fill(username)
  await page.locator('input[name=password]').fill(secret)
  await page.locator('#sign-in button[type=submit]').click()
}

/** From the login page to the dashboard. */
export async function signIn(page: Page, username: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await fillSignIn(page, username)
  await page.waitForURL('**/#/dashboard')
}

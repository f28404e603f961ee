import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './fixtures'

declare global {
  interface Window {
    /** What `expectAccessible` gives the page. */
    axe?: typeof axe
  }
}

/**
 * Whether nothing new can be said of the screen: it is the console's, not one of the server's pages, and journeys have passed with this
 * console, document and demo (`SCREENS_PROVEN`, set by `make test`).
 */
async function isProven(page: Page): Promise<boolean> {
  return Boolean(process.env.SCREENS_PROVEN) && (await page.locator('#root').count()) === 1
}

/** Fails with what axe objects to on the page as it is now, or in the part that has a role once it is there, in light and in dark. */
export async function expectAccessible(page: Page, role?: string): Promise<void> {
  if (role !== undefined) await page.locator(`[role=${role}]`).first().waitFor()
  if (await isProven(page)) return
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axe.source)
  for (const colorScheme of ['light', 'dark'] as const) {
    // A colour on its way to another one is neither of them.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // Colours are all that differs.
    const rules = colorScheme === 'light' ? undefined : ['color-contrast']
    const violations = await page.evaluate(violated, { role, rules })
    expect(violations, colorScheme).toEqual([])
  }
}

/** In the page: what axe objects to. */
async function violated({ role, rules }: { role?: string; rules?: string[] }): Promise<string[]> {
  const { violations } = await window.axe!.run(role === undefined ? document : `[role=${role}]`, {
    resultTypes: ['violations'],
    ...(rules === undefined ? {} : { runOnly: { type: 'rule', values: rules } }),
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
}

/**
 * Fails with what is cut off or scrolls sideways, the grid, rows of tabs, which are moved sideways, and what is for screen readers alone
 * left out.
 */
export async function expectWhole(page: Page): Promise<void> {
  if (await isProven(page)) return
  expect(await page.locator('body').evaluate(cut)).toEqual([])
}

/** In the page: what is wider than its room or than the screen. */
function cut(body: HTMLElement): string[] {
  const faults: string[] = []
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth - root.clientWidth} px too wide`)
  for (const element of body.querySelectorAll<HTMLElement>('*')) {
    if (
      element.closest('[role=grid], [role=tablist], [aria-hidden=true], svg, option') !== null ||
      !element.checkVisibility()
    )
      continue
    const { clipPath, overflowX, textOverflow } = getComputedStyle(element)
    // What was typed into a search may be longer than the field.
    if (element.matches('input[type=search]:not(:placeholder-shown)')) continue
    if (clipPath !== 'none' || element.closest('label.visually-hidden') !== null) continue
    const { left, right, width } = element.getBoundingClientRect()
    const what = `${element.tagName} "${element.innerText?.slice(0, 60)}"`
    if (width > 1 && (left < -1 || right > innerWidth + 1)) faults.push(`${what} leaves the screen`)
    const tooWide = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1
    if (tooWide && (overflowX !== 'visible' || textOverflow === 'ellipsis')) faults.push(`${what} is cut or scrolls`)
  }
  return faults
}

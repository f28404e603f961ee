import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures'

/** Leaves one person or user group in the grid and opens its overlay at a tab. */
export async function openPerson(page: Page, name: string, tab: string | RegExp): Promise<Locator> {
  await page.getByRole('searchbox', { name: /^Search guests/ }).fill(name)
  await expect(page.getByText(/^Guest page 1 of 1 /)).toBeVisible()
  await page.getByRole('rowheader', { name: new RegExp(name) }).click()
  const overlay = page.getByRole('dialog', { name, exact: true })
  await overlay.getByRole('tab', { name: tab }).click()
  return overlay
}

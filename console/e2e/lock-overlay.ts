import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures'

/** Leaves one lock in the grid and opens its overlay at a tab. */
export async function openLock(page: Page, door: string, tab: string | RegExp): Promise<Locator> {
  await page.getByRole('searchbox', { name: 'Search locks by name or serial number' }).fill(door)
  await expect(page.getByText(/and lock page 1 of 1$/)).toBeVisible()
  await page
    .getByRole('columnheader', { name: new RegExp(`^${door}`) })
    .getByRole('button')
    .click()
  const overlay = page.getByRole('dialog', { name: door })
  await overlay.getByRole('tab', { name: tab }).click()
  return overlay
}

/** The lists of the tab of groups, and a group in one of them. */
export const available = (overlay: Locator) => overlay.getByRole('listbox', { name: 'Available groups' })
export const joined = (overlay: Locator) => overlay.getByRole('listbox', { name: 'Groups the lock belongs to' })
export const entry = (list: Locator, name: string) => list.getByRole('option', { name, exact: true })

/** Asks a door to turn its bolt, with the press that confirms it. */
export async function press(overlay: Locator, direction: 'Lock' | 'Unlock'): Promise<void> {
  await overlay.getByRole('button', { name: direction, exact: true }).click()
  await overlay.getByRole('button', { name: 'Confirm' }).click()
}

/** Where the overlay says that the bolt stands. */
export async function expectState(
  overlay: Locator,
  state: 'Locked' | 'Unlocked' | 'Unknown',
  timeout = 5_000,
): Promise<void> {
  await expect(overlay.getByRole('tabpanel').getByText(state, { exact: true })).toBeVisible({ timeout })
  await expect(overlay.getByRole('img', { name: state, exact: true })).toBeVisible()
}

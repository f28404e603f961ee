import type { Locator, Page } from '@playwright/test'
import { demo, expect } from './fixtures'

/** The guest without access, and a door that they are given. */
const guestName = 'Nora Lund'
export const door = 'Street door'

/** The editor of their cell. */
export const editorOf = (page: Page) => page.getByRole('dialog', { name: `Access for ${guestName} to ${door}` })

/** Leaves one guest and one door in the grid, and opens the editor of their cell. */
export async function openEditor(page: Page): Promise<{ cell: Locator; editor: Locator }> {
  await page.getByRole('searchbox', { name: 'Search locks by name or serial number' }).fill(door)
  await page.getByRole('searchbox', { name: /^Search guests/ }).fill(demo.nobody)
  const cell = page.getByRole('gridcell')
  await expect(cell).toHaveCount(1)
  await cell.click()
  const editor = editorOf(page)
  await expect(editor).toBeVisible()
  return { cell, editor }
}

/** The picture of a week with these hours. */
export const picture = (editor: Locator, hours: string) => editor.getByRole('img', { name: `Open: ${hours}` })

/** Saves what stands in the editor, which closes. */
export async function save(editor: Locator): Promise<void> {
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(editor).toBeHidden()
}

import type { Page } from '@playwright/test'
import { expectAccessible, expectWhole } from './inspect'

const shots = process.env.SCREENSHOTS

/** The widths at which screens are looked at. */
export const screens = [
  { name: '390', width: 390, height: 844 },
  { name: '768', width: 768, height: 900 },
  { name: '1440', width: 1440, height: 900 },
  { name: '1440, zoomed to 200 %', width: 720, height: 450, zoomed: true },
]

/** Looks at one screen at one width, or at what lies over it. Those with a `picture` are kept where SCREENSHOTS says. */
export async function look(
  page: Page,
  { zoomed = false },
  { picture, over }: { picture?: string; over?: 'dialog' | 'alertdialog' | 'menu' } = {},
): Promise<void> {
  await expectWhole(page)
  // A zoomed screen shows what one of its width shows, only less of it.
  if (zoomed) return
  await expectAccessible(page, over)
  if (shots === undefined || picture === undefined) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${shots}/${picture}-${page.viewportSize()?.width}-${colorScheme}.png` })
  }
}

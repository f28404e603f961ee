import type { Page } from '@playwright/test'
import { demo, expect, test } from '../fixtures'

const shots = process.env.SCREENSHOTS
const door = 'D'.repeat(255)
const person = 'P'.repeat(255)

/** Loads the page with names as long as they may be, in what it is told of the domain. */
async function renamed(page: Page): Promise<Page> {
  await page.route('**/domain/v1/stream**', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll('"Street door"', `"${door}"`)
    await route.fulfill({ response, body: body.replaceAll('"Anna Lindqvist"', `"${person}"`) })
  })
  await page.reload()
  return page
}

/** Fails where something leaves the screen sideways, or what ends a dialog is below its edge. */
async function expectInBounds(page: Page, picture: string): Promise<void> {
  const outside = await page.locator('body').evaluate((body) => {
    const seen = [...body.querySelectorAll<HTMLElement>('*')].filter(
      (element) =>
        element.closest('[role=grid], [aria-hidden=true], svg, option') === null && element.checkVisibility(),
    )
    const faults = seen.filter((element) => {
      const { left, right, bottom, width } = element.getBoundingClientRect()
      const isBelow = element.matches('[role=dialog] footer') && bottom > innerHeight + 1
      return width > 1 && (left < -1 || right > innerWidth + 1 || isBelow)
    })
    return faults.map((element) => `${element.tagName}.${element.className}`)
  })
  expect(outside).toEqual([])
  if (shots === undefined) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${shots}/${picture}-${page.viewportSize()?.width}-${colorScheme}.png` })
  }
}

for (const [width, height] of [
  [390, 844],
  [768, 900],
  [1440, 900],
] as const) {
  test(`names of 255 characters break no screen at ${width}`, async ({ visit }) => {
    test.slow()
    const options = { viewport: { width, height }, reducedMotion: 'reduce' } as const
    const page = await renamed(await visit(demo.owner, options))
    if (width < 700) {
      await page.getByRole('combobox').selectOption({ label: person })
      await page.getByRole('button', { name: new RegExp(`^${person}, ${door}`) }).scrollIntoViewIfNeeded()
    } else {
      if (width < 1024) await page.getByRole('button', { name: 'Filters' }).click()
      await page.getByRole('searchbox', { name: /^Search locks/ }).fill(door)
      await page.getByRole('searchbox', { name: /^Search guests/ }).fill(person)
      if (width < 1024) await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
      await expect(page.getByRole('gridcell')).toHaveCount(1)
      await expect(page.getByRole('rowheader')).toHaveAttribute('title', new RegExp(person))
    }
    await expectInBounds(page, 'long-dashboard')

    const cell =
      width < 700 ? page.getByRole('button', { name: new RegExp(`^${person}, ${door}`) }) : page.getByRole('gridcell')
    await cell.click()
    const editor = page.getByRole('dialog', { name: `Access for ${person} to ${door}` })
    await editor.getByRole('button', { name: 'Remove access' }).click()
    await expect(editor.getByRole('button', { name: 'Confirm: remove access' })).toBeInViewport()
    await expectInBounds(page, 'long-access')
    await editor.getByRole('button', { name: 'Cancel' }).click()

    if (width >= 700) {
      await page.getByRole('columnheader').getByRole('button').click()
      const overlay = page.getByRole('dialog', { name: door })
      for (const tab of ['Operate lock', /^Users with access/, 'Access log']) {
        await overlay.getByRole('tab', { name: tab }).click()
        await expect(overlay.getByRole('tabpanel', { name: tab })).toBeVisible()
        await expectInBounds(page, `long-lock-${String(tab).slice(0, 3).replace(/\W/g, 'u')}`)
      }
    }

    const guest = await renamed(await visit(demo.guest, options))
    await guest.getByRole('article', { name: door }).getByRole('button', { name: 'Unlock' }).click()
    await expectInBounds(guest, 'long-doors')
  })
}

import { demo, expect, expectAccessible, signIn, test } from './fixtures'

const widths = [390, 768, 1440]
const shots = process.env.SCREENSHOTS

test.describe('every screen, at every width, light and dark, is accessible and scrolls sideways nowhere but in the grid', () => {
  for (const width of widths) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`${width} pixels, ${colorScheme}`, async ({ browser, baseURL }) => {
        test.slow()
        const open = async () => {
          const context = await browser.newContext({
            baseURL,
            colorScheme,
            viewport: { width, height: width < 700 ? 844 : 900 },
          })
          return context.newPage()
        }
        const look = async (page: Awaited<ReturnType<typeof open>>, name: string) => {
          await expectAccessible(page)
          const sideways = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          expect(sideways, `${name} scrolls sideways`).toBeLessThanOrEqual(0)
          if (shots !== undefined) await page.screenshot({ path: `${shots}/${name}-${width}-${colorScheme}.png` })
        }
        const owner = await open()
        await owner.goto('/')
        await expect(owner.getByRole('button', { name: 'Sign In' })).toBeVisible()
        await look(owner, 'login')
        await owner.getByRole('button', { name: 'Sign In' }).click()
        await owner.locator('input[name=username]').waitFor()
        await look(owner, 'sign-in')
        await signIn(owner, demo.owner)
        if (width < 700) await expect(owner.getByRole('button', { name: /Street door/ }).first()).toBeVisible()
        else await expect(owner.getByRole('rowheader', { name: /Anna Lindqvist/ })).toBeVisible()
        await look(owner, 'dashboard')

        if (width >= 700) {
          // Where there is no room beside the grid, the panel is a dialog.
          const narrow = width < 900
          if (narrow) await owner.getByRole('button', { name: 'Filters' }).click()
          await owner.getByRole('searchbox', { name: 'Search locks by name or serial number' }).fill('Street door')
          await owner.getByRole('searchbox', { name: /^Search guests/ }).fill('Anna')
          if (narrow) await owner.getByRole('button', { name: 'Done' }).click()
          await expect(owner.getByRole('gridcell')).toHaveCount(1)
          await owner.getByRole('gridcell').click()
          await expect(owner.getByRole('dialog')).toBeVisible()
          await look(owner, 'access-editor')
          await owner.getByRole('button', { name: 'Cancel' }).click()
          await owner
            .getByRole('columnheader', { name: /^Street door/ })
            .getByRole('button')
            .click()
          await owner.getByRole('tab', { name: 'Operate lock' }).click()
          await expect(owner.getByRole('button', { name: 'Unlock' })).toBeVisible()
          await look(owner, 'lock-overlay')
        }
        await owner.context().close()

        const guest = await open()
        await signIn(guest, demo.guest)
        await expect(guest.getByRole('article', { name: 'Street door' })).toBeVisible()
        await look(guest, 'doors')
        await guest.context().close()
      })
    }
  }
})

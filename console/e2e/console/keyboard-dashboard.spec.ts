import { demo, expect, test } from '../fixtures'
import { expectFocusSeen, signInByKeyboard, tabTo } from '../keyboard'

test.describe('by keyboard alone', () => {
  test.beforeEach(async ({ page }) => {
    await signInByKeyboard(page, demo.owner)
    await expect(page.getByRole('rowheader', { name: /^Anna Lindqvist/ })).toBeVisible()
  })

  test('doors and people are searched, filtered and sorted in the side panel', async ({ page }) => {
    const doors = page.getByRole('searchbox', { name: 'Search locks by name or serial number' })
    await tabTo(doors)
    await page.keyboard.type('Street')
    await expect(page.getByRole('columnheader', { name: /^Street door/ })).toBeVisible()
    await expect(page.getByRole('columnheader', { name: /^Courtyard gate/ })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(doors).toHaveValue('')
    await expect(page.getByRole('columnheader', { name: /^Courtyard gate/ })).toBeVisible()

    await tabTo(page.getByRole('searchbox', { name: /^Search guests/ }))
    await page.keyboard.type('nord')
    await expect(page.getByRole('rowheader')).toHaveText([/^ALAnna Lindqvist/])
    await tabTo(page.getByRole('button', { name: 'Clear search' }).first(), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('rowheader', { name: /^Bo Kristensen/ })).toBeVisible()
    await expectFocusSeen(page)

    await tabTo(page.getByRole('checkbox', { name: 'User groups' }))
    await page.keyboard.press('Space')
    await expect(page.getByRole('rowheader', { name: /^Cleaners/ })).toHaveCount(0)
    await tabTo(page.getByRole('button', { name: 'Reset filters' }), 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('rowheader', { name: /^Cleaners/ })).toBeVisible()
    await expectFocusSeen(page)

    const order = page.getByRole('button', { name: 'Order of guests' })
    await tabTo(order)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('option', { name: 'Guests by name', exact: true })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expectFocusSeen(page)
    await page.keyboard.press('Enter')
    await expect(order).toBeFocused()
    await expect(page.getByRole('rowheader').first()).toHaveText(/^TNTomasz Nowak/)

    await tabTo(page.getByRole('button', { name: 'Order of locks' }))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('columnheader', { name: /^Street door/ })).toHaveAttribute('aria-colindex', '2')
  })

  test('from a search that finds nothing a button leads back, and from there the arrow keys', async ({ page }) => {
    await tabTo(page.getByRole('searchbox', { name: /^Search guests/ }))
    await page.keyboard.type('nobody of this name')
    await expect(page.getByText('Nothing to show')).toBeVisible()
    await tabTo(page.getByRole('button', { name: 'Show all' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('rowheader', { name: /^Anna Lindqvist/ })).toBeVisible()
    await expectFocusSeen(page)
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText(/^Guest page 2 /)).toBeVisible()
  })

  test('arrow keys turn pages while nothing has the focus, and move from cell to cell while one has', async ({
    page,
  }) => {
    const pages = page.getByText(/^Guest page \d+ of \d+ and lock page \d+ of \d+$/)
    await expect(pages).toHaveText(/^Guest page 1 of [2-9] and lock page 1 of [2-9]$/)
    await page.keyboard.press('ArrowDown')
    await expect(pages).toHaveText(/^Guest page 2 /)
    await page.keyboard.press('ArrowUp')
    await expect(pages).toHaveText(/^Guest page 1 /)
    await page.keyboard.press('ArrowRight')
    await expect(pages).toHaveText(/lock page 2 /)
    await page.keyboard.press('ArrowLeft')
    await expect(pages).toHaveText(/lock page 1 /)

    const focus = page.locator(':focus')
    // Of all cells one is a stop of the Tab key.
    await tabTo(page.getByRole('gridcell').and(page.locator('[tabindex="0"]')))
    await page.keyboard.press('Control+Home')
    await expect(focus).toHaveAccessibleName(/^Anna Lindqvist, All flats:/)
    await page.keyboard.press('ArrowRight')
    await expect(focus).toHaveAccessibleName(/^Anna Lindqvist, Bicycle cellar:/)
    await page.keyboard.press('ArrowDown')
    await expect(focus).toHaveAccessibleName(/^Bo Kristensen, Bicycle cellar:/)
    await expectFocusSeen(page)
    await expect(pages).toHaveText(/^Guest page 1 of \d+ and lock page 1 /)
    await page.keyboard.press('Control+End')
    await expect(focus).toHaveAccessibleName(/^Tomasz Nowak, Summer house:/)
    await expectFocusSeen(page)
    await page.keyboard.press('Control+Home')
    await expect(focus).toHaveAccessibleName(/^Anna Lindqvist, All flats:/)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('button', { name: /^Bicycle cellar/ })).toBeFocused()
    await expectFocusSeen(page)
    await page.keyboard.press('Escape')
    await page.keyboard.press('ArrowDown')
    await expect(pages).toHaveText(/^Guest page 2 /)
  })

  test('the focus goes with a lock that was renamed, also to another page', async ({ page }) => {
    const focus = page.locator(':focus')
    await tabTo(page.getByRole('gridcell').and(page.locator('[tabindex="0"]')))
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowRight')
    await expect(focus).toHaveAccessibleName(/^Bicycle cellar/)

    async function rename(from: string, to: string) {
      await page.keyboard.press('Enter')
      const overlay = page.getByRole('dialog', { name: from, exact: true })
      await overlay.getByRole('textbox', { name: 'Name', exact: true }).fill(to)
      await page.keyboard.press('Enter')
      await expect(overlay).toBeHidden()
    }
    await rename('Bicycle cellar', 'Cycle cellar')
    await expect(focus).toHaveAccessibleName(/^Cycle cellar/)
    await rename('Cycle cellar', 'Zzz cellar')
    await expect(focus).toHaveAccessibleName(/^Zzz cellar/)
    await expect(focus).toBeInViewport({ ratio: 0.99 })
    await expectFocusSeen(page)
    // And back.
    await rename('Zzz cellar', 'Bicycle cellar')
    await expect(focus).toHaveAccessibleName(/^Bicycle cellar/)
    await expect(focus).toBeInViewport({ ratio: 0.99 })
  })

  test('the focus comes back to the cells that were laid out anew beneath what was opened from one', async ({
    page,
  }) => {
    const focus = page.locator(':focus')
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
    await tabTo(page.getByRole('gridcell').and(page.locator('[tabindex="0"]')))
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowRight')
    await expect(focus).toHaveAccessibleName(/^Bicycle cellar/)
    const rows = page.getByRole('row', { includeHidden: true })
    const before = await rows.count()
    await page.keyboard.press('Enter')
    const overlay = page.getByRole('dialog', { name: 'Bicycle cellar', exact: true })
    await expect(overlay).toBeVisible()
    await page.setViewportSize({ width, height: height - 200 })
    await expect.poll(() => rows.count()).toBeLessThan(before)
    await page.keyboard.press('Escape')
    await expect(overlay).toBeHidden()
    await expect(focus).toHaveAccessibleName(/^Bicycle cellar/)
    await page.setViewportSize({ width, height })

    // What stands outside the narrower window comes into view: the cell in its place is of another door, and Enter would open that.
    for (const [from, name, title] of [
      ['ArrowDown', /^Anna Lindqvist, Summer house/, /^Access for Anna Lindqvist/],
      ['ArrowUp', /^Summer house/, 'Summer house'],
    ] as const) {
      await page.keyboard.press(from)
      await page.keyboard.press('End')
      await expect(focus).toHaveAccessibleName(name)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog', { name: title })).toBeVisible()
      await page.setViewportSize({ width: 768, height })
      await expect.poll(() => page.getByRole('columnheader', { includeHidden: true }).count()).toBeLessThan(8)
      await page.keyboard.press('Escape')
      await expect(focus).toHaveAccessibleName(name)
      await expect(focus).toBeInViewport({ ratio: 1 })
      await page.setViewportSize({ width, height })
    }
  })

  test('the side panel is put away and brought back', async ({ page }) => {
    await tabTo(page.getByRole('button', { name: 'Hide filters' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('complementary', { name: 'Filters' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Show filters' })).toBeFocused()
    await page.keyboard.press('Space')
    await expect(page.getByRole('complementary', { name: 'Filters' })).toBeVisible()
  })
})

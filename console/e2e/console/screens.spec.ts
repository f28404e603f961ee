import type { Page } from '@playwright/test'
import { demo, expect, test } from '../fixtures'
import { look, screens } from '../look'

/** Leaves the street door and Anna Lindqvist in the grid, by way of the side panel or of its dialog. */
async function search(page: Page, width: number): Promise<void> {
  if (width < 1024) await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('searchbox', { name: 'Search locks by name or serial number' }).fill('Street door')
  await page.getByRole('searchbox', { name: /^Search guests/ }).fill('Anna')
  if (width < 1024) await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('gridcell')).toHaveCount(1)
}

/** Opens the access of Anna Lindqvist to the street door, in the grid or in the list. */
async function openAccess(page: Page, width: number): Promise<void> {
  if (width < 700) return page.getByRole('button', { name: /^Anna Lindqvist, Street door/ }).click()
  await search(page, width)
  await page.getByRole('gridcell').click()
}

/** Opens the overlay of the street door, in the grid or from the list. */
async function openLock(page: Page, width: number): Promise<void> {
  if (width >= 700) {
    await search(page, width)
    const head = page.getByRole('columnheader', { name: /^Street door/ })
    return head.getByRole('button').click()
  }
  await page.getByText('One lock', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Lock or lock group' }).selectOption('Street door')
  await page.getByRole('button', { name: 'Lock details' }).click()
}

test.describe('nothing is cut or scrolls sideways but the grid, and axe finds nothing, in light and dark', () => {
  for (const screen of screens) {
    const { width, height } = screen
    const options = { viewport: { width, height }, reducedMotion: 'reduce' } as const

    test(`the access editor at ${screen.name}`, async ({ visit }) => {
      test.slow()
      const page = await visit(demo.owner, options)
      await openAccess(page, width)
      const editor = page.getByRole('dialog', { name: 'Access for Anna Lindqvist to Street door' })
      for (const type of ['Temporary', 'Permanent', 'Recurring']) {
        await editor.getByText(type, { exact: true }).click()
        await expect(editor.getByText(/^This access replaces what Anna Lindqvist has through/)).toBeVisible()
        await look(page, screen, { over: 'dialog', picture: type === 'Recurring' ? 'access-editor' : undefined })
      }
      await editor.getByRole('button', { name: 'Remove access' }).click()
      await expect(editor.getByText(/^But removing it gives Anna Lindqvist more/)).toBeVisible()
      await look(page, screen, { over: 'dialog' })
    })

    test(`the lock overlay at ${screen.name}`, async ({ visit }) => {
      test.slow()
      const page = await visit(demo.owner, options)
      await openLock(page, width)
      const overlay = page.getByRole('dialog', { name: 'Street door' })
      for (const tab of ['General', /^Users with access/, 'Access log', 'Operate lock']) {
        await overlay.getByRole('tab', { name: tab }).click()
        await expect(overlay.getByRole('tabpanel', { name: tab })).toBeVisible()
        await look(page, screen, { over: 'dialog', picture: tab === 'Operate lock' ? 'lock-overlay' : undefined })
      }
      await overlay.getByRole('button', { name: 'Unlock' }).click()
      await expect(overlay.getByText('Unlock Street door now?')).toBeVisible()
      await look(page, screen, { over: 'dialog' })
    })

    test(`one’s own account and creating guests at ${screen.name}`, async ({ visit }) => {
      test.slow()
      const page = await visit(demo.owner, options)
      const openFromBar = async (name: string) => {
        if (width >= 900) return page.getByRole('button', { name }).click()
        await page.getByRole('button', { name: 'More' }).click()
        await page.getByRole('menuitem', { name }).click()
      }
      await openFromBar('My account')
      const account = page.getByRole('dialog', { name: 'My account' })
      const sheets = [
        'Leave',
        'Change password',
        'Sign-ins',
        'Tokens',
        'Notifications',
        /^Groups/,
        /^Access to locks/,
        'General',
      ]
      for (const tab of sheets) {
        await account.getByRole('tab', { name: tab }).click()
        await expect(account.getByRole('tabpanel', { name: tab })).toBeVisible()
        await expect(account.getByRole('tab', { name: tab })).toBeInViewport({ ratio: 0.9 })
        const pictures: Partial<Record<string, string>> = { General: 'account', 'Change password': 'change-password' }
        await look(page, screen, { over: 'dialog', picture: pictures[String(tab)] })
      }
      await account.getByText('Ask for a code at sign-in').click()
      await expect(account.getByRole('img', { name: /^QR code/ })).toBeVisible()
      await look(page, screen, { over: 'dialog', picture: 'two-factor' })
      await account.getByText('Ask for a code at sign-in').click()
      await page.keyboard.press('Escape')
      await openFromBar('Create guests')
      const guests = page.getByRole('dialog', { name: 'Create guests' })
      await guests.getByRole('textbox', { name: /^E-mail addresses/ }).fill('frida.journey@demo.cardea, no@name')
      await page.keyboard.press('Enter')
      await guests.getByRole('button', { name: 'Add by name' }).click()
      await guests.getByRole('searchbox', { name: /^Search locks/ }).fill('Laundry')
      await guests.getByRole('listbox', { name: 'Available locks' }).getByRole('option', { name: 'Laundry' }).click()
      for (const type of ['Recurring', 'Permanent', 'Temporary']) {
        await guests.getByText(type, { exact: true }).click()
        await look(page, screen, { over: 'dialog', picture: type === 'Temporary' ? 'create-guests' : undefined })
      }
      await guests.getByRole('button', { name: 'Create', exact: true }).click()
      await expect(guests.getByText('Please remove invalid guests before continuing.')).toBeVisible()
      await look(page, screen, { over: 'dialog' })
    })

    test(`the settings of a domain at ${screen.name}`, async ({ visit }) => {
      const page = await visit(demo.owner, options)
      await page.getByRole('button', { name: /^Domain:/ }).click()
      await expect(page.getByRole('menuitem', { name: 'Domain settings' })).toBeVisible()
      await look(page, screen, { over: 'menu', picture: 'domain-menu' })
      await page.getByRole('menuitem', { name: 'Domain settings' }).click()
      await expect(page.getByRole('switch', { name: /^Access given/ })).toBeVisible()
      await look(page, screen, { over: 'dialog', picture: 'domain-settings' })
    })

    test(`inviting guests at ${screen.name}`, async ({ visit }) => {
      test.slow()
      const page = await visit(demo.owner, options)
      if (width < 900) {
        await page.getByRole('button', { name: 'More' }).click()
        await page.getByRole('menuitem', { name: 'Invite guests' }).click()
      } else await page.getByRole('button', { name: 'Invite guests' }).click()
      const guests = page.getByRole('dialog', { name: 'Invite guests' })
      await guests.getByRole('textbox', { name: /^E-mail addresses/ }).fill('frida.journey@demo.cardea, no@name')
      await page.keyboard.press('Enter')
      await guests.getByRole('button', { name: 'Make a link' }).click()
      await look(page, screen, { over: 'dialog', picture: 'invite-guests' })
      await page.keyboard.press('Escape')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
      await page.goto('/#/i/no-such-token')
      await expect(page.getByRole('heading', { name: 'This invitation cannot be accepted' })).toBeVisible()
      await look(page, screen, { picture: 'invitation-over' })
    })

    test(`a guest’s doors at ${screen.name}`, async ({ visit }) => {
      test.slow()
      const page = await visit(demo.guest, options)
      const card = page.getByRole('article', { name: 'Street door' })
      await expect(card).toBeVisible()
      await look(page, screen, { picture: 'doors' })
      await card.getByRole('button', { name: 'Unlock' }).click()
      await expect(card.getByText('Unlock Street door now?')).toBeVisible()
      await look(page, screen)
    })
  }
})

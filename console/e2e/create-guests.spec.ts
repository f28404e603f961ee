import { readFile } from 'node:fs/promises'
import { demo, expect, fillSignIn, test } from './fixtures'
import { House } from './house'
import { expectAccessible, expectWhole } from './inspect'

test.describe('creating guests', () => {
  let house: House

  test.beforeAll(async ({ playwright, baseURL }) => {
    house = await House.enter(await playwright.request.newContext(), baseURL ?? '')
  })

  test('two get access to a door and are in the file; one chooses a password of their own on a phone, and is in', async ({
    visit,
    page: theirs,
  }) => {
    const page = await visit(demo.owner)
    await page.getByRole('button', { name: 'Create guests' }).click()
    const overlay = page.getByRole('dialog', { name: 'Create guests' })
    const names = overlay.getByRole('textbox', { name: 'E-mail addresses or usernames' })
    await names.fill('frida.journey@demo.cardea, otto.journey, maria@demo.cardea')
    await names.press('Enter')
    const guests = overlay.getByRole('list', { name: 'Guests' }).getByRole('listitem')
    await expect(guests.filter({ hasText: 'maria@demo.cardea' })).toContainText('Is in this domain already')
    await overlay.getByRole('button', { name: 'Remove maria@demo.cardea' }).click()
    await overlay.getByRole('searchbox', { name: /^Search locks/ }).fill('street')
    await overlay.getByRole('listbox', { name: 'Available locks' }).getByRole('option', { name: 'Street door' }).click()
    await overlay.getByText('Permanent', { exact: true }).click()
    await overlay.getByText('Remote operation').click()
    await expect(overlay.getByRole('switch', { name: /^They choose their own password/ })).toBeChecked()
    await expect(overlay.getByText('After Create: 2 guests have access to Street door, always.')).toBeVisible()
    await expectAccessible(page, 'dialog')
    await overlay.getByRole('button', { name: 'Create', exact: true }).click()
    await expect(overlay.getByRole('button', { name: 'OK' })).toBeVisible()
    await expect(guests.filter({ hasText: 'Created' })).toHaveCount(2)
    await expectWhole(page)
    await expectAccessible(page, 'dialog')

    await overlay.getByRole('button', { name: 'Show passwords' }).click()
    const shown = await guests.filter({ hasText: 'otto.journey' }).locator('code').innerText()
    expect(shown).toMatch(/^[2-9A-HJKMNP-Z]{14}$/)
    const downloading = page.waitForEvent('download')
    await overlay.getByRole('button', { name: 'Download as CSV' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toMatch(/^owner-demo-cardea_created-guests_\d{4}-\d\d-\d\d\.csv$/)
    const [head, ...lines] = (await readFile(await file.path(), 'utf8'))
      .replace(/^\ufeff/, '')
      .trimEnd()
      .split('\r\n')
    expect(head).toBe('Username,Password,Status')
    expect(lines.map((line) => line.split(',').filter((_cell, index) => index !== 1))).toEqual([
      ['frida.journey@demo.cardea', 'Created'],
      ['otto.journey', 'Created'],
    ])
    expect(lines[1]).toContain(shown)
    await overlay.getByRole('button', { name: 'OK' }).click()
    await expect(overlay).toBeHidden()

    await page.getByRole('searchbox', { name: /^Search guests/ }).fill('otto.journey')
    await page.getByRole('searchbox', { name: /^Search locks/ }).fill('Street door')
    await expect(page.getByRole('gridcell')).toContainText('Always')

    await theirs.setViewportSize({ width: 390, height: 844 })
    await theirs.goto('/')
    await theirs.getByRole('button', { name: 'Sign In' }).click()
    await fillSignIn(theirs, 'otto.journey', shown)
    const own = 'Second-Floor-2026'
    await theirs.locator('input[name=new_password]').fill(own)
    await theirs.locator('input[name=repeated_password]').fill(own)
    await expectWhole(theirs)
    await expectAccessible(theirs)
    await theirs.locator('#sign-in button[type=submit]').click()
    await theirs.waitForURL('**/#/dashboard')
    await expect(theirs.getByRole('article', { name: 'Street door' })).toBeVisible()
    for (const name of ['otto.journey', 'frida.journey@demo.cardea']) await house.removeUser(name)
  })

  test('that the server refuses says why, and the others are created', async ({ visit }) => {
    const page = await visit(demo.owner)
    await page.getByRole('button', { name: 'Create guests' }).click()
    const overlay = page.getByRole('dialog', { name: 'Create guests' })
    const names = overlay.getByRole('textbox', { name: 'E-mail addresses or usernames' })
    // What looks like an id is no name for the server.
    await names.fill('user-0123456789ab, vera.journey')
    await names.press('Enter')
    await overlay.getByRole('button', { name: 'Create', exact: true }).click()
    const guests = overlay.getByRole('list', { name: 'Guests' }).getByRole('listitem')
    await expect(guests.filter({ hasText: 'user-0123456789ab' })).toContainText('Unable to create user.')
    await expect(overlay.getByRole('alert')).toContainText('1 guest could not be created as wanted.')
    await expect(guests.filter({ hasText: 'vera.journey' })).toContainText('Created')
    await overlay.getByRole('button', { name: 'OK' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close' }).click()
    await expect(overlay).toBeHidden()
    await house.removeUser('vera.journey')
  })
})

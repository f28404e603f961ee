import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { calendar, link, lock, user, userGroup } from '../testing/example'
import { closeAll } from '../overlays/registry'
import { fakeApi, json } from '../testing/fake-api'
import { fixture } from '../testing/fixture'
import { LiveServer } from '../testing/live-server'
import { pressEscape } from '../testing/press-escape'
import { renderConsole } from '../testing/render-console'
import { account, signedIn } from '../testing/session'

const numbers = Array.from({ length: 30 }, (_, at) => String(at + 10))
const house = {
  ...fixture({ users: 0, locks: 0, groups: 0, links: 0 }, Date.now()),
  users: numbers.map((number) => user(`user-${number}`, { display_name: `Person ${number}` })),
  locks: numbers.map((number) => lock(`lock-${number}`, { name: `Door ${number}` })),
  groups: [userGroup('group-band', ['user-10'], { name: 'Band' })],
  calendars: [calendar('calendar-whole', {})],
  links: [link('lock_user-1', { user_id: 'user-35', lock_id: 'lock-35' })],
}

signedIn()
beforeEach(() => page.viewport(1280, 800))

let accounts = 0

/** Opens the console with an overlay that the address names, and closes it; `role` is what one is in the domain. */
async function openAndClose(overlay: string, role = 'administrator') {
  accounts += 1
  const user = { id: `user-opened${accounts}`, username: 'owner', domain: 'owner', display_name: 'Mette', '2fa': false }
  const identities = [{ id: 'user-0366ba845fb5', domain: 'Home', primary: true, role, domain_rights: [] }]
  fakeApi({
    ...account,
    ...new LiveServer(structuredClone(house)).answers,
    'GET /user/v1': () => json(user),
    'GET /user/v1/identities': () => json(identities),
  })
  closeAll()
  await renderConsole(`/dashboard?open=${overlay}`)
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  await expect.element(dialog).toBeVisible()
  await pressEscape()
  await expect.element(dialog).not.toBeInTheDocument()
}

describe('Of an overlay that an address has opened, the focus goes, when it is closed,', () => {
  it('to the cell, which comes into view, and the arrow keys go on from it', async () => {
    await openAndClose('modify-access.user-35.lock-35')
    const cell = page.getByRole('gridcell', { name: /^Person 35, Door 35:/ })
    await expect.element(cell).toHaveFocus()
    await expect.element(cell).toBeInViewport({ ratio: 1 })
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(page.getByRole('gridcell', { name: /^Person 34, Door 35:/ })).toHaveFocus()
  })

  it.each([
    ['modify-user.user-33', /^Person 33/],
    ['modify-user-group.group-band', /^Band/],
  ])('to the head of the row: %s', async (overlay, name) => {
    await openAndClose(overlay)
    await expect.element(page.getByRole('rowheader', { name })).toHaveFocus()
  })

  it('to the head of the column', async () => {
    await openAndClose('modify-lock.lock-30.log')
    const head = page.getByRole('columnheader', { name: /^Door 30/ }).getByRole('button')
    await expect.element(head).toHaveFocus()
    await expect.element(head).toBeInViewport({ ratio: 1 })
  })

  it('to the first cell where what it was of is not there', async () => {
    await openAndClose('modify-lock.lock-gone')
    await expect.element(page.getByRole('gridcell').first()).toHaveFocus()
  })

  it('to the page where it is of nothing there', async () => {
    await openAndClose('create-users')
    await expect.element(page.getByRole('main')).toHaveFocus()
  })

  it.each([
    ['modify-access.user-35.lock-35', /^Person 35, Door 35: Always/],
    ['modify-access.user-34.lock-35', /^Person 34, Door 35: no access/],
    ['modify-user.user-33', 'Guest details'],
    ['modify-lock.lock-30', 'Lock details'],
  ])('on a small screen to its line or button: %s', async (overlay, name) => {
    await page.viewport(390, 844)
    await openAndClose(overlay)
    const button = page.getByRole('button', { name })
    await expect.element(button).toHaveFocus()
    // Each line is cut off at whole pixels.
    await expect.element(button).toBeInViewport({ ratio: 0.9 })
    await expect.element(page.getByRole('combobox')).toHaveDisplayValue(/^(Person 3[345]|Door 30)$/)
  })

  it('to the line of the lock for who looks after locks alone', async () => {
    await openAndClose('modify-lock.lock-30', 'installer')
    const line = page.getByRole('list', { name: 'Locks' }).getByRole('button', { name: /^Door 30/ })
    await expect.element(line).toHaveFocus()
  })
})

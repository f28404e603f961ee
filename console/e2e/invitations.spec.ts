import type { Page } from '@playwright/test'
import { demo, expect, fillSignIn, password, test } from './fixtures'
import { expectAccessible, expectWhole } from './inspect'
import { ownHouse } from './own-house'

const door = 'Street door'
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' } as const

test.describe.configure({ mode: 'serial' })

const own = ownHouse(door)
const { server } = own

/** Opens the overlay in which guests are invited, enters names, and chooses a lock if one is given. */
async function enter(page: Page, names: string, lock?: string) {
  await page.getByRole('button', { name: 'Invite guests' }).click()
  const overlay = page.getByRole('dialog', { name: 'Invite guests' })
  const field = overlay.getByRole('textbox', { name: 'E-mail addresses or usernames' })
  if (names !== '') {
    await field.fill(names)
    await field.press('Enter')
  }
  if (lock !== undefined) {
    await overlay.getByRole('searchbox', { name: /^Search locks/ }).fill(lock)
    await overlay.getByRole('listbox', { name: 'Available locks' }).getByRole('option', { name: lock }).click()
  }
  const entry = (name: string) =>
    overlay.getByRole('list', { name: 'Guests' }).getByRole('listitem').filter({ hasText: name })
  const invite = async () => {
    await overlay.getByRole('button', { name: 'Invite', exact: true }).click()
    await expect(overlay.getByRole('button', { name: 'OK' })).toBeVisible()
  }
  const leave = async () => {
    await overlay.getByRole('button', { name: 'OK' }).click()
    await expect(overlay).toBeHidden()
  }
  return { overlay, entry, invite, leave }
}

/** The address in the one letter that was written to somebody, once it is there. */
async function linkInLetterTo(address: string): Promise<string> {
  await expect.poll(() => server.letters(address).length).toBe(1)
  return /^http\S+/m.exec(server.letters(address)[0] ?? '')?.[0] ?? ''
}

const counter = (page: Page) => page.getByRole('button', { name: /^Invitations/ })

async function openInvitations(page: Page, which: 'Sent' | 'Received') {
  await counter(page).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${which}`) }).click()
  return page.getByRole('dialog', { name: `${which} invitations` })
}

test('several are invited at once, by username, by letter where nobody has it, and one in vain', async ({ visit }) => {
  const page = await visit(demo.administrator, { baseURL: server.base })
  await expect(counter(page)).toBeDisabled()
  const { overlay, entry, invite, leave } = await enter(page, `${demo.guest}, nobody.yet@example.org, no.such.name`)
  await overlay.getByRole('textbox', { name: `Alias for ${demo.guest}` }).fill('Gustav, ground floor')
  await expectAccessible(page, 'dialog')
  await invite()
  await expect(entry(demo.guest)).toContainText('Invited by username')
  await expect(entry('nobody.yet@example.org')).toContainText('Invited by e-mail')
  await expect(entry('no.such.name')).toContainText('Unable to invite guest: username not found.')
  await expectWhole(page)
  await expectAccessible(page, 'dialog')
  await leave()
  await expect(counter(page)).toHaveAccessibleName('Invitations: 2 sent, 0 received')

  // Who is invited already is flagged.
  const again = await enter(page, 'Nobody.Yet@example.org')
  await expect(again.entry('Nobody.Yet@example.org')).toContainText('Is invited already')
  await again.overlay.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()

  const sent = await openInvitations(page, 'Sent')
  const cards = sent.getByRole('list', { name: 'Sent invitations' }).locator('> li')
  await expect(cards.filter({ hasText: demo.guest })).toContainText('Alias: Gustav, ground floor')
  await expect(
    cards.filter({ hasText: 'nobody.yet@example.org' }).getByRole('img', { name: 'By e-mail' }),
  ).toBeVisible()
  await expectAccessible(page, 'dialog')
  await sent.getByRole('button', { name: 'Close' }).last().click()
})

test('a guest accepts on a phone; the counter of who invited goes down by itself', async ({ visit }) => {
  const inviting = await visit(demo.administrator, { baseURL: server.base })
  await expect(counter(inviting)).toHaveAccessibleName('Invitations: 2 sent, 0 received')
  const page = await visit(demo.guest, { ...phone, baseURL: server.base })
  const received = await openInvitations(page, 'Received')
  await expect(received).toContainText(demo.administrator)
  await expectWhole(page)
  await expectAccessible(page, 'dialog')
  await received.getByRole('button', { name: `Accept the invitation of ${demo.administrator}` }).click()
  await expect(received).toContainText(`You are a guest of ${demo.administrator} now.`)
  await expectWhole(page)
  await expectAccessible(page, 'dialog')
  await received.getByRole('button', { name: 'Close' }).last().click()
  await expect(counter(page)).toBeHidden()
  await expect(counter(inviting)).toHaveAccessibleName('Invitations: 1 sent, 0 received')
})

test('one that was sent is deleted, and its letter leads nowhere any more', async ({ visit }) => {
  const page = await visit(demo.administrator, { baseURL: server.base })
  const link = await linkInLetterTo('nobody.yet@example.org')
  const sent = await openInvitations(page, 'Sent')
  await sent.getByRole('button', { name: 'Delete the invitation to nobody.yet@example.org' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete the invitation?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(sent.getByText('No invitation waits for an answer')).toBeVisible()
  await sent.getByRole('button', { name: 'Close' }).last().click()
  await expect(counter(page)).toBeDisabled()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This invitation cannot be accepted' })).toBeVisible()
  await expectAccessible(page)
})

test('one is declined, and the next one accepted: its door is there, with the alias on the owner’s side', async ({
  visit,
}) => {
  // Whoever is here already is not invited.
  await own.house.removeUser(demo.administrator)
  const owner = await visit(demo.owner, { baseURL: server.base })
  const page = await visit(demo.administrator, { baseURL: server.base })
  const first = await enter(owner, demo.administrator, door)
  await first.invite()
  await first.leave()
  await page.reload()
  const received = await openInvitations(page, 'Received')
  await expect(received.getByRole('list', { name: 'Locks' })).toContainText(/Street door.*Until/s)
  await received.getByRole('button', { name: `Decline the invitation of ${demo.owner}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click()
  await expect(received.getByText('No invitation waits for you')).toBeVisible()
  await received.getByRole('button', { name: 'Close' }).last().click()

  await owner.reload()
  await expect(counter(owner)).toBeDisabled()
  const second = await enter(owner, demo.administrator, door)
  await second.overlay.getByRole('textbox', { name: `Alias for ${demo.administrator}` }).fill('Bo, the neighbour')
  await second.overlay.getByText('Permanent', { exact: true }).click()
  await second.invite()
  await second.leave()
  await page.reload()
  const again = await openInvitations(page, 'Received')
  await again.getByRole('button', { name: `Accept the invitation of ${demo.owner}` }).click()
  await expect(again).toContainText(`You are a guest of ${demo.owner} now.`)
  await again.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByRole('article', { name: door })).toContainText('Always')
  await owner.getByRole('searchbox', { name: /^Search guests/ }).fill('Bo, the neighbour')
  await expect(owner.getByRole('rowheader', { name: /Bo, the neighbour/ })).toBeVisible()
})

test('a link that is handed on is accepted on a phone, once', async ({ visit, browser }) => {
  const owner = await visit(demo.owner, { baseURL: server.base })
  const { overlay, entry, invite, leave } = await enter(owner, '', 'Laundry')
  await overlay.getByRole('button', { name: 'Make a link' }).click()
  await overlay.getByRole('textbox', { name: 'Alias for whoever takes the link' }).fill('Plumber')
  await overlay.getByText('Permanent', { exact: true }).click()
  await invite()
  const link = await entry('Plumber').locator('code').innerText()
  expect(link).toMatch(new RegExp(`^${server.base}/#/i/`))
  await leave()

  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'You are invited' })).toBeVisible()
  await expectWhole(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await fillSignIn(page, demo.guest)
  await page.waitForURL('**/#/i/**')
  await expect(page.getByRole('list', { name: 'Locks' })).toContainText('Laundry')
  await expectWhole(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: `Accept as ${demo.guest}` }).click()
  await expect(page.getByText(`You were in the domain ${demo.owner} already.`)).toBeVisible()
  await expectWhole(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'To my doors' }).click()
  await expect(page.getByRole('article', { name: 'Laundry' })).toBeVisible()
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'This invitation cannot be accepted' })).toBeVisible()
  await context.close()
})

test('a link that is handed on leads who has no account through getting one, and back to the invitation', async ({
  visit,
  browser,
}) => {
  const owner = await visit(demo.owner, { baseURL: server.base })
  const { overlay, entry, invite, leave } = await enter(owner, '', 'Laundry')
  await overlay.getByRole('button', { name: 'Make a link' }).click()
  await overlay.getByRole('textbox', { name: 'Alias for whoever takes the link' }).fill('Painter')
  await invite()
  const link = await entry('Painter').locator('code').innerText()
  await leave()

  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await page.goto(link)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await page.getByRole('textbox', { name: 'E-mail address' }).fill('painter@example.org')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.goto(await linkInLetterTo('painter@example.org'))
  await page.getByRole('textbox', { name: 'Your name' }).fill('Pia')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Repeat password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create the account' }).click()
  await expect(page.getByRole('list', { name: 'Locks' })).toContainText('Laundry')
  await page.getByRole('button', { name: 'Accept as painter@example.org' }).click()
  await expect(page.getByText(`You are a guest of ${demo.owner} now.`)).toBeVisible()
  await context.close()
})

test('a letter: an account that belongs to another domain is refused, another one signs in and accepts', async ({
  visit,
  page,
}) => {
  const inviting = await visit(demo.administrator, { baseURL: server.base })
  const { invite, leave } = await enter(inviting, 'letters@example.org')
  await invite()
  await leave()
  await page.goto(await linkInLetterTo('letters@example.org'))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await fillSignIn(page, demo.nobody)
  await page.getByRole('button', { name: `Accept as ${demo.nobody}` }).click()
  await expect(page.getByRole('alert')).toContainText('This person was created in another domain')
  await page.getByRole('button', { name: 'Log out and use another account' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await fillSignIn(page, demo.owner)
  await page.getByRole('button', { name: `Accept as ${demo.owner}` }).click()
  await expect(page.getByText(`You are a guest of ${demo.administrator} now.`)).toBeVisible()
})

import { demo, expect, test } from './fixtures'
import { expectAccessible, expectWhole } from './inspect'
import { ownHouse } from './own-house'

const door = 'Street door'
const own = ownHouse(door)
const { server } = own

test('who has no account is created by name, renamed, and takes an account up later: the access stays', async ({
  visit,
}) => {
  // Whoever is here already is not invited.
  await own.house.removeUser(demo.administrator)
  const page = await visit(demo.owner, { baseURL: server.base })
  await page.getByRole('button', { name: 'Create guests' }).click()
  const creating = page.getByRole('dialog', { name: 'Create guests' })
  await creating.getByRole('button', { name: 'Add by name' }).click()
  await page.keyboard.type('Frida Vest')
  await creating.getByRole('searchbox', { name: /^Search locks/ }).fill(door)
  await creating.getByRole('listbox', { name: 'Available locks' }).getByRole('option', { name: door }).click()
  await creating.getByText('Permanent', { exact: true }).click()
  await expectWhole(page)
  await expectAccessible(page, 'dialog')
  await creating.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(creating.getByRole('list', { name: 'Guests' })).toContainText('Created without an account')
  await expectWhole(page)
  await expectAccessible(page, 'dialog')
  await creating.getByRole('button', { name: 'OK' }).click()
  await expect(creating).toBeHidden()

  await page.getByRole('searchbox', { name: /^Search guests/ }).fill('Frida')
  await page.getByRole('searchbox', { name: /^Search locks/ }).fill(door)
  await expect(page.getByRole('gridcell')).toContainText('Always')
  const head = page.getByRole('rowheader', { name: /Frida/ })
  await expect(head).toContainText('Guest without an account')
  await head.click()
  const person = page.getByRole('dialog', { name: 'Frida Vest' })
  await person.getByRole('textbox', { name: 'Name' }).fill('Frida Vestergaard')
  await expectWhole(page)
  await expectAccessible(page, 'dialog')
  await person.getByRole('button', { name: 'Save' }).click()
  await expect(person).toBeHidden()
  await expect(head).toContainText('Frida Vestergaard')

  await head.click()
  const renamed = page.getByRole('dialog', { name: 'Frida Vestergaard', exact: true })
  await renamed.getByRole('button', { name: 'Invite to an account' }).click()
  const inviting = page.getByRole('dialog', { name: /^An account for/ })
  await inviting.getByRole('textbox', { name: 'E-mail address or username' }).fill(demo.administrator)
  await expectWhole(page)
  await expectAccessible(page, 'dialog')
  await page.keyboard.press('Enter')
  await expect(inviting.getByText('Invited by username')).toBeVisible()
  await expectAccessible(page, 'dialog')
  await inviting.getByRole('button', { name: 'OK' }).click()
  await expect(renamed.getByText(/^Invited to an account\./)).toBeVisible()
  await expectWhole(page)
  await expectAccessible(page, 'dialog')
  await renamed.getByRole('button', { name: 'Cancel' }).click()

  const theirs = await visit(demo.administrator, { baseURL: server.base })
  await theirs.getByRole('button', { name: /^Invitations/ }).click()
  await theirs.getByRole('menuitem', { name: /^Received/ }).click()
  const received = theirs.getByRole('dialog', { name: 'Received invitations' })
  await received.getByRole('button', { name: `Accept the invitation of ${demo.owner}` }).click()
  await expect(received).toContainText(`You are a guest of ${demo.owner} now.`)
  await received.getByRole('button', { name: 'Close' }).last().click()
  await expect(theirs.getByRole('article', { name: door })).toContainText('Always')

  await page.getByRole('searchbox', { name: /^Search guests/ }).fill(demo.administrator)
  await expect(page.getByRole('rowheader')).toContainText(demo.administrator)
  await expect(page.getByRole('gridcell')).toContainText('Always')
})

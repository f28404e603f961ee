import type { Page } from '@playwright/test'
import { demo, expect, test } from './fixtures'
import { expectAccessible, expectWhole } from './inspect'
import { Provider } from './provider'
import type { DemoServer } from './server'

const provider = new Provider()
let server: DemoServer

test.beforeAll(async () => {
  server = await provider.startWithServer()
  await provider.signsIn('adam', { email: 'adam@company.example', email_verified: true, name: 'Adam' })
})
test.afterAll(async () => {
  await server.remove()
  await provider.remove()
})

const grid = (page: Page) => page.getByRole('grid', { name: 'Access of guests to locks' })
const title = (page: Page) => page.getByRole('heading', { name: `${demo.owner} asks you to sign in with Company` })

/** Goes from the administrator's own domain into the owner's. */
async function enter(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Domain:/ }).click()
  await page.getByRole('menuitemradio', { name: demo.owner }).click()
}

test('a domain asks for a provider: an administrator with a password is stopped, links it, and goes on', async ({
  visit,
}) => {
  const admin = await visit(demo.administrator, { baseURL: server.base })
  await enter(admin)
  await expect(grid(admin)).toBeVisible()

  const owner = await visit(demo.owner, { baseURL: server.base })
  await owner.getByRole('button', { name: /^Domain:/ }).click()
  await owner.getByRole('menuitem', { name: 'Domain settings' }).click()
  const settings = owner.getByRole('dialog', { name: 'Domain settings' })
  await settings.getByRole('button', { name: /People sign in with/ }).click()
  await owner.getByRole('option', { name: 'Company' }).click()
  await expect(settings.getByRole('button', { name: /This is asked of/ })).toContainText('Administrators')
  await expectWhole(owner)
  await expectAccessible(owner, 'dialog')
  await settings.getByRole('button', { name: 'Save' }).click()
  await expect(settings).toBeHidden()
  await expect(grid(owner)).toBeVisible()

  // Whoever was there is shown out at once.
  await expect(title(admin)).toBeVisible()
  await expect(admin.getByText('Your account is not linked to Company yet.')).toBeVisible()
  await expect(admin.getByRole('button', { name: 'Invite guests' })).toBeHidden()
  await expectWhole(admin)
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Link to Company' }).click()
  const account = admin.getByRole('dialog', { name: 'My account' })
  await expect(account.getByRole('listitem').filter({ hasText: 'Company' })).toContainText('adam@company.example')
  await account.getByText('Close', { exact: true }).click()
  await admin.getByRole('button', { name: 'Sign in with Company' }).click()
  await expect(grid(admin)).toBeVisible()
  await admin.reload()
  await expect(grid(admin)).toBeVisible()

  // A password leads no further than before, and other domains are one press away.
  const again = await visit(demo.administrator, { baseURL: server.base })
  await enter(again)
  await expect(again.getByRole('button', { name: 'Sign in with Company' })).toBeVisible()
  await again.getByRole('main').getByRole('button', { name: demo.administrator }).click()
  await expect(title(again)).toBeHidden()
})

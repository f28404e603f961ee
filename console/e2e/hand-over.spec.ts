import { demo, expect, password, test } from './fixtures'
import { expectAccessible, expectWhole } from './inspect'
import { ownHouse } from './own-house'

const own = ownHouse('Street door')
const { server } = own
const successor = 'successor@demo.cardea'
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' } as const

test('an owner hands their domain over to an administrator, on a phone, and erases their account', async ({
  visit,
}) => {
  await own.house.send('PUT', `/users/v1/${successor}`, { password, role: 'administrator' })
  const page = await visit(demo.owner, { baseURL: server.base, ...phone })
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'My account' }).click()
  const overlay = page.getByRole('dialog', { name: 'My account' })
  await overlay.getByRole('tab', { name: 'Leave' }).click()
  await overlay.getByRole('button', { name: /New owner/ }).click()
  await page.getByRole('listbox').getByRole('option', { name: successor }).click()
  await expectWhole(page)
  await expectAccessible(page, 'dialog')
  const secret = overlay.getByLabel('Your password, to hand it over')
  await secret.fill('not the password')
  await overlay.getByRole('button', { name: 'Hand over' }).click()
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Hand over' })
  await expectAccessible(page, 'alertdialog')
  await confirm.click()
  await expect(overlay.getByText('This is not your password.')).toBeVisible()
  await secret.fill(password)
  await overlay.getByRole('button', { name: 'Hand over' }).click()
  await confirm.click()
  await expect(overlay.getByText(/owns the domain now\.$/)).toBeVisible()
  await expect(overlay.getByLabel('Name of the domain')).toHaveCount(0)

  await overlay.getByLabel('Your password', { exact: true }).fill(password)
  await overlay.getByRole('button', { name: 'Erase account' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Erase account' }).click()
  await expect(page.getByText('Your account is erased.')).toBeVisible()

  const next = await visit(successor, { baseURL: server.base })
  await expect(next.getByRole('button', { name: `Domain: ${successor} (Primary Owner)` })).toBeVisible()
  await next.getByRole('button', { name: 'My account' }).click()
  await next.getByRole('dialog', { name: 'My account' }).getByRole('tab', { name: 'Leave' }).click()
  await expect(next.getByText(/^You own the domain .*successor@demo\.cardea/).first()).toBeVisible()
})

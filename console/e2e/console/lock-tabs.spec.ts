import { demo, expect, test } from '../fixtures'
import { House } from '../house'
import { openLock } from '../lock-overlay'

test('General says what the lock is, by the facts of its domain and the word of its bridge', async ({ visit }) => {
  const overlay = await openLock(await visit(demo.owner), 'Street door', 'General')
  const general = overlay.getByRole('tabpanel', { name: 'General' })
  await expect(general.getByRole('textbox', { name: 'Name' })).toHaveValue('Street door')
  await expect(general.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Copenhagen')
  const facts = {
    'Serial number': /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/,
    Type: 'Danalock V3',
    Bridge: /^Online since /,
    Battery: /^High, 95%\s*as of /,
    'End-to-end mode': 'Off',
  }
  await expect(general.getByRole('term')).toHaveText(Object.keys(facts))
  await expect(general.getByRole('definition')).toHaveText(Object.values(facts))
})

test('Users with access are counted and named, with what each has and through which group', async ({
  visit,
  playwright,
  baseURL,
}) => {
  const house = await House.enter(await playwright.request.newContext(), baseURL ?? '')
  const page = await visit(demo.owner)
  const overlay = await openLock(page, 'Bicycle cellar', 'Users with access (4)')
  const people = overlay.getByRole('tabpanel').getByRole('listitem')
  await expect(people).toHaveText([
    /^ALAnna Lindqvist.*Tue 08:00–12:00.*via Cleaners → Ground floor/s,
    /^MSMaria Sørensen.*Tue 08:00–12:00.*via Cleaners → Ground floor/s,
    /^OSOlivia Sand.*Administrator.*Always/s,
    /^TNTomasz Nowak.*Tue 08:00–12:00.*via Cleaners → Ground floor/s,
  ])

  await house.grant(demo.nobody, 'Bicycle cellar')
  await expect(overlay.getByRole('tab', { name: 'Users with access (5)' })).toBeVisible()
  await expect(people.filter({ hasText: 'Nora Lund' })).toContainText('Always')
  await people.filter({ hasText: 'Nora Lund' }).getByRole('button').click()
  const editor = page.getByRole('dialog', { name: 'Access for Nora Lund to Bicycle cellar' })
  await editor.getByRole('button', { name: 'Remove access' }).click()
  await editor.getByRole('button', { name: 'Confirm: remove access' }).click()
  await expect(editor).toBeHidden()
  await expect(overlay.getByRole('tab', { name: 'Users with access (4)' })).toBeVisible()
  await expect(people.filter({ hasText: 'Nora Lund' })).toHaveCount(0)
})

import type { Page } from '@playwright/test'
import { emptiedHouse, phone, doorsShownAt, typeInto, workday } from './access-journey'
import { demo, expect, test } from './fixtures'
import { expectAccessible, expectWhole } from './inspect'

const guestName = 'Nora Lund'
const doors = ['Street door', 'Laundry'] as const
const list = 'Feiertage Dänemark'
const outing = 'Works outing'

const journey = emptiedHouse()

/** Ten or eleven in the morning by a Danish clock, as it stands: both lie within the hours. */
const tenOn = (day: number) => day + 9 * 3_600_000

/** Makes the access of the guest to a door one at office hours that uses the list. */
async function useList(page: Page, door: string) {
  const { row, column } = await journey.house.cellOf(demo.nobody, door)
  await page.goto(`/#/dashboard?open=modify-access.${row}.${column}`)
  const editor = page.getByRole('dialog', { name: `Access for ${guestName} to ${door}` })
  await editor.getByText('Recurring', { exact: true }).click()
  await editor.getByRole('button', { name: /^Days otherwise/ }).click()
  await editor.getByText(new RegExp(`^${list} – closed on \\d+ days in the next 12 months$`)).click()
  await expect(editor.getByText(new RegExp(`Different on days of ${list}\\.`))).toBeVisible()
  await expectWhole(page)
  await expectAccessible(page)
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(editor).toBeHidden()
}

test('holidays of a country and a day more close two accesses at once, on a phone', async ({ visit, browser }) => {
  for (const door of doors) await journey.house.grant(demo.nobody, door)
  const day = workday()
  const page = await visit(demo.owner, phone)

  await page.goto('/#/dashboard?open=domain-settings')
  const settings = page.getByRole('dialog', { name: 'Domain settings' })
  await settings.getByRole('button', { name: 'Add holidays of a country' }).click()
  const made = page.getByRole('dialog', { name: 'Holidays of a country' })
  await made.getByRole('combobox', { name: 'Country' }).fill('Denm')
  await page.getByRole('option', { name: 'Denmark', exact: true }).click()
  await expect(made.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Holidays in Denmark')
  await made.getByRole('textbox', { name: 'Name', exact: true }).fill(list)
  await expectWhole(page)
  await expectAccessible(page)
  await made.getByRole('button', { name: 'Create' }).click()
  await expect(made).toBeHidden()
  const entry = settings.getByRole('listitem').filter({ hasText: list })
  await expect(entry).toContainText(`until 26 Dec ${new Date().getUTCFullYear() + 4}`)
  await expect(entry).toContainText('not used')

  for (const door of doors) await useList(page, door)
  for (const told of await doorsShownAt(browser, journey.house, tenOn(day), doors))
    expect(told).toMatch(/You can get in until/)

  await page.goto('/#/dashboard?open=domain-settings')
  await expect(entry).toContainText('used by 2 accesses')
  await entry.getByRole('button', { name: `Change ${list}` }).click()
  const editor = page.getByRole('dialog', { name: list })
  await expect(editor).toBeVisible()
  // It lies on the settings then too, which come later.
  await page.reload()
  await typeInto(editor, 'Date', new Date(day).toISOString().slice(0, 10).split('-').reverse().join(''))
  await editor.getByRole('button', { name: 'Add day' }).click()
  await editor.getByRole('textbox', { name: 'Name of the day' }).fill(outing)
  await expectWhole(page)
  await expect(editor.getByText(/^Used by 2 accesses\./)).toBeVisible()
  await expect(editor.getByRole('button', { name: 'Remove list' })).toBeDisabled()
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(editor).toBeHidden()

  for (const told of await doorsShownAt(browser, journey.house, tenOn(day), doors)) {
    expect(told).toMatch(/You can get in from/)
    expect(told).toContain(`Closed today: ${outing}`)
    expect(told).toContain(`different on days of ${list}`)
  }
})

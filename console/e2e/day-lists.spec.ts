import type { Browser, Locator, Page } from '@playwright/test'
import { demo, expect, signIn, test, watch } from './fixtures'
import { House } from './house'
import { expectAccessible, expectWhole } from './inspect'

const guestName = 'Nora Lund'
const doors = ['Street door', 'Laundry'] as const
const list = 'Feiertage Dänemark'
const outing = 'Works outing'
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' } as const
const DAY = 86_400_000

test.describe.configure({ mode: 'serial' })

let house: House

test.beforeEach(async ({ playwright, baseURL }) => {
  house = await House.enter(await playwright.request.newContext(), baseURL ?? '')
  await house.removeAccessOf(demo.nobody)
  await house.removeDayLists()
})

test.afterEach(async () => {
  await house.removeAccessOf(demo.nobody)
  await house.removeDayLists()
})

/** Types a date as a person does, part after part. */
async function typeDate(within: Locator, day: number) {
  const [year, month, date] = new Date(day).toISOString().slice(0, 10).split('-')
  await within.getByRole('group', { name: 'Date', exact: true }).getByRole('spinbutton').first().focus()
  await within.page().keyboard.type(`${date}${month}${year}`)
}

/** A Wednesday to come that is no holiday in Denmark: none but these can fall on one. */
function workday(): number {
  const today = Math.floor(Date.now() / DAY)
  // 1 January 1970 was a Thursday.
  let wednesday = (today - ((today + 3) % 7) + 9) * DAY
  while (/-(01-01|12-2[4-6])$/.test(new Date(wednesday).toISOString().slice(0, 10))) wednesday += 7 * DAY
  return wednesday
}

/** Makes the access of the guest to a door one at office hours that uses the list. */
async function useList(page: Page, door: string) {
  const { row, column } = await house.cellOf(demo.nobody, door)
  await page.goto(`/#/dashboard?open=modify-access.${row}.${column}`)
  const editor = page.getByRole('dialog', { name: `Access for ${guestName} to ${door}` })
  await editor.getByText('Recurring', { exact: true }).click()
  await editor.getByRole('button', { name: /^Days otherwise/ }).click()
  await editor.getByText(new RegExp(`^${list} – closed on \\d+ days in the coming year$`)).click()
  await expect(editor.getByText(new RegExp(`Different on days of ${list}\\.`))).toBeVisible()
  await expectWhole(page)
  await expectAccessible(page)
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(editor).toBeHidden()
}

/** What the console tells the guest of each door at ten in the morning of a day, by a Danish clock. */
async function toldOn(browser: Browser, day: number): Promise<string[]> {
  const problems: string[] = []
  const context = await browser.newContext({ timezoneId: 'Europe/Copenhagen' })
  const page = await context.newPage()
  watch(page, problems)
  // Ten or eleven, as the clock there stands: both lie within the hours.
  await page.clock.setFixedTime(day + 9 * 3_600_000)
  await signIn(page, demo.nobody)
  const told: string[] = []
  for (const door of doors) {
    const card = page.getByRole('article', { name: door })
    await expect(card).toBeVisible()
    told.push(await card.innerText())
  }
  await context.close()
  expect(problems).toEqual([])
  return told
}

test('holidays of a country and a day more close two accesses at once, on a phone', async ({ visit, browser }) => {
  for (const door of doors) await house.grant(demo.nobody, door)
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
  const line = settings.getByRole('listitem').filter({ hasText: list })
  await expect(line).toContainText(`until 26 Dec ${new Date().getUTCFullYear() + 4}`)
  await expect(line).toContainText('not used')

  for (const door of doors) await useList(page, door)
  for (const told of await toldOn(browser, day)) expect(told).toMatch(/You can get in until/)

  await page.goto('/#/dashboard?open=domain-settings')
  await expect(line).toContainText('used by 2 accesses')
  await line.getByRole('button', { name: `Change ${list}` }).click()
  const editor = page.getByRole('dialog', { name: list })
  await typeDate(editor, day)
  await editor.getByRole('button', { name: 'Add day' }).click()
  await editor.getByRole('textbox', { name: 'Name of the day' }).fill(outing)
  await expectWhole(page)
  await expect(editor.getByText(/^Used by 2 accesses\./)).toBeVisible()
  await expect(editor.getByRole('button', { name: 'Remove list' })).toBeDisabled()
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(editor).toBeHidden()

  for (const told of await toldOn(browser, day)) {
    expect(told).toMatch(/You can get in from/)
    expect(told).toContain(`(${outing})`)
    expect(told).toContain(`different on days of ${list}`)
  }
})

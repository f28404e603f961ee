import type { Browser, Locator } from '@playwright/test'
import { demo, expect, signIn, test, watch } from './fixtures'
import { door, editorOf, openEditor } from './access-editor'
import { House } from './house'
import { expectAccessible, expectWhole } from './inspect'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' } as const
const DAY = 86_400_000

test.describe.configure({ mode: 'serial' })

let house: House

test.beforeEach(async ({ playwright, baseURL }) => {
  house = await House.enter(await playwright.request.newContext(), baseURL ?? '')
  await house.removeAccessOf(demo.nobody)
})

test.afterEach(() => house.removeAccessOf(demo.nobody))

/** Types a date or time as a person does, part after part. */
async function typeInto(within: Locator, field: string, keys: string) {
  await within.getByRole('group', { name: field, exact: true }).getByRole('spinbutton').first().focus()
  await within.page().keyboard.type(keys)
}

async function save(editor: Locator) {
  await editor.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(editor).toBeHidden()
}

const picture = (editor: Locator, hours: string) => editor.getByRole('img', { name: `Open: ${hours}` })

/** The instant at which the clock of the door shows a time on a day, which is given as midnight of its UTC. */
function atTheDoor(day: number, hour: number): number {
  const shown = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Copenhagen', hour: '2-digit', hourCycle: 'h23' })
  const found = [1, 2]
    .map((offset) => day + (hour - offset) * 3_600_000)
    .find((at) => Number(shown.format(at)) === hour)
  if (found === undefined) throw new Error(`${hour} does not come on that day`)
  return found
}

/** What the console tells the guest of the door at an instant. */
async function toldAt(browser: Browser, at: number): Promise<string> {
  const problems: string[] = []
  const context = await browser.newContext({ timezoneId: 'Europe/Copenhagen' })
  const page = await context.newPage()
  watch(page, problems)
  await page.clock.setFixedTime(at)
  await signIn(page, demo.nobody)
  const card = page.getByRole('article', { name: door })
  await expect(card).toBeVisible()
  const told = await card.innerText()
  await context.close()
  expect(problems).toEqual([])
  return told
}

test('a cleaner has a lunch break', async ({ visit }) => {
  const page = await visit(demo.owner)
  const { cell, editor } = await openEditor(page)
  await editor.getByText('Recurring', { exact: true }).click()
  await typeInto(editor, 'Daily to', '1200')
  await editor.getByRole('button', { name: 'Add hours' }).click()
  await expect(picture(editor, 'Mon–Fri 09:00–12:00, 13:00–17:00')).toBeVisible()
  await expect(
    editor.getByText(/can open Street door Mon–Fri 09:00–12:00, 13:00–17:00 \(Copenhagen time\)/),
  ).toBeVisible()
  await expectAccessible(page)
  await save(editor)
  await expect(cell).toHaveText(/Mon–Fri\s+9–12, 13–17/)

  await page.reload()
  await openEditor(page)
  await expect(editor.getByRole('group', { name: 'Weekdays and hours 1 of 1' })).toBeVisible()
  await expect(editor.getByRole('group', { name: 'Daily from', exact: true })).toHaveCount(2)
  await editor.getByRole('button', { name: 'Remove 13:00–17:00' }).click()
  await save(editor)
  await expect(cell).toHaveText(/Mon–Fri\s+09:00–12:00$/)
})

test('a night porter’s nights are one line, also after a reload, and let in until the morning', async ({
  visit,
  browser,
}) => {
  const page = await visit(demo.owner)
  const { cell, editor } = await openEditor(page)
  await editor.getByText('Recurring', { exact: true }).click()
  await typeInto(editor, 'Daily from', '2200')
  await typeInto(editor, 'Daily to', '0600')
  await expect(editor.getByText('Until 06:00 the next day')).toBeVisible()
  await save(editor)
  await expect(cell).toHaveText(/Mon–Fri\s+22:00–06:00/)

  await page.reload()
  await openEditor(page)
  await expect(picture(editor, 'Mon–Fri 22:00–06:00')).toBeVisible()
  await expect(editor.getByRole('group', { name: /^Weekdays and hours/ })).toHaveCount(1)
  await expect(editor.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()

  // The Wednesday of next week: 1 January 1970 was a Thursday.
  const today = Math.floor(Date.now() / DAY)
  const wednesday = (today - ((today + 3) % 7) + 9) * DAY
  expect(await toldAt(browser, atTheDoor(wednesday, 23))).toMatch(/You can get in until .*06:00/)
  expect(await toldAt(browser, atTheDoor(wednesday + DAY, 5))).toMatch(/You can get in until 06:00/)
  expect(await toldAt(browser, atTheDoor(wednesday + DAY, 7))).toMatch(/You can get in from 22:00/)
})

test('a day is closed, on a phone', async ({ visit }) => {
  const page = await visit(demo.owner, phone)
  await house.grant(demo.nobody, door)
  const { row, column } = await house.cellOf(demo.nobody, door)
  await page.goto(`/#/dashboard?open=modify-access.${row}.${column}`)
  const editor = editorOf(page)
  await editor.getByText('Recurring', { exact: true }).click()
  await editor.getByRole('button', { name: /^Days otherwise/ }).click()
  const year = new Date().getUTCFullYear() + 1
  await typeInto(editor, 'Date', `2412${year}`)
  await editor.getByRole('button', { name: 'Add day' }).click()
  const day = editor.getByRole('group', { name: new RegExp(`24 Dec ${year}`) })
  await expect(day.getByRole('radio', { name: 'Closed' })).toBeChecked()
  await expectWhole(page)
  await expectAccessible(page)
  await save(editor)

  await page.reload()
  await page.goto(`/#/dashboard?open=modify-access.${row}.${column}`)
  await expect(editor.getByText('closed on 1 day', { exact: true })).toBeVisible()
  await expect(editor.getByText(/Mon–Fri 09:00–17:00 \(Copenhagen time\).* Closed on 1 day\./)).toBeVisible()
  await day.getByText('Open at hours').click()
  await expect(day.getByRole('group', { name: 'Opens' })).toBeVisible()
  await save(editor)
})

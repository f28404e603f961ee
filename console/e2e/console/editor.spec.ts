import type { Locator } from '@playwright/test'
import { demo, expect, test } from '../fixtures'
import { door, openEditor } from '../access-editor'
import { House } from '../house'

test.describe.configure({ mode: 'serial' })

let house: House

test.beforeEach(async ({ playwright, baseURL }) => {
  house = await House.enter(await playwright.request.newContext(), baseURL ?? '')
  await house.removeAccessOf(demo.nobody)
})

test.afterEach(() => house.removeAccessOf(demo.nobody))

/** Types a daily time as a person does, part after part. */
async function typeTime(editor: Locator, field: string, time: string) {
  await editor.getByRole('group', { name: field }).getByRole('spinbutton', { name: /^hour/ }).focus()
  await editor.page().keyboard.type(time)
}

const timeIn = (editor: Locator, field: string) =>
  editor.getByRole('group', { name: field }).getByRole('spinbutton').allInnerTexts()

test('hours that end as they begin stay as they were typed, are refused with a word, and nothing is saved', async ({
  visit,
}) => {
  const { cell, editor } = await openEditor(await visit(demo.owner))
  await editor.getByText('Recurring', { exact: true }).click()
  await typeTime(editor, 'Daily from', '2200')
  await typeTime(editor, 'Daily to', '2200')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(
    editor.getByText('There must be at least a minute between the daily start and the daily end.'),
  ).toHaveCount(1)
  await expect(editor.getByText('Cannot be saved yet. Look at: Daily to.')).toBeVisible()
  await expect(editor.getByRole('spinbutton', { name: /^hour, Daily to/ })).toBeFocused()
  expect(await timeIn(editor, 'Daily from')).toEqual(['22', '00'])
  expect(await timeIn(editor, 'Daily to')).toEqual(['22', '00'])

  await typeTime(editor, 'Daily to', '2330')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toBeHidden()
  await expect(cell).toHaveText(/22:00–23:30/)
})

test('from 00:00 to 00:00 is the whole day', async ({ visit }) => {
  const { cell, editor } = await openEditor(await visit(demo.owner))
  await editor.getByText('Recurring', { exact: true }).click()
  await typeTime(editor, 'Daily to', '0000')
  await typeTime(editor, 'Daily from', '0000')
  await expect(
    editor.getByText(
      /can open Street door Mon–Fri all day \(Copenhagen time\), at the door, until this access is removed\.$/,
    ),
  ).toBeVisible()
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toBeHidden()
  await expect(cell).toHaveText(/Mon–Fri\s+all day/)
})

test('a preset sets From and To, and what the sentence says is what the cell then says', async ({ visit }) => {
  const { cell, editor } = await openEditor(await visit(demo.owner))
  await editor.getByRole('button', { name: 'A week' }).click()
  await expect(editor.getByText(/^Lasts /)).toBeVisible()
  const sentence = await editor.getByText(/Nora Lund can open Street door until/).innerText()
  const [, day, time] = /until (\d+ \w+) \d+, (\d\d:\d\d) \(Copenhagen time\), at the door\.$/.exec(sentence) ?? []
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toBeHidden()
  await expect(cell).toHaveText(new RegExp(`^Until ${day}( \\d+)?\\s+${time}$`))
})

test('opening the calendar of To changes nothing, and a picked day keeps its time of day', async ({ visit }) => {
  await house.grant(demo.nobody, door)
  await house.endAccess(demo.nobody, door, 5 * 86_400)
  const { editor } = await openEditor(await visit(demo.owner))
  const to = editor.getByRole('group', { name: 'To', exact: true })
  const before = await to.getByRole('spinbutton').allInnerTexts()
  const calendar = editor.page().getByRole('grid', { name: /\d{4}$/ })
  await to.getByRole('button').click()
  await expect(calendar.locator(':focus')).toBeVisible()
  await editor.page().keyboard.press('Escape')
  await expect(calendar).toHaveCount(0)
  expect(await to.getByRole('spinbutton').allInnerTexts()).toEqual(before)
  await expect(editor.getByRole('button', { name: 'Save' })).toBeDisabled()

  await to.getByRole('button').click()
  const otherDays = calendar.getByRole('button', { name: /^\w+, \d+ \w+ \d{4}$/ })
  await otherDays.last().click()
  const texts = () => to.getByRole('spinbutton').allInnerTexts()
  await expect.poll(async () => (await texts()).slice(0, 3)).not.toEqual(before.slice(0, 3))
  expect((await texts()).slice(3)).toEqual(before.slice(3))
})

test('ended access that outranks a group says so in cell and editor, and is removed from there', async ({ visit }) => {
  const anna = 'Anna Lindqvist'
  const page = await visit(demo.owner)
  const username = await house.usernameOf(anna)
  await house.grant(username, 'Bicycle cellar')
  await house.endAccess(username, 'Bicycle cellar', -3600)
  await page.getByRole('searchbox', { name: 'Search locks by name or serial number' }).fill('Bicycle cellar')
  await page.getByRole('searchbox', { name: /^Search guests/ }).fill(anna)
  const cell = page.getByRole('gridcell')
  await expect(cell).toHaveCount(1)
  await expect(cell).toHaveText(/cannot get in: this ended access outranks Cleaners \(Tue 08:00–12:00\)/)
  await cell.click()
  const editor = page.getByRole('dialog')
  await expect(editor.getByText('Cannot get in: this ended access outranks Cleaners (Tue 08:00–12:00).')).toBeVisible()
  await expect(editor.getByRole('button', { name: /^Extend to / })).toBeVisible()
  await editor.getByRole('button', { name: 'Remove access' }).click()
  await editor.getByRole('button', { name: 'Confirm: remove access' }).click()
  await expect(editor).toBeHidden()
  await expect(cell).toHaveText(/Tue\s+08:00–12:00\s+via Cleaners and Ground floor/)
})

import type { Browser } from '@playwright/test'
import { door, editorOf, openEditor, picture, save } from '../access-editor'
import { DAY, emptiedHouse, phone, doorsShownAt, typeInto, workday } from '../access-journey'
import { demo, expect, test } from '../fixtures'
import { expectAccessible, expectWhole } from '../inspect'

const journey = emptiedHouse()

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
const told = async (browser: Browser, at: number) => (await doorsShownAt(browser, journey.house, at, [door]))[0]

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

  const wednesday = workday()
  expect(await told(browser, atTheDoor(wednesday, 23))).toMatch(/You can get in until .*06:00/)
  expect(await told(browser, atTheDoor(wednesday + DAY, 5))).toMatch(/You can get in until 06:00/)
  expect(await told(browser, atTheDoor(wednesday + DAY, 7))).toMatch(/You can get in from 22:00/)
})

test('a day is closed, on a phone', async ({ visit }) => {
  const page = await visit(demo.owner, phone)
  await journey.house.grant(demo.nobody, door)
  const { row, column } = await journey.house.cellOf(demo.nobody, door)
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

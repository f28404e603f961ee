import { openEditor, picture, save } from './access-editor'
import { emptiedHouse, typeInto } from './access-journey'
import { demo, expect, test } from './fixtures'
import { expectAccessible } from './inspect'

emptiedHouse()

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

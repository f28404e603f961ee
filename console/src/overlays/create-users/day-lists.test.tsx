import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dayList } from '../../testing/example'
import { signedIn } from '../../testing/session'
import { add, choose, create, line, now, open } from './testing'

signedIn(now)

it('access that recurs uses lists of days', async () => {
  const { sent, shown } = await open()
  shown.apply({ entries: { day_lists: [dayList('day_list-dk', ['2026-12-25'], { name: 'Holidays' })] }, removed: [] })
  await add('carl')
  await choose('Gate')
  await userEvent.click(page.getByText('Recurring'))
  await userEvent.click(page.getByRole('button', { name: /^Days otherwise/ }))
  await userEvent.click(page.getByText(/^Holidays – closed on 1 day/))
  await expect.element(page.getByText(/^After Create: .* different on days of Holidays/)).toBeVisible()
  await userEvent.click(create)
  await expect.element(line('carl')).toHaveTextContent('Created')
  expect(sent()[1]).toMatch(/^POST \/links\/v1\/calendars .*"day_lists":\["day_list-dk"\]/)
})

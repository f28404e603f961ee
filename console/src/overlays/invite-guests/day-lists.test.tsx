import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dayList } from '../../testing/example'
import { expectAccessible } from '../../testing/axe'
import { signedIn } from '../../testing/session'
import { add, choose, invite, line, now, open } from './testing'

signedIn(now)

it('access that recurs uses lists of days, and has days of its own', async () => {
  const { changes, shown } = await open()
  shown.apply({ entries: { day_lists: [dayList('day_list-dk', ['2026-12-25'], { name: 'Holidays' })] }, removed: [] })
  await add('carl')
  await choose('Gate')
  await userEvent.click(page.getByText('Recurring'))
  await userEvent.click(page.getByRole('button', { name: /^Days otherwise/ }))
  await userEvent.click(page.getByText(/^Holidays – closed on 1 day/))
  await expect.element(page.getByText(/^After Invite: .* different on days of Holidays/)).toBeVisible()
  await expectAccessible()
  const date = page.getByRole('group', { name: 'Date', exact: true }).getByRole('spinbutton').first()
  ;(date.element() as HTMLElement).focus()
  await userEvent.keyboard('24122026')
  await userEvent.click(invite)
  await expect.element(page.getByText('Press Add day, or clear the date.')).toBeVisible()
  expect(changes()).toEqual([])
  await userEvent.click(page.getByRole('button', { name: 'Add day' }))
  await userEvent.click(invite)
  await expect.element(line('carl')).toHaveTextContent('Invited by username')
  expect(JSON.parse(changes()[0]!.replace('POST calendars ', ''))).toMatchObject({
    other_days: [{ date: '2026-12-24', hours: [] }],
    day_lists: ['day_list-dk'],
  })
})

it('a day that does not exist has the focus once Invite was pressed', async () => {
  const { changes } = await open()
  await add('carl')
  await choose('Gate')
  const until = page.getByRole('group', { name: 'To', exact: true }).getByRole('spinbutton').first()
  ;(until.element() as HTMLElement).focus()
  await userEvent.keyboard('31022027')
  await userEvent.click(invite)
  await expect.element(until).toHaveFocus()
  expect(changes()).toEqual([])
})

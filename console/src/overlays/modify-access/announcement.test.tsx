import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { atTheDoor, houseWith, open, press } from './testing'

atTheDoor()

const button = (name: string) => page.getByRole('button', { name, exact: true })
/** What a screen reader is told of the whole. */
const told = page.getByRole('status').filter({ hasText: 'can open Street door' })
const lunch = [
  { week_days: [0], daily_start: 32_400, daily_end: 43_200 },
  { week_days: [0], daily_start: 46_800, daily_end: 61_200 },
  { week_days: [5], daily_start: 46_800, daily_end: 61_200 },
]

it('hours, lines and days that are added or removed are told, with what they leave', async () => {
  const other_days = [{ date: '2026-12-24', hours: [] }]
  await open({ domain: houseWith(lunch, { other_days }) })
  await userEvent.click(button('Remove 09:00–12:00'))
  await expect.element(told).toHaveTextContent(/^Hours removed\. After Save: .* Mon 13:00–17:00; Sat 13:00–17:00 /)
  await userEvent.click(button('Add hours').first())
  await expect.element(told).toHaveTextContent(/^Hours added\. After Save: .* Mon 13:00–17:00, 18:00–22:00; Sat /)
  await userEvent.click(button('Remove Sat 13:00–17:00'))
  await expect
    .element(told)
    .toHaveTextContent(/^Weekdays and hours removed\. After Save: .* Mon 13:00–17:00, 18:00–22:00 /)
  await userEvent.click(button('Add other weekdays'))
  await expect.element(told).toHaveTextContent(/^Weekdays and hours added\. After Save: /)
  await userEvent.click(button('Remove Thu, 24 Dec 2026'))
  await expect.element(told).toHaveTextContent(/^Removed: Thu, 24 Dec 2026\. After Save: /)
  await press(page.getByRole('group', { name: 'Date' }).getByRole('spinbutton').first(), '25122026')
  await userEvent.click(button('Add day'))
  await expect.element(told).toHaveTextContent(/^Added: Fri, 25 Dec 2026\. After Save: .* Closed on 1 day\.$/)
})

it('what was done is told no more once something else is changed, and the whole once it stands', async () => {
  await open({ domain: houseWith(lunch) })
  await userEvent.click(button('Remove 09:00–12:00'))
  await press(page.getByRole('group', { name: 'Daily to' }).first().getByRole('spinbutton').first(), '16')
  await expect.element(told).toHaveTextContent(/^After Save: .* Mon 13:00–16:00; /)
  await expect.element(told).toHaveAttribute('aria-busy', 'true')
  await expect.element(told).toHaveAttribute('aria-busy', 'false')
})

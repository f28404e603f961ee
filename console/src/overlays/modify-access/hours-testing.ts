/** For the tests of weekdays and hours in the access editor. */
import { page } from 'vitest/browser'
import { press } from './testing'

export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const group = (name: string | RegExp) => page.getByRole('group', { name })
export const picture = (hours: string) => page.getByRole('img', { name: `Open: ${hours}` })
export const working = [0, 1, 2, 3, 4]
export const lunch = [
  { week_days: working, daily_start: 32_400, daily_end: 43_200 },
  { week_days: working, daily_start: 46_800, daily_end: 61_200 },
]

/** Types into the first part of a field of a group, and on from there. */
export async function typeInto(within: ReturnType<typeof group>, field: string, keys: string) {
  const part = within.getByRole('group', { name: field, exact: true }).getByRole('spinbutton').first()
  await press(part, keys)
}

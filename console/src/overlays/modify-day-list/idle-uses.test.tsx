import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { showLanguage } from '../../i18n/i18n'
import { signedIn } from '../../testing/session'
import { now, show } from '../day-lists/testing'
import { Uses } from './Uses'

signedIn(now)

it.each([
  ['en-GB', 1, /belongs to an invitation that nobody has answered, and goes when that is deleted/],
  ['en-GB', 2, /belong to invitations that nobody has answered, and go when these are deleted/],
  ['de', 1, /gehört zu einer Einladung, die noch niemand beantwortet hat/],
  ['da-DK', 1, /hører til en invitation, som ingen har besvaret/],
] as const)('calendars without access are told to be those of invitations too: %s, %i', async (tag, idle, text) => {
  await showLanguage(tag)
  await show(() => <Uses uses={{ links: [], idle }} />)
  await expect.element(page.getByText(text)).toBeVisible()
})

import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showLanguage } from '../../i18n/i18n'
import { calendarOf, dayList } from '../../testing/example'
import { expectAccessible } from '../../testing/axe'
import { json } from '../../testing/fake-api'
import { signedIn } from '../../testing/session'
import { expectWithinScreen } from '../../testing/within-screen'
import { button, now, show } from '../day-lists/testing'
import { DayLists } from './DayLists'
import DomainSettings from './Overlay'

signedIn(now)

const lines = () => page.getByRole('list', { name: 'Holidays and lists of days' }).getByRole('listitem')
const pane = () => show(() => <DayLists />)

describe('the lists of days of a domain', () => {
  it('say how many days each has, until when they last, and how many accesses use it', async () => {
    await pane()
    const [club, holidays] = [lines().nth(0), lines().nth(1)]
    await expect.element(club).toHaveTextContent(/Club.*2 days.*until 5 Jun 2030.*not used/)
    await expect.element(holidays).toHaveTextContent(/Holidays in Denmark.*2 days.*until 25 Dec 2026.*used by 1 access/)
  })

  it('say which only a calendar without access uses', async () => {
    const { shown } = await pane()
    const idle = calendarOf('calendar-2', [{ daily_start: 32_400 }], { day_lists: ['day_list-club'] })
    shown.apply({ entries: { calendars: [idle] }, removed: [] })
    await expect.element(lines().nth(0)).toHaveTextContent(/used by 1 calendar without access/)
  })

  it('warn where holidays of a country run out within 90 days', async () => {
    const { shown } = await pane()
    await expect.element(lines().nth(1)).toHaveTextContent(/last until 25 Dec 2026\. Renew the list/)
    await expect.element(lines().nth(0)).not.toHaveTextContent(/Renew/)
    const later = dayList('day_list-dk', ['2028-12-26'], { name: 'Holidays in Denmark', country: 'DK' })
    shown.apply({ entries: { day_lists: [later] }, removed: [] })
    await expect.element(lines().nth(1)).toHaveTextContent(/until 26 Dec 2028/)
    await expect.element(lines().nth(1)).not.toHaveTextContent(/Renew/)
  })

  it('say of those whose last day is past that they are over', async () => {
    const { shown } = await pane()
    const over = { name: 'Club' }
    const ended = { name: 'Holidays in Denmark', country: 'DK' }
    const lists = [dayList('day_list-club', ['2025-06-05'], over), dayList('day_list-dk', ['2025-12-26'], ended)]
    shown.apply({ entries: { day_lists: lists }, removed: [] })
    await expect.element(lines().nth(0)).toHaveTextContent(/over since 5 Jun 2025/)
    await expect.element(lines().nth(1)).toHaveTextContent(/ended on 26 Dec 2025\. Renew the list/)
  })

  it('come and go with the feed', async () => {
    const { shown } = await pane()
    shown.apply({ entries: {}, removed: ['day_list-dk', 'day_list-club'] })
    await expect.element(page.getByText('There are no lists yet.')).toBeVisible()
  })

  it('are opened from there, one by one', async () => {
    await pane()
    await userEvent.click(button('Change Club'))
    await expect.element(page.getByRole('dialog', { name: 'Club' })).toBeVisible()
  })

  it.each([
    ['en-GB', 'Holidays and lists of days'],
    ['da-DK', 'Helligdage og lister over dage'],
    ['de', 'Feiertage und Listen von Tagen'],
  ] as const)('stand in the domain settings, within a phone and accessible: %s', async (language, title) => {
    await showLanguage(language)
    await page.viewport(390, 844)
    const settings = { letters_access_given: false, letters_access_ending: false, timezone: null }
    const decided = { ...settings, required_provider: null, required_of: null }
    await show((close) => <DomainSettings close={close} />, {
      answers: { 'GET /domain/v1/settings': () => json(decided), 'GET /oauth2/providers': () => json([]) },
    })
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
    expectWithinScreen(page.getByRole('dialog').element())
    await expectAccessible()
    await page.viewport(1200, 800)
  })
})

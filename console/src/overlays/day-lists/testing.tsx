/** For the tests of lists of days: a domain that has some, a server that remembers, and what a person does. */
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { page } from 'vitest/browser'
import { calendarOf, dayList, domainOf, link, lock, user } from '../../testing/example'
import { beginSession } from '../../session/session'
import { fakeApi, json, type Answers } from '../../testing/fake-api'
import { showDomain } from '../../testing/live-domain'
import { renderOverlay } from '../../testing/render-overlay'
import { account } from '../../testing/session'

/** The instant at which the tests stand still. */
export const now = Date.parse('2026-11-20T13:02:30Z')

const christmas = [
  { date: '2026-12-24', name: 'Christmas Eve', hours: [{ daily_start: 36_000, daily_end: 50_400 }] },
  { date: '2026-12-25', name: 'Christmas Day', hours: [] },
]

/** A house whose cleaner has access but on the holidays; a second list nobody uses. */
export function house() {
  return domainOf({
    users: [user('user-anna', { display_name: 'Anna Lindqvist' })],
    locks: [lock('lock-street', { name: 'Street door' })],
    day_lists: [
      dayList('day_list-dk', christmas, { name: 'Holidays in Denmark', country: 'DK' }),
      dayList('day_list-club', ['2026-12-31', '2030-06-05'], { name: 'Club' }),
    ],
    calendars: [calendarOf('calendar-1', [{ daily_start: 32_400 }], { day_lists: ['day_list-dk'] })],
    links: [link('lock_user-1', { user_id: 'user-anna', lock_id: 'lock-street', calendar_id: 'calendar-1' })],
  })
}

interface Shown {
  domain?: ReturnType<typeof house>
  answers?: Answers
  role?: string
}

/** Draws an overlay for somebody of a role. */
export async function show(
  overlay: (close: () => void) => ReactNode,
  { domain = house(), answers = {}, role = 'administrator' }: Shown = {},
) {
  const shown = showDomain(domain)
  const here = { id: 'user-0366ba845fb5', domain: "owner@demo.cardea's domain", primary: true, domain_rights: [] }
  const calls = fakeApi({ ...account, 'GET /user/v1/identities': () => json([{ ...here, role }]), ...answers })
  await beginSession()
  const close = vi.fn()
  await renderOverlay(overlay(close))
  const sent = () =>
    calls
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path, body }) => [`${method} ${path}`, body === '' ? null : (JSON.parse(body) as unknown)])
  return { shown, sent, close }
}

export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const field = (name: string) => page.getByRole('textbox', { name, exact: true })

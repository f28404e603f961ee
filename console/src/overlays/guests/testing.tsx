import { page, userEvent } from 'vitest/browser'
import { device, domainOf, lock, user } from '../../testing/example'

/** The instant at which the tests stand still: a Friday, 14:02:30 in Copenhagen. */
export const now = Date.parse('2026-11-20T13:02:30Z')

/** A domain with a door that has a bridge, one that has none, one without a zone, and an old one. */
export function house() {
  return domainOf({
    users: [
      user('user-0366ba845fb5', { username: 'owner@demo.cardea', role: 'administrator' }),
      user('user-anna', { username: 'anna', email_address: 'anna@nordic.se' }),
    ],
    locks: [
      lock('lock-street', { name: 'Street door' }),
      lock('lock-gate', { name: 'Gate' }),
      lock('lock-roof', { name: 'Roof', timezone: null }),
      lock('lock-old', { name: 'Old shed', type: 'mwm' }),
    ],
    devices: [
      device('serial of lock-street', 'bolt', ['bridge']),
      device('bridge', 'bridge', ['serial of lock-street']),
    ],
  })
}

export const field = page.getByRole('textbox', { name: 'E-mail addresses or usernames' })
export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const alert = page.getByRole('alert')
export const line = (name: string) =>
  page.getByRole('list', { name: 'Guests' }).getByRole('listitem').filter({ hasText: name })

/** What the lines of the list say of each, beside what can be done with them. */
export const lines = () =>
  page
    .getByRole('list', { name: 'Guests' })
    .getByRole('listitem')
    .elements()
    .map((one) => one.children[1]?.textContent)

/** Types names and adds them. */
export async function add(typed: string): Promise<void> {
  await userEvent.fill(field, typed)
  await userEvent.keyboard('{Enter}')
}

export const choose = (name: string) => userEvent.click(page.getByRole('option', { name }))

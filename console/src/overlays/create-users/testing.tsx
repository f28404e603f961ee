import { vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { device, domainOf, lock, user } from '../../model/example'
import { beginSession } from '../../session/session'
import { fakeApi, json, type Answers, type Call } from '../../testing/fake-api'
import { showDomain } from '../../testing/live-domain'
import { renderOverlay } from '../../testing/render-overlay'
import { account } from '../../testing/session'
import CreateUsers from './Overlay'

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

/** What the server answers by what it is asked for, one after another, and who asks. */
interface Asked {
  answers?: Record<string, Response[]>
  role?: string
}

/**
 * Opens the overlay. Changes are answered with `answers` by their method and path, one after another, at last with success: guests get ids
 * and passwords by their names, calendars and links ids in their order. `sent` lists them with their bodies.
 */
export async function open({ answers = {}, role = 'administrator' }: Asked = {}) {
  const shown = showDomain(house())
  let made = 0
  const answered = (what: string, success: (call: Call) => Response) => (call: Call) =>
    answers[what]?.shift() ?? success(call)
  const further: Answers = {
    'POST /links/v1/calendars': answered('calendar', () => json({ id: `calendar-${(made += 1)}` }, 201)),
    'POST /links/v1': answered('link', () => json({ id: `link-${(made += 1)}` }, 201)),
  }
  const create = (call: Call) => {
    const name = decodeURIComponent(call.path.replace('/users/v1/', ''))
    const success = () => json({ id: `user-${name.split('@')[0]}`, password: passwordOf(name) })
    return answered(name, success)(call)
  }
  for (const name of names) further[`PUT /users/v1/${encodeURIComponent(name)}`] = create
  const identities = [
    { id: 'user-0366ba845fb5', domain: "owner@demo.cardea's domain", primary: true, role, domain_rights: [] },
  ]
  const calls = fakeApi({ ...account, 'GET /user/v1/identities': () => json(identities), ...further })
  await beginSession()
  const close = vi.fn()
  await renderOverlay(<CreateUsers close={close} />)
  const changes = () => calls.filter(({ method }) => method !== 'GET')
  const sent = () => changes().map(({ method, path, body }) => `${method} ${decodeURIComponent(path)} ${body}`.trim())
  const keys = () =>
    changes().flatMap(({ method, headers }) => (method === 'PUT' ? headers.get('Idempotency-Key') : []))
  return { sent, keys, close, shown }
}

const names = ['bo@nordic.se', 'carl', 'dora']

/** What the fake server draws for somebody. */
export const passwordOf = (name: string) =>
  `PW7K${name.toUpperCase().replaceAll(/[^A-Z]/g, '')}`.padEnd(14, '2').slice(0, 14)

export const field = page.getByRole('textbox', { name: 'E-mail addresses or usernames' })
export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const create = button('Create')
export const alert = page.getByRole('alert')
export const line = (name: string) =>
  page.getByRole('list', { name: 'Guests' }).getByRole('listitem').filter({ hasText: name })

/** Types names and adds them. */
export async function add(typed: string): Promise<void> {
  await userEvent.fill(field, typed)
  await userEvent.keyboard('{Enter}')
}

export const choose = (name: string) => userEvent.click(page.getByRole('option', { name }))

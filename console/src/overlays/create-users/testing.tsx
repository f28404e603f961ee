import { vi } from 'vitest'
import { beginSession } from '../../session/session'
import { fakeApi, json, type Answers, type Call } from '../../testing/fake-api'
import { showDomain } from '../../testing/live-domain'
import { renderOverlay } from '../../testing/render-overlay'
import { account } from '../../testing/session'
import { button, house } from '../guests/testing'
import CreateUsers from './Overlay'

export * from '../guests/testing'

/** What the server answers by what it is asked for, one after another, and who asks. */
interface Asked {
  answers?: Record<string, Response[]>
  role?: string
}

/**
 * Opens the overlay. Changes are answered with `answers` by their method and path, one after another, at last with success: guests get ids
 * and, where they have an account, passwords by their names, calendars and links ids in their order. `sent` lists them with their bodies.
 */
export async function open({ answers = {}, role = 'administrator' }: Asked = {}) {
  const shown = showDomain(house())
  let made = 0
  const answered = (what: string, success: (call: Call) => Response) => (call: Call) =>
    answers[what]?.shift() ?? success(call)
  const further: Answers = {
    'POST /links/v1/calendars': answered('calendar', () => json({ id: `calendar-${(made += 1)}` }, 201)),
    'POST /users/v1': answered('person', ({ body }) => {
      const { display_name } = JSON.parse(body) as { display_name: string }
      return json({ id: `user-${display_name.toLowerCase().replaceAll(' ', '-')}` })
    }),
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
    changes().flatMap(({ path, headers }) => (path.startsWith('/users/') ? headers.get('Idempotency-Key') : []))
  return { sent, keys, close, shown }
}

const names = ['bo@nordic.se', 'carl', 'dora']

/** What the fake server draws for somebody. */
export const passwordOf = (name: string) =>
  `PW7K${name.toUpperCase().replaceAll(/[^A-Z]/g, '')}`.padEnd(14, '2').slice(0, 14)

export const create = button('Create')

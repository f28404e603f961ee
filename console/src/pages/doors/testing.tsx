import { QueryClientProvider } from '@tanstack/react-query'
import { I18nProvider } from 'react-aria-components'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { LockOperation } from '../../api/queries/operation'
import { queryClient } from '../../api/query-client'
import { i18n } from '../../i18n/i18n'
import { calendar, device, link, lock, user } from '../../testing/example'
import { beginSession } from '../../session/session'
import { fakeApi, json, type Answers } from '../../testing/fake-api'
import type { Fixture } from '../../testing/fixture'
import { LiveServer } from '../../testing/live-server'
import DashboardPage from '../dashboard/Page'

export const guest = 'user-guest'
export const iso = (at: number) => new Date(at).toISOString()
export const day = 86_400_000

/** What the owner's domain shows to the guest. */
export function house(): Fixture {
  const now = Date.now()
  const street = lock('lock-street', { name: 'Street door' })
  const cellar = lock('lock-cellar', { name: 'Cellar' })
  const shed = lock('lock-shed', { name: 'Shed' })
  const gate = lock('lock-gate', { name: 'Gate' })
  const remote = { user_id: guest, link_profile: 'user_allow_remote' } as const
  const condition = { state: 'Locked', battery_level: 82, at: iso(now), bridge: 'online', bridge_since: null } as const
  return {
    domain: 'owner@demo.cardea',
    users: [user(guest, { display_name: 'Gitte Gæst' })],
    locks: [street, cellar, shed, gate],
    groups: [],
    devices: [
      device('serial of lock-street', 'bolt', ['bridge']),
      device('serial of lock-gate', 'bolt', ['bridge']),
      device('bridge', 'bridge', []),
    ],
    conditions: [
      { lock_id: street.id, ...condition },
      { lock_id: gate.id, ...condition },
    ],
    day_lists: [],
    calendars: [
      calendar('calendar-1', { start_time: iso(now - day), end_time: iso(now + day) }),
      calendar('calendar-2', { start_time: iso(now + day), end_time: iso(now + 2 * day) }),
    ],
    links: [
      link('lock_user-1', { ...remote, lock_id: street.id, calendar_id: 'calendar-1' }),
      link('lock_user-2', { user_id: guest, lock_id: cellar.id }),
      link('lock_user-3', { ...remote, lock_id: shed.id }),
      link('lock_user-4', { ...remote, lock_id: gate.id, calendar_id: 'calendar-2' }),
    ],
  }
}

const empty: Fixture = {
  ...{
    domain: 'guest',
    users: [],
    locks: [],
    groups: [],
    devices: [],
    conditions: [],
    day_lists: [],
    calendars: [],
    links: [],
  },
}

let accounts = 0

/** Opens the page of a guest: invited, with a domain of their own without locks, or created, without one. */
export async function open(kind: 'invited' | 'created', answers: Answers = {}, doors: Fixture | null = house()) {
  accounts += 1
  const own = new LiveServer(empty)
  const owners = new LiveServer(doors)
  const here = { id: guest, domain: "owner@demo.cardea's domain", role: 'user', domain_rights: [] }
  const home = { id: 'user-home', domain: "guest's domain", role: 'administrator', primary: true, domain_rights: [] }
  const of = (headers: Headers) => (headers.get('X-Assume-User') === 'user-home' ? own : owners)
  const calls = fakeApi({
    'GET /user/v1': () =>
      json({ id: `account-${accounts}`, username: 'guest', domain: 'guest', display_name: 'Gitte', '2fa': false }),
    'GET /user/v1/identities': () =>
      json([
        ...(kind === 'invited' ? [home] : []),
        // Whoever is refused was taken out of the domain.
        ...(owners.refuses ? [] : [{ ...here, primary: kind === 'created' }]),
      ]),
    'GET /domain/v1/stream': (call) => of(call.headers).answers['GET /domain/v1/stream']?.(call) as Response,
    'GET /domain/v1/changes': (call) => of(call.headers).answers['GET /domain/v1/changes']?.(call) as Response,
    ...answers,
  })
  await beginSession()
  await render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider locale={i18n.language}>
        <main>
          <DashboardPage />
        </main>
      </I18nProvider>
    </QueryClientProvider>,
  )
  return { calls, owners }
}

export const street = () => page.getByRole('article', { name: 'Street door' })
export const path = '/locks/v1/afi/serial%20of%20lock-street/remote_unlock'
export const result: LockOperation['result'] = {
  ...{ afi_status: 0, afi_status_text: 'Ok', bridge_server_status: 0, bridge_server_status_text: 'Ok' },
  ...{ dmi_status: 0, dmi_status_text: 'Ok', stage: 'done' },
}
const done: LockOperation = { id: 'job-1', status: 'Succeeded', is_completed: true, is_successful: true, result }
export const operation = (given: Partial<LockOperation>) => json({ ...done, ...given })

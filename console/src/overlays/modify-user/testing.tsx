import { vi } from 'vitest'
import { page } from 'vitest/browser'
import { calendar, domainOf, link, lock, lockGroup, user, userGroup } from '../../testing/example'
import { beginSession } from '../../session/session'
import { fakeApi, json, type Answers } from '../../testing/fake-api'
import { showDomain } from '../../testing/live-domain'
import { renderOverlay } from '../../testing/render-overlay'
import { account } from '../../testing/session'
import ModifyUser from './Overlay'

/** The instant at which the tests stand still. */
export const now = Date.parse('2026-11-20T13:02:30Z')
/** The owner of the domain, and another administrator. */
export const owner = 'user-0366ba845fb5'
export const admin = 'user-admin'

/** A domain with an owner, an administrator, somebody who was created in it and somebody who was invited. */
export function people() {
  const street = { name: 'Street door', address: 'Havnegade 1', timezone: 'Europe/Copenhagen' }
  return domainOf({
    users: [
      user(owner, { username: 'owner@demo.cardea', display_name: 'Mette Sørensen', role: 'administrator' }),
      user(admin, { display_name: 'Lars Admin', role: 'administrator', is_shadow_user: true }),
      user('user-anna', { display_name: 'Anna Lindqvist', username: 'anna', email_address: 'anna@nordic.se' }),
      user('user-bo', { display_name: 'Bo Kristensen', is_shadow_user: true }),
    ],
    locks: [
      lock('lock-street', street),
      lock('lock-gate', { name: 'Gate', timezone: null }),
      lock('lock-roof', { name: 'Roof' }),
      lock('lock-old', { name: 'Old shed' }),
    ],
    groups: [
      userGroup('group-cleaners', ['user-anna'], { name: 'Cleaners' }),
      userGroup('group-holiday', [], { name: 'Holiday guests' }),
      lockGroup('group-ground', ['lock-gate'], { name: 'Ground floor' }),
    ],
    conditions: [
      {
        ...{ lock_id: 'lock-street', state: 'Locked', battery_level: 64, at: '2026-11-20T12:50:00+00:00' },
        ...{ bridge: 'online', bridge_since: null },
      },
    ],
    calendars: [
      calendar('calendar-1', { end_time: '2026-12-01T10:00:00Z' }),
      calendar('calendar-2', { end_time: '2026-11-03T09:00:00Z' }),
    ],
    links: [
      link('lock_user-1', { user_id: 'user-anna', lock_id: 'lock-street', calendar_id: 'calendar-1' }),
      link('lock_user-2', { user_id: 'user-anna', lock_id: 'lock-old', calendar_id: 'calendar-2' }),
      link('group_group-1', { group_id: 'group-cleaners', other_group_id: 'group-ground' }),
    ],
  })
}

/**
 * Opens the overlay of a person for a viewer. Changes are answered with `answers`, one after another, at last with success.
 * `sent` lists them with their bodies.
 */
export async function open({
  domain = people(),
  id = 'user-anna',
  answers = [] as (Response | Promise<Response>)[],
  logs = {},
  viewer = owner,
  role = 'administrator',
} = {}) {
  const shown = showDomain(domain)
  const answer = () => answers.shift() ?? json({})
  const changes: Answers = { [`PATCH /users/v1/${id}`]: answer, [`DELETE /users/v1/${id}`]: answer }
  for (const group of domain.groups.keys()) {
    changes[`POST /groups/v1/${group}/users/${id}`] = answer
    changes[`DELETE /groups/v1/${group}/users/${id}`] = answer
  }
  const identities = [{ id: viewer, domain: "owner@demo.cardea's domain", primary: true, role, domain_rights: [] }]
  const calls = fakeApi({ ...account, 'GET /user/v1/identities': () => json(identities), ...changes, ...logs })
  await beginSession()
  const close = vi.fn()
  await renderOverlay(<ModifyUser user={id} close={close} />)
  const sent = () =>
    calls
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path, body }) => {
        const at = path.replace(/^\/(users|groups)\/v1\//, '').replace(`/users/${id}`, '')
        return body === '' ? `${method} ${at}` : `${method} ${at} ${body}`
      })
  return { sent, calls, close, shown }
}

export const tab = (name: string | RegExp) => page.getByRole('tab', { name })
export const button = (name: string) => page.getByRole('button', { name, exact: true })
export const save = button('Save')
export const alert = page.getByRole('alert')
export const field = (name: string) => page.getByLabelText(name, { exact: true })
export const fact = (name: string) => page.getByText(name, { exact: true }).element().nextElementSibling?.textContent
export const refused = (body: unknown, status = 500) => json(body, status)

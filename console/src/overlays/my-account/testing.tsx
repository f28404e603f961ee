import { vi } from 'vitest'
import { page } from 'vitest/browser'
import { domainOf, link, lock, lockGroup, user, userGroup } from '../../testing/example'
import { beginSession } from '../../session/session'
import { fakeApi, json, type Answers } from '../../testing/fake-api'
import { showDomain } from '../../testing/live-domain'
import { renderOverlay } from '../../testing/render-overlay'
import { account, signedIn } from '../../testing/session'
import MyAccount from './Overlay'

/** The instant at which the tests stand still. */
export const now = Date.parse('2026-11-20T13:02:30Z')

/** Begins each test signed in at that instant. */
export const atMyAccount = () => signedIn(now)

const me = 'user-0366ba845fb5'
const mine = {
  ...{ username: 'owner@demo.cardea', display_name: 'Mette Sørensen', email_address: 'owner@demo.cardea' },
  ...{ language: 'da-DK', alias: '' },
}

/** A domain in which the viewer belongs to a group that reaches a door. */
export function people() {
  return domainOf({
    users: [user(me, { ...mine, role: 'administrator' }), user('user-anna', { display_name: 'Anna Lindqvist' })],
    locks: [lock('lock-street', { name: 'Street door', address: 'Havnegade 1' }), lock('lock-gate', { name: 'Gate' })],
    groups: [
      userGroup('group-cleaners', [me], { name: 'Cleaners' }),
      userGroup('group-holiday', [], { name: 'Holiday guests' }),
      lockGroup('group-ground', ['lock-gate'], { name: 'Ground floor' }),
    ],
    links: [
      link('lock_user-1', { user_id: me, lock_id: 'lock-street' }),
      link('group_group-1', { group_id: 'group-cleaners', other_group_id: 'group-ground' }),
    ],
  })
}

/**
 * Opens the overlay for somebody of a role. Changes of the account are answered with `answers`, one after another, at last with what was
 * changed. `sent` lists all changes with their bodies.
 */
export async function open({
  domain = people(),
  role = 'administrator',
  answers = [] as Response[],
  told = {},
  further = {},
} = {}) {
  const shown = showDomain(domain)
  let known: Record<string, unknown> = {
    ...mine,
    id: me,
    mail: mine.email_address,
    '2fa': false,
    has_password: true,
    ...told,
  }
  const change: Answers[string] = ({ body }) => {
    const refused = answers.shift()
    if (refused !== undefined) return refused
    known = { ...known, ...(JSON.parse(body) as object) }
    return json(known)
  }
  const identities = [{ id: me, domain: "owner@demo.cardea's domain", primary: true, role, domain_rights: [] }]
  const calls = fakeApi({
    ...account,
    'GET /user/v1': () => json(known),
    'GET /user/v1/identities': () => json(identities),
    'PATCH /user/v1/update': change,
    [`POST /groups/v1/group-holiday/users/${me}`]: () => json({}),
    [`DELETE /groups/v1/group-cleaners/users/${me}`]: () => json({}),
    ...further,
  })
  await beginSession()
  const close = vi.fn()
  await renderOverlay(<MyAccount close={close} />)
  const sent = () =>
    calls
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path, body }) => [method, path.replace('/user/v1/', ''), body].filter(Boolean).join(' '))
  return { sent, close, shown, calls }
}

/** How the server refuses: with a code, and what `rest` says of it. */
export const refusal = (status: number, error: string, rest: object = {}) =>
  json({ error, error_code: error, message: '', ...rest }, status)

export const tab = (name: string | RegExp) => page.getByRole('tab', { name })
export const field = (name: string) => page.getByLabelText(name, { exact: true })
export const save = page.getByRole('button', { name: 'Save', exact: true })
export const alert = page.getByRole('alert')
export const fact = (name: string) => page.getByText(name, { exact: true }).element().nextElementSibling?.textContent

import { vi } from 'vitest'
import type { SentInvitation } from '../../api/queries/invitation'
import { beginSession } from '../../session/session'
import { fakeApi, json, type Answers, type Call } from '../../testing/fake-api'
import { showDomain } from '../../testing/live-domain'
import { renderOverlay } from '../../testing/render-overlay'
import { account } from '../../testing/session'
import { button, house } from '../guests/testing'
import { sent } from '../../testing/invitations'
import InviteGuests from './Overlay'

export * from '../guests/testing'

/** What the server answers by what is called, one after another; who asks; and who is invited already. */
interface Asked {
  answers?: Record<string, Response[]>
  role?: string
  invited?: SentInvitation[]
}

export const nobody = () => json({ error: 'entity_not_found', message: '' }, 404)
export const refused = (field: string, code: string, status = 409) =>
  json({ error: 'conflict', message: '', errors: { [field]: [{ error_code: code, error_message: '' }] } }, status)
export const failing = () => json({ error: 'server_error', message: '' }, 500)

/**
 * Opens the overlay. Calls are answered with `answers`, by `user`, `mail`, `token`, `calendar` and `delete`, one after another, at last
 * with success. `changes` lists them with their bodies, `keys` by which the server knows those that it is asked for again.
 */
export async function open({ answers = {}, role = 'administrator', invited = [] }: Asked = {}) {
  const shown = showDomain(house())
  let made = 0
  const answered = (what: string, success: (call: Call) => Response) => (call: Call) =>
    answers[what]?.shift() ?? success(call)
  const further: Answers = {
    'GET /invitations/v1/sent': () => json(invited),
    'POST /links/v1/calendars': answered('calendar', () => json({ id: `calendar-${(made += 1)}` }, 201)),
    'POST /invitations/v1/invite_user': answered('user', () => json(sent('somebody'))),
    'POST /invitations/v1/invite_by_mail': answered('mail', () => json(sent('somebody'))),
    'POST /invitations/v1/invite_by_token': answered('token', () =>
      json({ ...sent(''), invitation_link: 'https://doors.example.com/#/i/secret-token', post_action: 'add_link' }),
    ),
  }
  for (const id of [1, 2, 3, 4])
    further[`DELETE /links/v1/calendars/calendar-${id}`] = answered('delete', () => json({}))
  const identities = [
    { id: 'user-0366ba845fb5', domain: "owner@demo.cardea's domain", primary: true, role, domain_rights: [] },
  ]
  const calls = fakeApi({ ...account, 'GET /user/v1/identities': () => json(identities), ...further })
  await beginSession()
  const close = vi.fn()
  const screen = await renderOverlay(<InviteGuests close={close} />)
  const reload = async () => {
    await screen.unmount()
    await renderOverlay(<InviteGuests close={close} />)
  }
  const posted = () => calls.filter(({ method }) => method !== 'GET')
  const changes = () =>
    posted().map(({ method, path, body }) =>
      `${method} ${path.replace(/^\/(invitations|links)\/v1\//, '')} ${body}`.trim(),
    )
  const keys = () => posted().map(({ headers }) => headers.get('Idempotency-Key'))
  const listed = () => calls.filter(({ method, path }) => method === 'GET' && path.startsWith('/invitations/')).length
  return { changes, keys, close, shown, listed, reload }
}

export const invite = button('Invite')

import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SentInvitation } from '../../api/queries/invitation'
import { showLanguage } from '../../i18n/i18n'
import { domainOf, user } from '../../testing/example'
import { beginSession } from '../../session/session'
import { tab } from '../../session/storage'
import { expectAccessible } from '../../testing/axe'
import { fakeApi, json, type Answers } from '../../testing/fake-api'
import { sent } from '../../testing/invitations'
import { showDomain } from '../../testing/live-domain'
import { renderOverlay } from '../../testing/render-overlay'
import { account, signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import InvitePerson from './Overlay'

signedIn(Date.parse('2026-11-20T13:02:30Z'))

const nobody = () => json({ error: 'entity_not_found', message: '' }, 404)
const failing = () => json({ error: 'server_error', message: '' }, 500)
const LINK = 'https://doors.example.com/#/i/secret-token'
const carl = { display_name: 'Carl Berg', username: 'user-carl', email_address: '', has_account: false }

/** What the server answers by what is called, one after another; who asks; who is invited already, and what is otherwise of the person. */
interface Asked {
  answers?: Record<string, Response[]>
  role?: string
  invited?: SentInvitation[]
  person?: Parameters<typeof user>[1]
}

/**
 * Opens the overlay. Invitations are answered with `answers`, by `user`, `mail` and `token`, one after another, at last with success;
 * `changes` lists them with their bodies, `keys` by which the server knows those that it is asked for again.
 */
async function open({ answers = {}, role = 'administrator', invited = [], person = {} }: Asked = {}) {
  const shown = showDomain(
    domainOf({
      users: [
        user('user-0366ba845fb5', { username: 'owner@demo.cardea', role: 'administrator' }),
        user('user-anna', { username: 'anna@nordic.se' }),
        user('user-carl', { ...carl, ...person }),
      ],
    }),
  )
  const answered = (what: string, success: () => Response) => () => answers[what]?.shift() ?? success()
  const further: Answers = {
    'GET /invitations/v1/sent': () => json(invited),
    'POST /invitations/v1/invite_user': answered('user', () => json(sent('somebody'))),
    'POST /invitations/v1/invite_by_mail': answered('mail', () => json(sent('somebody'))),
    'POST /invitations/v1/invite_by_token': answered('token', () =>
      json({ ...sent(''), invitation_link: LINK, post_action: 'add_link' }),
    ),
  }
  const identities = [
    { id: 'user-0366ba845fb5', domain: "owner@demo.cardea's domain", primary: true, role, domain_rights: [] },
  ]
  const calls = fakeApi({ ...account, 'GET /user/v1/identities': () => json(identities), ...further })
  await beginSession()
  const close = vi.fn()
  await renderOverlay(<InvitePerson user="user-carl" close={close} />)
  const posted = () => calls.filter(({ method }) => method === 'POST')
  const changes = () =>
    posted().map(({ path, body }) => [path.replace('/invitations/v1/', ''), JSON.parse(body) as unknown])
  const keys = () => posted().map(({ headers }) => headers.get('Idempotency-Key'))
  return { changes, keys, close, shown }
}

const field = page.getByRole('textbox', { name: 'E-mail address or username' })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const invite = button('Invite')
const outcome = page.getByRole('list', { name: 'Account' })
const alert = page.getByRole('alert')
const offered = { links: [], alias: '', user_id: 'user-carl' }

describe('somebody without an account', () => {
  it('is invited by username, and stays who they are', async () => {
    const { changes, close } = await open()
    await expect.element(page.getByRole('dialog', { name: /An account for .*Carl Berg/ })).toBeVisible()
    await expect.element(field).toHaveFocus()
    await expectAccessible()
    await userEvent.fill(field, ' carl ')
    await userEvent.click(invite)
    await expect.element(outcome).toHaveTextContent('carlInvited by username')
    expect(changes()).toEqual([['invite_user', { username: 'carl', ...offered }]])
    await expectAccessible()
    await userEvent.click(button('OK'))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
  })

  it('is sent a letter where nobody has that as a username', async () => {
    const { changes } = await open({ answers: { user: [nobody()] } })
    await userEvent.fill(field, 'carl@nordic.se')
    await userEvent.type(field, '{Enter}')
    await expect.element(outcome).toHaveTextContent('carl@nordic.seInvited by e-mail')
    expect(changes()[1]).toEqual(['invite_by_mail', { email_address: 'carl@nordic.se', ...offered }])
  })

  it('is not invited by a username that nobody has', async () => {
    await open({ answers: { user: [nobody()] } })
    await userEvent.fill(field, 'carl')
    await userEvent.click(invite)
    await expect.element(alert).toHaveTextContent('Unable to invite guest: username not found.')
    await userEvent.fill(field, 'carla')
    await expect.element(alert).not.toBeInTheDocument()
  })

  it('is given a link that is handed on and can be copied', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { changes } = await open()
    await userEvent.click(button('Make a link'))
    await expect.element(outcome).toHaveTextContent('The link is made. It can be used once.')
    await userEvent.click(button('Copy the link'))
    expect(copy).toHaveBeenCalledExactlyOnceWith(LINK)
    expect(changes()[0]).toEqual([
      'invite_by_token',
      { ...offered, method: 'invitation_link', post_action: 'add_link' },
    ])
    await expectAccessible()
  })

  it.each([
    ['', /Please fill in this field\.$/],
    ['carl@nordic', /Invalid email$/],
    ['cb', /Invalid email or username$/],
    ['Anna@Nordic.se', /Is in this domain already$/],
    ['bo@nordic.se', /Is invited already$/],
  ])('is not invited by %j: that is said at the field', async (typed, problem) => {
    const { changes } = await open({ invited: [sent('bo@nordic.se')] })
    await userEvent.fill(field, typed)
    await userEvent.click(invite)
    await expect.element(field).toHaveAccessibleDescription(problem)
    await expect.element(field).toHaveFocus()
    await expectAccessible()
    expect(changes()).toEqual([])
  })

  it('is asked for once by the server where an answer was lost', async () => {
    const { keys } = await open({ answers: { user: [failing()] } })
    await userEvent.fill(field, 'carl')
    await userEvent.click(invite)
    await expect.element(alert).toHaveTextContent('Failed to invite via username.The server failed. Please try again.')
    await userEvent.click(invite)
    await expect.element(outcome).toHaveTextContent('Invited by username')
    const [first, again] = keys()
    expect(first).toBe(again)
  })

  it('is told what the server refuses', async () => {
    const errors = { username: [{ error_code: 'already_there', error_message: '' }] }
    await open({ answers: { user: [json({ error: 'conflict', message: '', errors }, 409)] } })
    await userEvent.fill(field, 'carl')
    await userEvent.click(invite)
    await expect.element(alert).toHaveTextContent('This person is in this domain, or invited to it, already.')
  })

  it('whose invitation is not sent is asked about before that is thrown away, and it is kept in the tab', async () => {
    const { close } = await open()
    await userEvent.fill(field, 'carl')
    expect(JSON.stringify(tab.get('drafts'))).toContain('invite-person.user-carl')
    await userEvent.click(button('Cancel'))
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(JSON.stringify(tab.get('drafts') ?? {})).not.toContain('invite-person')
  })

  it('who has accepted meanwhile leaves what was told to be read', async () => {
    const { shown } = await open()
    await userEvent.click(button('Make a link'))
    await expect.element(outcome).toBeVisible()
    shown.apply({ entries: { users: [user('user-carl', { ...carl, has_account: true })] }, removed: [] })
    await expect.element(page.getByText(LINK)).toBeVisible()
  })
})

it('who has an account is not invited to one', async () => {
  await open({ person: { has_account: true } })
  await expect.element(page.getByText('They have an account of their own.')).toBeVisible()
})

it('is for administrators', async () => {
  await open({ role: 'installer' })
  await expect.element(page.getByText('You may not do this in this domain.')).toBeVisible()
})

describe.each([
  ['da-DK', 'En konto til', 'E-mailadresse eller brugernavn'],
  ['de', 'Ein Konto für', 'E-Mail-Adresse oder Benutzername'],
] as const)('in %s', (language, title, name) => {
  it('the overlay speaks the language', async () => {
    await showLanguage(language)
    await open()
    await expect.element(page.getByRole('heading', { name: new RegExp(title) })).toBeVisible()
    await expect.element(page.getByRole('textbox', { name })).toBeVisible()
    await expectAccessible()
  })
})

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ReceivedInvitation } from '../../api/queries/invitation'
import { showLanguage } from '../../i18n/i18n'
import { calendar } from '../../testing/example'
import type { IdentityEntry } from '../../session/domain'
import { beginSession, currentSession } from '../../session/session'
import { expectAccessible } from '../../testing/axe'
import { fakeApi, json, type Answers } from '../../testing/fake-api'
import { accepted, offered, received } from '../../testing/invitations'
import { renderOverlay } from '../../testing/render-overlay'
import { account, signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import { expectWithinScreen } from '../../testing/within-screen'
import { announced, withdraw } from '../frame/announcement'
import ReceivedInvitations from './Overlay'

signedIn(Date.parse('2026-11-20T13:02:30Z'))

const anna = received('anna@nordic.se', { locks: [offered('lock-gate', 'Gate', '2026-12-01T10:00:00+00:00')] })
const bo = received('bo@nordic.se')
const own: IdentityEntry = {
  id: 'user-0366ba845fb5',
  domain: "owner@demo.cardea's domain",
  primary: true,
  role: 'user',
  domain_rights: [],
  required_provider: null,
}

async function open(invitations: ReceivedInvitation[], further: Answers = {}, joined: Partial<IdentityEntry> = {}) {
  const left = [...invitations]
  const identities = [own]
  const answers: Answers = {
    ...account,
    'GET /user/v1/identities': () => json(identities),
    'GET /invitations/v1/received': () => json(left),
  }
  for (const { token, domain } of invitations) {
    const take = () =>
      left.splice(
        left.findIndex((one) => one.token === token),
        1,
      )
    const owner = domain.replace("'s domain", '')
    answers[`POST /invitations/v1/received/${token}/accept`] = () => {
      take()
      identities.push({ ...own, id: `user-at-${owner}`, domain, primary: false, ...joined })
      return json(accepted(owner))
    }
    answers[`POST /invitations/v1/received/${token}/decline`] = () => {
      take()
      return json({})
    }
  }
  const calls = fakeApi({ ...answers, ...further })
  await beginSession()
  const close = vi.fn()
  await renderOverlay(<ReceivedInvitations close={close} />)
  const posted = () => calls.filter(({ method }) => method === 'POST')
  return { close, posted, changes: () => posted().map(({ path }) => path.replace('/invitations/v1/received/', '')) }
}

const cards = page.getByRole('list', { name: 'Received invitations' })
const card = (name: string) => cards.getByRole('listitem').filter({ hasText: name }).first()
const accept = (owner: string) => page.getByRole('button', { name: `Accept the invitation of ${owner}` })

it('each has its domain, sender, dates and locks', async () => {
  await open([anna, bo])
  await expect.element(card('anna@nordic.se').getByRole('heading', { name: 'anna@nordic.se' })).toBeVisible()
  await expect.element(card('anna@nordic.se')).toHaveTextContent('From Mette Sørensen')
  await expect.element(card('anna@nordic.se')).toHaveTextContent(/Sent 18 Nov 2026.*Can be accepted until 18 Dec 2026/)
  await expect
    .element(card('anna@nordic.se').getByRole('listitem'))
    .toHaveTextContent(/Gate.*Until 1 Dec, 11:00 \(Copenhagen time\)/)
  await expect.element(card('bo@nordic.se')).toHaveTextContent('No locks are offered.')
  await expectAccessible()
})

it('each keeps names of one long word within a phone, accepted too', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1200, 800))
  const owner = `${'o'.repeat(60)}@nordic.se`
  const offer = offered('lock-gate', 'D'.repeat(60), '2026-12-01T10:00:00+00:00')
  const long = received(owner, { sent_by: { display_name: 'S'.repeat(60) }, locks: [offer] })
  await open([long], {}, { role: 'administrator' })
  const press = page.getByRole('button', { name: /^Accept the invitation of ooo/ })
  await expect.element(press).toBeVisible()
  expectWithinScreen(cards.element())
  await userEvent.click(press)
  await expect.element(page.getByRole('button', { name: /^Go to ooo/ })).toBeVisible()
  expectWithinScreen(cards.element())
})

describe('accepting', () => {
  it('takes it out of the list, says where one is now, and the domain is there', async () => {
    const { changes } = await open([anna, bo])
    await userEvent.click(accept('anna@nordic.se'))
    await expect.element(card('anna@nordic.se')).toHaveTextContent('You are a guest of anna@nordic.se now.')
    expect(accept('anna@nordic.se').query()).toBeNull()
    await expect.element(accept('bo@nordic.se')).toBeVisible()
    expect(changes()).toEqual(['token-anna-nordic-se/accept'])
    expect(currentSession().identities.map(({ domain }) => domain)).toEqual(['owner@demo.cardea', 'anna@nordic.se'])
    // The domain in which one acts stays.
    expect(currentSession().identity?.id).toBe(own.id)
    // A guest’s domain is no place to act in.
    expect(page.getByRole('button', { name: 'Go to anna@nordic.se' }).query()).toBeNull()
    await expectAccessible()
  })

  it('offers the domain to who administers it', async () => {
    await open([anna], {}, { role: 'administrator' })
    await userEvent.click(accept('anna@nordic.se'))
    await userEvent.click(page.getByRole('button', { name: 'Go to anna@nordic.se' }))
    expect(currentSession().identity?.domain).toBe('anna@nordic.se')
  })

  it('says what of the offer was not given, and that one was there already', async () => {
    const left_out = [
      { lock_id: 'lock-gate', reason: 'calendar_over' as const, message: '' },
      { lock_id: 'lock-gone', reason: 'lock_gone' as const, message: '' },
      // Of a server that is newer than the page.
      { lock_id: 'lock-new', reason: 'something_new' as 'not_suited', message: '' },
    ]
    const answer = accepted('anna@nordic.se', { already_member: true, left_out })
    await open([anna], { 'POST /invitations/v1/received/token-anna-nordic-se/accept': () => json(answer) })
    await userEvent.click(accept('anna@nordic.se'))
    await expect.element(card('anna@nordic.se')).toHaveTextContent('You were in the domain anna@nordic.se already.')
    for (const text of [
      'Gate: the time of the access is over.',
      'A lock is not there any more.',
      'lock-new: this access is not possible there.',
    ])
      await expect.element(page.getByText(text)).toBeVisible()
    await expectAccessible()
  })

  it('pressed again after an answer that was lost is done once', async () => {
    const answers = [json({ error: 'server_error', message: '' }, 500), json(accepted('anna@nordic.se'))]
    const { posted } = await open([anna], {
      'POST /invitations/v1/received/token-anna-nordic-se/accept': () => answers.shift() as Response,
    })
    await userEvent.click(accept('anna@nordic.se'))
    await expect.element(page.getByRole('alert')).toHaveTextContent('The invitation could not be accepted.')
    await userEvent.click(accept('anna@nordic.se'))
    await expect.element(card('anna@nordic.se')).toHaveTextContent('You are a guest of anna@nordic.se now.')
    const [first, again] = posted().map(({ headers }) => headers.get('Idempotency-Key'))
    expect(first?.length).toBeGreaterThan(15)
    expect(again).toBe(first)
  })

  it('of one that is gone says so', async () => {
    let isThere = true
    await open([], {
      'GET /invitations/v1/received': () => json(isThere ? [anna] : []),
      'POST /invitations/v1/received/token-anna-nordic-se/accept': () => {
        isThere = false
        return json({ error: 'entity_not_found', message: '' }, 404)
      },
    })
    await userEvent.click(accept('anna@nordic.se'))
    await expect
      .element(card('anna@nordic.se').getByRole('status'))
      .toHaveTextContent(/answered elsewhere or withdrawn/)
    expect(accept('anna@nordic.se').query()).toBeNull()
    await expectAccessible()
  })

  it('by an account that was created in another domain says that it belongs there', async () => {
    const refusal = { account: [{ error_code: 'created_elsewhere', error_message: '' }] }
    await open([anna], {
      'POST /invitations/v1/received/token-anna-nordic-se/accept': () =>
        json({ error: 'conflict', message: '', errors: refusal }, 409),
    })
    await userEvent.click(accept('anna@nordic.se'))
    await expect.element(page.getByRole('alert')).toHaveTextContent(/belongs/)
  })
})

it.each([
  [
    'days of its own, by date',
    ['2026-12-24'],
    [],
    'Tue 09:00–17:00; closed on 1 day (Copenhagen time)',
    'Thu, 24 Dec 2026: closed',
  ],
  [
    'lists, whose days are not known before accepting',
    [],
    ['day_list-dk'],
    'Tue 09:00–17:00 (Copenhagen time); with exceptions',
    '',
  ],
  [
    'both',
    ['2026-12-24', '2026-12-28'],
    ['day_list-dk'],
    'Tue 09:00–17:00 (Copenhagen time); with exceptions',
    'Among them: Thu, 24 Dec 2026: closed; Mon, 28 Dec 2026: closed',
  ],
])('what is offered tells of %s', async (_name, dates, day_lists, title, detail) => {
  const hours = { week_days: [1], daily_start: 32_400, daily_end: 61_200 }
  const days = { other_days: dates.map((date) => ({ date, hours: [] })), day_lists }
  const lock = { ...offered('lock-gate', 'Gate'), calendar: calendar('calendar-1', { ...hours, ...days }) }
  await open([received('anna@nordic.se', { locks: [lock] })])
  const gate = card('anna@nordic.se').getByRole('listitem').filter({ hasText: 'Gate' })
  await expect.element(gate).toHaveTextContent(`Gate${title}${detail}`)
  await expectAccessible()
})

it('what is offered tells of no exceptions where it has ended', async () => {
  const days = { end_time: '2026-11-01T10:00:00+00:00', day_lists: ['day_list-dk'] }
  const lock = { ...offered('lock-gate', 'Gate'), calendar: calendar('calendar-1', days) }
  await open([received('anna@nordic.se', { locks: [lock] })])
  const gate = card('anna@nordic.se').getByRole('listitem').filter({ hasText: 'Gate' })
  await expect.element(gate).toHaveTextContent(/Ended/)
  await expect.element(gate).not.toHaveTextContent(/exceptions/)
})

it('declining is asked for, and takes it out of the list', async () => {
  const { changes } = await open([anna, bo])
  await userEvent.click(page.getByRole('button', { name: 'Decline the invitation of anna@nordic.se' }))
  const question = page.getByRole('alertdialog', { name: 'Decline the invitation?' })
  const confirm = question.getByRole('button', { name: 'Decline' })
  await waitFor(() => expect(confirm.element()).not.toHaveAttribute('aria-disabled'))
  await userEvent.click(confirm)
  await expect.element(question).not.toBeInTheDocument()
  await waitFor(() => expect(cards.getByText('anna@nordic.se').query()).toBeNull())
  expect(changes()).toEqual(['token-anna-nordic-se/decline'])
})

it('declining one that was accepted in another tab does not say that it was declined', async () => {
  withdraw()
  await open([anna], {
    'POST /invitations/v1/received/token-anna-nordic-se/decline': () =>
      json({ error: 'entity_not_found', message: '' }, 404),
  })
  await userEvent.click(page.getByRole('button', { name: 'Decline the invitation of anna@nordic.se' }))
  const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Decline' })
  await waitFor(() => expect(confirm.element()).not.toHaveAttribute('aria-disabled'))
  await userEvent.click(confirm)
  await expect.element(card('anna@nordic.se').getByRole('status')).toHaveTextContent(/answered elsewhere or withdrawn/)
  expect(announced()).toBeNull()
})

it.each([
  ['da-DK', 'Modtagne invitationer'],
  ['de', 'Erhaltene Einladungen'],
] as const)('speaks %s', async (tag, title) => {
  await showLanguage(tag)
  await open([anna])
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  await expectAccessible()
})

import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { refreshInvitations, type SentInvitation } from '../../api/queries/invitation'
import { showLanguage } from '../../i18n/i18n'
import { calendar, calendarOf, dayList, user } from '../../testing/example'
import { beginSession } from '../../session/session'
import { expectAccessible } from '../../testing/axe'
import { fakeApi, json, type Answers } from '../../testing/fake-api'
import { offered, sent } from '../../testing/invitations'
import { showDomain } from '../../testing/live-domain'
import { renderOverlay } from '../../testing/render-overlay'
import { account, signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import { expectWithinScreen } from '../../testing/within-screen'
import { announced, withdraw } from '../frame/announcement'
import { house, now } from '../guests/testing'
import SentInvitations from './Overlay'

signedIn(now)

const end = '2026-12-01T10:00:00+00:00'
const letter = sent('bo@nordic.se', {
  alias: 'Bo, second floor',
  link_data: { locks: [offered('lock-gate', 'Gate', end), offered('lock-street', 'Street door')], calendar: null },
})
const link = sent('', { method: 'token', token: 'secret-token', alias: 'Plumber' })

async function open(invitations: SentInvitation[], further: Answers = {}, role = 'administrator') {
  const shown = showDomain(house())
  shown.apply({ entries: { day_lists: [dayList('day_list-dk', ['2026-12-25'], { name: 'Holidays' })] }, removed: [] })
  const left = [...invitations]
  const identities = [
    { id: 'user-0366ba845fb5', domain: "owner@demo.cardea's domain", primary: true, role, domain_rights: [] },
  ]
  const answers: Answers = {
    ...account,
    'GET /user/v1/identities': () => json(identities),
    'GET /invitations/v1/sent': () => json(left),
    'DELETE /links/v1/calendars/calendar-of-lock-gate': () => json({}),
  }
  for (const { token } of invitations) {
    answers[`DELETE /invitations/v1/sent/${token}`] = () => {
      left.splice(
        left.findIndex((one) => one.token === token),
        1,
      )
      return json({})
    }
  }
  const calls = fakeApi({ ...answers, ...further })
  await beginSession()
  const close = vi.fn()
  await renderOverlay(<SentInvitations close={close} />)
  return {
    close,
    shown,
    /** Of these one is taken away elsewhere. */
    takeAway: () => void left.splice(0, 1),
    listed: () => calls.filter(({ method, path }) => `${method} ${path}`.startsWith('GET /invitations/v1/sent')).length,
    changes: () => calls.filter(({ method }) => method !== 'GET').map((call) => `${call.method} ${call.path}`),
  }
}

const cards = page.getByRole('list', { name: 'Sent invitations' })
const card = (name: string) => cards.getByRole('listitem').filter({ hasText: name }).first()
const question = page.getByRole('alertdialog', { name: 'Delete the invitation?' })

it('each has its recipient, how it goes, alias, sender, locks with when they open, and until when it counts', async () => {
  await open([letter, sent('carl', { method: 'username' }), link])
  const bo = card('bo@nordic.se')
  await expect.element(bo.getByRole('img', { name: 'By e-mail' })).toBeVisible()
  await expect.element(bo).toHaveTextContent('Alias: Bo, second floor')
  await expect.element(bo).toHaveTextContent('From Mette Sørensen')
  await expect.element(bo).toHaveTextContent(/Sent 18 Nov 2026.*Can be accepted until 18 Dec 2026/)
  // By the clock of the door.
  await expect.element(bo.getByRole('listitem').filter({ hasText: 'Gate' })).toHaveTextContent('Until 1 Dec, 11:00')
  await expect.element(bo.getByRole('listitem').filter({ hasText: 'Street door' })).toHaveTextContent('Always')
  await expect.element(card('carl').getByRole('img', { name: 'By username' })).toBeVisible()
  await expect.element(card('carl')).toHaveTextContent('No locks are offered.')
  await expect.element(card('Plumber').getByRole('img', { name: 'By a link' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Save' }).query()).toBeNull()
  await expectAccessible()
})

it('each says on which days its access is otherwise, by the names of lists too, to the end', async () => {
  const office = { week_days: [0, 1, 2, 3, 4] }
  const hours = [
    { ...office, daily_start: 32_400, daily_end: 43_200 },
    { ...office, daily_start: 46_800, daily_end: 61_200 },
  ]
  const days = { other_days: [{ date: '2026-12-24', hours: [] }], day_lists: ['day_list-dk'] }
  const lock = { ...offered('lock-gate', 'Gate'), calendar: calendarOf('calendar-1', hours, days) }
  await open([sent('carl', { link_data: { locks: [lock], calendar: null } })])
  const gate = card('carl').getByRole('listitem').filter({ hasText: 'Gate' })
  await expect
    .element(gate)
    .toHaveTextContent(/Mon–Fri 09:00–12:00, 13:00–17:00; closed on 1 day, different on days of .*Holidays/)
  const said = gate.getByText(/Holidays/).element()
  expect(said.scrollHeight).toBeLessThanOrEqual(said.clientHeight + 1)
})

it('each keeps names of one long word within a phone', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1200, 800))
  const word = (sign: string) => sign.repeat(60)
  const hours = { week_days: [0, 2, 4], daily_start: 32_400, daily_end: 61_200, end_time: end }
  const lock = { ...offered('lock-gate', word('D')), calendar: calendar('calendar-1', hours) }
  const link_data = { locks: [lock], calendar: null }
  const long = { sent_by: { display_name: word('S') }, alias: word('A'), link_data }
  await open([sent(`${word('g')}@nordic.se`, long), { ...link, ...long }])
  await expect.element(card('Link to hand on')).toBeVisible()
  expectWithinScreen(cards.element())
})

it('a link to hand on can be copied again', async () => {
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await open([letter, link])
  await userEvent.click(page.getByRole('button', { name: 'Copy the link for Plumber' }))
  expect(copy).toHaveBeenCalledExactlyOnceWith(`${location.origin}${location.pathname}#/i/secret-token`)
  expect(page.getByRole('button', { name: /^Copy the link/ }).elements()).toHaveLength(1)
})

describe('deleting', () => {
  beforeEach(withdraw)
  const remove = page.getByRole('button', { name: 'Delete the invitation to bo@nordic.se' })
  const gone = /no longer there.*accepted, declined or withdrawn elsewhere, or is over/
  const confirm = async () => {
    const button = question.getByRole('button', { name: 'Delete' })
    await waitFor(() => expect(button.element()).not.toHaveAttribute('aria-disabled'))
    await userEvent.click(button)
  }

  it('is asked for, takes it out of the list and its calendar with it', async () => {
    const { changes } = await open([letter, sent('carl')])
    await userEvent.click(remove)
    await expect.element(question).toHaveTextContent('bo@nordic.se can no longer accept it.')
    await expectAccessible()
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
    expect(changes()).toEqual([])
    await userEvent.click(remove)
    await expect.element(question).toBeVisible()
    await confirm()
    await expect.element(question).not.toBeInTheDocument()
    await waitFor(() => expect(cards.getByText('bo@nordic.se').query()).toBeNull())
    await expect.element(card('carl')).toBeVisible()
    expect(changes()).toEqual([
      'DELETE /invitations/v1/sent/token-bo-nordic-se',
      'DELETE /links/v1/calendars/calendar-of-lock-gate',
    ])
  })

  it('leaves a calendar that another invitation offers too', async () => {
    const { changes } = await open([letter, sent('carl', { link_data: letter.link_data })])
    await userEvent.click(remove)
    await confirm()
    await expect.element(question).not.toBeInTheDocument()
    expect(changes()).toEqual(['DELETE /invitations/v1/sent/token-bo-nordic-se'])
  })

  it('says what fails, and goes on from there', async () => {
    let answer = json({ error: 'server_error', message: '' }, 500)
    await open([sent('bo@nordic.se')], { 'DELETE /invitations/v1/sent/token-bo-nordic-se': () => answer })
    await userEvent.click(remove)
    await confirm()
    await expect.element(question.getByRole('alert')).toHaveTextContent('The server failed. Please try again.')
    answer = json({})
    await confirm()
    await expect.element(question).not.toBeInTheDocument()
    expect(announced()?.what).toBe('remove')
  })

  it('of one that was answered meanwhile says so, and where to see who accepted; nothing was removed', async () => {
    const { takeAway, changes } = await open([letter, sent('carl')], {
      'DELETE /invitations/v1/sent/token-bo-nordic-se': () => {
        takeAway()
        return json({ error: 'entity_not_found', message: '' }, 404)
      },
    })
    await userEvent.click(remove)
    await confirm()
    await expect.element(question).not.toBeInTheDocument()
    const said = card('bo@nordic.se').getByRole('status')
    await expect.element(said).toHaveTextContent(gone)
    await expect.element(said).toHaveTextContent('Whoever accepted it is among the guests on the dashboard.')
    await expect.element(remove).not.toBeInTheDocument()
    await expect.element(card('carl')).toBeVisible()
    expect(announced()).toBeNull()
    // Whoever accepted it has the calendar.
    expect(changes()).toEqual(['DELETE /invitations/v1/sent/token-bo-nordic-se'])
    await expectAccessible()
  })

  it('of one whose guest is in the domain by then says that', async () => {
    const { shown } = await open([sent('Bo@Nordic.se')], {
      'DELETE /invitations/v1/sent/token-Bo-Nordic-se': () => json({ error: 'entity_not_found', message: '' }, 404),
    })
    await userEvent.click(page.getByRole('button', { name: 'Delete the invitation to Bo@Nordic.se' }))
    await confirm()
    const said = card('Bo@Nordic.se').getByRole('status')
    await expect.element(said).toHaveTextContent(gone)
    shown.apply({ entries: { users: [user('user-bo', { username: 'bo@nordic.se' })] }, removed: [] })
    await expect
      .element(said)
      .toHaveTextContent('This invitation is no longer there, and Bo@Nordic.se is in this domain now.')
  })

  it('is asked no more once the list shows that it is gone, and says so', async () => {
    const { takeAway, listed, changes } = await open([letter, sent('carl')])
    await userEvent.click(remove)
    await expect.element(question).toBeVisible()
    refreshInvitations()
    await waitFor(() => expect(listed()).toBe(2))
    await expect.element(question).toBeVisible()
    takeAway()
    refreshInvitations()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(card('bo@nordic.se').getByRole('status')).toHaveTextContent(gone)
    expect(announced()).toBeNull()
    expect(changes()).toEqual([])
  })

  it('is done also where the list shows it before the answer comes', async () => {
    let go = (_answer: Response) => {}
    const answer = new Promise<Response>((resolve) => (go = resolve))
    const { takeAway } = await open([sent('bo@nordic.se'), sent('carl')], {
      'DELETE /invitations/v1/sent/token-bo-nordic-se': () => answer,
    })
    await userEvent.click(remove)
    await confirm()
    takeAway()
    refreshInvitations()
    await expect.element(remove).not.toBeInTheDocument()
    await expect.element(question).toBeVisible()
    go(json({}))
    await expect.element(question).not.toBeInTheDocument()
    expect(announced()?.what).toBe('remove')
    expect(cards.getByText(gone).query()).toBeNull()
  })
})

it('none are said so, and so is what fails', async () => {
  let broken = true
  await open([], {
    'GET /invitations/v1/sent': () => (broken ? json({ error: 'forbidden', message: '' }, 403) : json([])),
  })
  await expect.element(page.getByRole('alert')).toHaveTextContent('The invitations could not be fetched.')
  broken = false
  await userEvent.click(page.getByRole('button', { name: 'Try again' }))
  await expect.element(page.getByRole('heading', { name: 'No invitation waits for an answer' })).toBeVisible()
  await expectAccessible()
})

it('those of further pages come when the end is scrolled into sight', async () => {
  const asked: string[] = []
  await open([], {
    'GET /invitations/v1/sent': ({ path }) => {
      const number = new URL(path, location.origin).searchParams.get('page') ?? ''
      asked.push(number)
      const headers = { 'x-pages': '2', 'x-totalrecords': '9' }
      const page = Array.from({ length: 8 }, (_, index) => sent(`guest-${number}-${index}`))
      return Response.json(number === '0' ? page : [...page.slice(7), sent('guest-0-7')], { headers })
    },
  })
  await expect.element(card('guest-0-0')).toBeVisible()
  card('guest-0-7').element().scrollIntoView()
  await expect.element(card('guest-1-7')).toBeInTheDocument()
  expect(asked).toEqual(['0', '1'])
  // One that a change has moved to the next page is there once.
  expect(cards.getByRole('listitem').filter({ hasText: 'guest-0-7' }).elements()).toHaveLength(1)
})

it('is for administrators', async () => {
  await open([], {}, 'installer')
  await expect.element(page.getByText('You may not do this in this domain.')).toBeVisible()
})

it.each([
  ['da-DK', 'Sendte invitationer'],
  ['de', 'Gesendete Einladungen'],
] as const)('speaks %s', async (tag, title) => {
  await showLanguage(tag)
  await open([letter, link])
  await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
  await expectAccessible()
})

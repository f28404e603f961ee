import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { config, setConfig } from '../api/config'
import { showLanguage } from '../i18n/i18n'
import { domainOf, user } from '../testing/example'
import { openOverlays } from '../overlays/registry'
import { currentSession } from '../session/session'
import type * as SignIn from '../session/sign-in'
import { authorizeUrl, signIn } from '../session/sign-in'
import { local, tab } from '../session/storage'
import { expectAccessible } from '../testing/axe'
import { fakeApi, json, type Answers } from '../testing/fake-api'
import { accepted, offered, received, sent } from '../testing/invitations'
import { showDomain } from '../testing/live-domain'
import { renderConsole } from '../testing/render-console'
import { account, freshSession, giveTokens } from '../testing/session'
import { waitFor } from '../testing/wait-for'
import { expectWithinScreen } from '../testing/within-screen'

vi.mock('../pages/dashboard/Page', () => ({ default: () => <h1>The grid</h1> }))
// Leaving the page would end the tests with it; where it goes is authorizeUrl's.
vi.mock('../session/sign-in', async (original) => ({
  ...(await original<typeof SignIn>()),
  signIn: vi.fn(() => Promise.resolve()),
}))

beforeEach(async () => {
  await freshSession()
  vi.mocked(signIn).mockClear()
})

const me = 'user-0366ba845fb5'
const as = (role: string): Answers => ({
  'GET /user/v1/identities': () =>
    json([{ id: me, domain: "owner@demo.cardea's domain", primary: true, role, domain_rights: [] }]),
})
const lists = (of: { sent?: number; received?: number }): Answers => ({
  'GET /invitations/v1/sent': () => json(Array.from({ length: of.sent ?? 0 }, (_, index) => sent(`guest-${index}`))),
  'GET /invitations/v1/received': () =>
    json(Array.from({ length: of.received ?? 0 }, (_, index) => received(`owner-${index}`))),
})

/** Opens the console at a route. */
async function open(route: string, answers: Answers = {}) {
  const calls = fakeApi({ ...account, ...as('administrator'), ...lists({}), ...answers })
  await renderConsole(route)
  const asked = (path: string) => calls.filter((call) => call.method === 'GET' && call.path.startsWith(path)).length
  return { calls, asked }
}

const route = () => location.hash.slice(1)
const button = (name: string | RegExp) => page.getByRole('button', { name })

describe('the invitations in the bar', () => {
  beforeEach(() => giveTokens())

  it('have one counter of sent and received, and open either', async () => {
    await open('/dashboard', lists({ sent: 3, received: 1 }))
    await userEvent.click(button('Invitations: 3 sent, 1 received'))
    await expect.element(page.getByRole('menuitem', { name: 'Received (1)' })).toBeVisible()
    await expectAccessible()
    await userEvent.click(page.getByRole('menuitem', { name: 'Sent (3)' }))
    await waitFor(() => expect(openOverlays().map(({ action }) => action)).toEqual(['sent-invitations']))
    await waitFor(() => expect(route()).toBe('/dashboard?open=sent-invitations'))
  })

  it('say in a hint what the two numbers are', async () => {
    await open('/dashboard', lists({ sent: 3, received: 1 }))
    const counter = button('Invitations: 3 sent, 1 received')
    for (let times = 0; times < 40 && document.activeElement !== counter.query(); times += 1) await userEvent.tab()
    await expect.element(page.getByRole('tooltip')).toHaveTextContent('Invitations: 3 sent, 1 received')
    await expectAccessible()
  })

  it('show 3/1 to the eye', async () => {
    await open('/dashboard', lists({ sent: 3, received: 1 }))
    await expect.element(button(/^Invitations/)).toHaveTextContent(/3\/1$/)
  })

  it('rest while they are not known, and where there are none', async () => {
    let go = (_answer: Response) => {}
    const answer = new Promise<Response>((resolve) => (go = resolve))
    await open('/dashboard', { 'GET /invitations/v1/sent': () => answer })
    await expect.element(button(/^Invitations/)).toBeDisabled()
    go(json([sent('guest')]))
    await expect.element(button('Invitations: 1 sent, 0 received')).toBeEnabled()
    await userEvent.click(button(/^Invitations/))
    await expect.element(page.getByRole('menuitem', { name: 'Received (0)' })).toHaveAttribute('aria-disabled', 'true')
  })

  it('rest where there are none', async () => {
    const { asked } = await open('/dashboard')
    await waitFor(() => expect(asked('/invitations/v1/received')).toBe(1))
    await expect.element(button('Invitations: 0 sent, 0 received')).toBeDisabled()
  })

  it.each(['user', 'installer'])('are received ones alone for %s, who invites nobody', async (role) => {
    const { asked } = await open('/dashboard', { ...as(role), ...lists({ sent: 2, received: 1 }) })
    await userEvent.click(button('Invitations: 1 received'))
    expect(page.getByRole('menuitem').elements()).toHaveLength(1)
    expect(button('Invite guests').query()).toBeNull()
    expect(asked('/invitations/v1/sent')).toBe(0)
    await userEvent.click(page.getByRole('menuitem', { name: 'Received (1)' }))
    await waitFor(() => expect(openOverlays().map(({ action }) => action)).toEqual(['received-invitations']))
  })

  it('stand on a phone only where there are some', async () => {
    await page.viewport(390, 844)
    onTestFinished(() => page.viewport(1200, 800))
    await open('/dashboard', lists({ received: 2 }))
    await expect.element(button('Invitations: 0 sent, 2 received')).toBeVisible()
    const box = button(/^Invitations/)
      .element()
      .getBoundingClientRect()
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44)
    await userEvent.click(button('More'))
    await expect.element(page.getByRole('menuitem', { name: 'Invite guests' })).toBeVisible()
  })

  it('leave the name of the domain whole on a phone, in the longest language too', async () => {
    await page.viewport(390, 844)
    onTestFinished(() => page.viewport(1200, 800))
    onTestFinished(() => showLanguage('en-GB'))
    await showLanguage('de')
    await open('/dashboard', lists({ sent: 12, received: 2 }))
    await expect.element(button(/^Einladungen: 12/)).toBeVisible()
    const words = button(/^Domäne: owner@demo\.cardea/)
      .element()
      .querySelectorAll('b, small')
    for (const { scrollWidth, clientWidth, scrollHeight, clientHeight } of words) {
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
      expect(scrollHeight).toBeLessThanOrEqual(clientHeight)
    }
    expect(words).toHaveLength(2)
    expectWithinScreen(document.querySelector('header')!)
  })

  it('are counted anew when people come into the domain, once for several, and not for anything else', async () => {
    const shown = showDomain(domainOf({ users: [user(me)] }))
    const { asked } = await open('/dashboard', lists({ sent: 1 }))
    await expect.element(button('Invitations: 1 sent, 0 received')).toBeVisible()
    expect(asked('/invitations/v1/sent')).toBe(1)
    shown.apply({ entries: { users: [user(me, { display_name: 'Mette' })] }, removed: [] })
    shown.apply({ entries: { users: [user('user-anna')] }, removed: [] })
    shown.apply({ entries: { users: [user('user-bo')] }, removed: [] })
    await waitFor(() => expect(asked('/invitations/v1/sent')).toBe(2))
    expect(asked('/invitations/v1/received')).toBe(2)
  })

  it('open the overlay in which guests are invited', async () => {
    await open('/dashboard')
    await userEvent.click(button('Invite guests'))
    await waitFor(() => expect(openOverlays().map(({ action }) => action)).toEqual(['invite-guests']))
  })
})

describe('the page of an invitation', () => {
  const anna = received('anna@nordic.se', { locks: [offered('lock-gate', 'Gate')] })
  const invitation = { 'GET /user/v1/invitations/secret-token': () => json(anna) }
  const accept = button('Accept as owner@demo.cardea')

  describe('to who is not signed in', () => {
    it('asks nothing of the server, says so, and signs in with the token kept', async () => {
      const { calls } = await open('/i/secret-token')
      await expect.element(page.getByRole('heading', { name: 'You are invited' })).toBeVisible()
      await expect.element(page.getByText(/^Sign in to see who invites you/)).toBeVisible()
      await expectAccessible()
      expect(calls).toEqual([])
      await userEvent.click(button('Sign in'))
      expect(tab.get('invitation')).toBe('secret-token')
      expect(signIn).toHaveBeenCalledExactlyOnceWith({ silent: false })
    })

    it('asks silently first where somebody was signed in in this browser', async () => {
      local.set('username', 'owner@demo.cardea')
      await open('/i/secret-token')
      await waitFor(() => expect(signIn).toHaveBeenCalledExactlyOnceWith({ silent: true }))
      expect(tab.get('invitation')).toBe('secret-token')
    })

    it('leads to an account of one’s own and from there back to the invitation, in the language of the page', async () => {
      onTestFinished(() => showLanguage('en-GB'))
      const { calls } = await open('/i/secret-token')
      await expect.element(page.getByText(/^You have no account yet\? Create one/)).toBeVisible()
      const create = page.getByRole('link', { name: 'Create an account' })
      const way = '/oauth2/sign_up?invitation=secret-token&ui_locales='
      await expect.element(create).toHaveAttribute('href', `${location.origin}${way}en-GB`)
      // In this tab: the page has nothing else to say.
      await expect.element(create).not.toHaveAttribute('target')
      await showLanguage('de')
      await expect
        .element(page.getByRole('link', { name: 'Konto anlegen' }))
        .toHaveAttribute('href', `${location.origin}${way}de`)
      expect(calls).toEqual([])
    })

    it('offers no account where nobody gets one by themselves', async () => {
      const opening = open('/i/secret-token')
      setConfig({ ...config(), offers_accounts: false })
      await opening
      await expect.element(button('Sign in')).toBeVisible()
      expect(page.getByRole('link', { name: 'Create an account' }).query()).toBeNull()
      expect(page.getByText(/no account yet/).query()).toBeNull()
    })

    it('leads to the app where the settings have addresses', async () => {
      const opening = open('/i/secret-token')
      setConfig({ ...config(), apple_store_url: 'https://apps.example.com/a', google_store_url: null })
      await opening
      await expect
        .element(page.getByRole('link', { name: 'App Store' }))
        .toHaveAttribute('href', 'https://apps.example.com/a')
    })
  })

  describe('after the sign-in', () => {
    const tokens = () => json({ access_token: 'A1', refresh_token: 'R1', token_type: 'Bearer', expires_in: 3600 })

    it('is where one goes, whatever else was asked for, once', async () => {
      tab.set('invitation', 'secret-token')
      const answers = { ...account, 'POST /oauth2/token': tokens, ...invitation }
      fakeApi(answers)
      const url = new URL(await authorizeUrl({ redirect: '/dashboard' }))
      tab.set('oauth', `?code=C1&state=${url.searchParams.get('state')}`)
      await open('/oauth', answers)
      await expect.element(accept).toBeVisible()
      expect(route()).toBe('/i/secret-token')
      expect(tab.get('invitation')).toBeNull()
    })

    it('is there again for who turned out not to be signed in', async () => {
      tab.set('invitation', 'secret-token')
      fakeApi(account)
      const url = new URL(await authorizeUrl({ silent: true }))
      tab.set('oauth', `?error=login_required&state=${url.searchParams.get('state')}`)
      await open('/oauth')
      await expect.element(button('Sign in')).toBeVisible()
      expect(route()).toBe('/i/secret-token')
    })
  })

  describe('to who is signed in', () => {
    beforeEach(() => giveTokens())

    it('says who invites to what, and has nothing of a domain in the bar', async () => {
      await open('/i/secret-token', invitation)
      await expect
        .element(page.getByRole('heading', { name: 'Mette Sørensen invites you to the domain anna@nordic.se' }))
        .toBeVisible()
      await expect.element(page.getByRole('list', { name: 'Locks' })).toHaveTextContent('GateAlways')
      await expect.element(page.getByText(/^Can be accepted until 18 Dec 2026/)).toBeVisible()
      await expect.element(accept).toHaveFocus()
      expect(button('Invite guests').query()).toBeNull()
      expect(button(/^Domain/).query()).toBeNull()
      await expect.element(page.getByRole('button', { name: 'Log out', exact: true })).toBeVisible()
      await expectAccessible()
    })

    it('accepts, says what came of it, and leads to the doors', async () => {
      const left_out = [{ lock_id: 'lock-gate', reason: 'inviter_may_not' as const, message: '' }]
      const { calls } = await open('/i/secret-token', {
        ...invitation,
        'POST /user/v1/invitations/secret-token/accept': () => json(accepted('anna@nordic.se', { left_out })),
      })
      await userEvent.click(accept)
      await expect.element(page.getByRole('heading', { name: 'Accepted' })).toBeVisible()
      await expect.element(page.getByText('You are a guest of anna@nordic.se now.')).toBeVisible()
      await expect.element(page.getByText('Gate: whoever invited you may not give access any more.')).toBeVisible()
      await expectAccessible()
      // The domains are read anew.
      expect(calls.filter(({ path }) => path === '/user/v1/identities')).toHaveLength(2)
      await userEvent.click(button('To my doors'))
      await expect.element(page.getByRole('heading', { name: 'The grid' })).toBeVisible()
    })

    it('says so where it has nothing new', async () => {
      const left_out = [{ lock_id: 'lock-gate', reason: 'already_there' as const, message: '' }]
      const answer = accepted('anna@nordic.se', { already_member: true, left_out })
      await open('/i/secret-token', {
        ...invitation,
        'POST /user/v1/invitations/secret-token/accept': () => json(answer),
      })
      await userEvent.click(accept)
      await expect.element(page.getByRole('heading', { name: 'Nothing new for you' })).toBeVisible()
      await expect.element(page.getByText('You were in the domain anna@nordic.se already.')).toBeVisible()
      await expect.element(page.getByText('Gate: you have access of your own already.')).toBeVisible()
      await expectAccessible()
    })

    it('keeps names of one long word within a phone, before and after', async () => {
      await page.viewport(390, 844)
      onTestFinished(() => page.viewport(1200, 800))
      const word = (sign: string) => sign.repeat(60)
      const owner = `${word('o')}@nordic.se`
      const sent_by = { display_name: word('S') }
      const until = '2026-12-01T10:00:00+00:00'
      const long = received(owner, { sent_by, locks: [offered('lock-gate', word('D'), until)] })
      const left_out = [{ lock_id: 'lock-gate', reason: 'inviter_may_not' as const, message: '' }]
      const joined = { ...accepted(owner, { left_out }) }
      let identities = [{ id: me, domain: `${word('i')}'s domain`, primary: true, role: 'user', domain_rights: [] }]
      await open('/i/secret-token', {
        'GET /user/v1': () =>
          json({ id: 'account-1', username: word('u'), domain: 'home', display_name: word('u'), '2fa': false }),
        'GET /user/v1/identities': () => json(identities),
        'GET /user/v1/invitations/secret-token': () => json(long),
        'POST /user/v1/invitations/secret-token/accept': () => {
          const there = { id: joined.user_id, domain: joined.domain, primary: false, role: 'administrator' }
          identities = [...identities, { ...there, domain_rights: [] }]
          return json(joined)
        },
      })
      await expect.element(button(/^Accept as uuu/)).toBeVisible()
      expectWithinScreen(document.querySelector('main')!)
      await userEvent.click(button(/^Accept as uuu/))
      await expect.element(button(/^Go to ooo/)).toBeVisible()
      expectWithinScreen(document.querySelector('main')!)
    })

    it('that was accepted is asked for anew by who comes again', async () => {
      let isThere = true
      await open('/i/secret-token', {
        'GET /user/v1/invitations/secret-token': () =>
          isThere ? json(anna) : json({ error: 'entity_not_found', message: '' }, 404),
        'POST /user/v1/invitations/secret-token/accept': () => {
          isThere = false
          return json(accepted('anna@nordic.se'))
        },
      })
      await userEvent.click(accept)
      await userEvent.click(button('To my doors'))
      await expect.element(page.getByRole('heading', { name: 'The grid' })).toBeVisible()
      location.hash = '#/i/secret-token'
      await expect.element(page.getByRole('heading', { name: 'This invitation cannot be accepted' })).toBeVisible()
    })

    it('declines when that is confirmed', async () => {
      const { calls } = await open('/i/secret-token', {
        ...invitation,
        'DELETE /user/v1/invitations/secret-token': () => json({}),
      })
      await userEvent.click(button('Decline'))
      const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Decline' })
      await waitFor(() => expect(confirm.element()).not.toHaveAttribute('aria-disabled'))
      await userEvent.click(confirm)
      await expect.element(page.getByRole('heading', { name: 'You have declined' })).toBeVisible()
      expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
    })

    it('does not say that it was declined where it was accepted in another tab meanwhile', async () => {
      await open('/i/secret-token', {
        ...invitation,
        'DELETE /user/v1/invitations/secret-token': () => json({ error: 'entity_not_found', message: '' }, 404),
      })
      await userEvent.click(button('Decline'))
      const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Decline' })
      await waitFor(() => expect(confirm.element()).not.toHaveAttribute('aria-disabled'))
      await userEvent.click(confirm)
      await expect
        .element(page.getByRole('heading', { name: 'This invitation can no longer be answered' }))
        .toBeVisible()
      await expect
        .element(page.getByRole('status').filter({ hasText: /used, declined or withdrawn meanwhile, or is over/ }))
        .toBeVisible()
    })

    it.each([
      [
        'in the domain already: nothing changes in what they have',
        "anna@nordic.se's domain",
        /^Nothing changes in the access that you have to .*anna@nordic\.se/,
      ],
      [
        'not in the domain: they get no access',
        "owner@demo.cardea's domain",
        /^You get no access to .*anna@nordic\.se/,
      ],
    ])('says what declining means to who is %s', async (_who, domain, meaning) => {
      const identities = [{ id: me, domain, primary: true, role: 'user', domain_rights: [] }]
      await open('/i/secret-token', { ...invitation, 'GET /user/v1/identities': () => json(identities) })
      await userEvent.click(button('Decline'))
      await expect.element(page.getByRole('alertdialog').getByText(meaning)).toBeVisible()
    })

    it('logs out for another account, and stays', async () => {
      await open('/i/secret-token', { ...invitation, 'DELETE /oauth2/cookie': () => json({}) })
      await userEvent.click(button('Log out and use another account'))
      const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Log out' })
      await waitFor(() => expect(confirm.element()).not.toHaveAttribute('aria-disabled'))
      await userEvent.click(confirm)
      await expect.element(button('Sign in')).toBeVisible()
      expect(route()).toBe('/i/secret-token')
      expect(currentSession().status).toBe('')
    })

    it('says plainly that there is nothing to accept, and how to try another account', async () => {
      await open('/i/secret-token')
      await expect.element(page.getByRole('heading', { name: 'This invitation cannot be accepted' })).toBeVisible()
      await expect
        .element(page.getByText(/answered or withdrawn already, is older than 30 days, or is to another account/))
        .toBeVisible()
      await expect.element(page.getByText('You are signed in as owner@demo.cardea.')).toBeVisible()
      await expect.element(button('Log out and use another account')).toBeVisible()
      await expectAccessible()
    })

    it('says so too when it went away meanwhile, and what else failed', async () => {
      let answer = json({ error: 'server_error', message: '' }, 500)
      await open('/i/secret-token', { ...invitation, 'POST /user/v1/invitations/secret-token/accept': () => answer })
      await userEvent.click(accept)
      await expect.element(page.getByRole('alert')).toHaveTextContent('The invitation could not be accepted.')
      answer = json({ error: 'entity_not_found', message: '' }, 404)
      await userEvent.click(accept)
      await expect
        .element(page.getByRole('heading', { name: 'This invitation can no longer be answered' }))
        .toBeVisible()
    })

    it('asks again where the invitation could not be fetched', async () => {
      let isBroken = true
      await open('/i/secret-token', {
        'GET /user/v1/invitations/secret-token': () =>
          isBroken ? json({ error: 'forbidden', message: '' }, 403) : json(anna),
      })
      await expect.element(page.getByRole('alert')).toHaveTextContent('The invitation could not be fetched.')
      isBroken = false
      await userEvent.click(button('Try again'))
      await expect.element(accept).toBeVisible()
    })

    it('with a dead token is as for who is not signed in', async () => {
      const dead = () => json({ error: 'unauthorized' }, 401)
      await open('/i/secret-token', {
        'GET /user/v1': dead,
        'GET /user/v1/identities': dead,
        'POST /oauth2/token': () => json({ error: 'invalid_grant' }, 400),
      })
      await expect.element(button('Sign in')).toBeVisible()
    })

    it.each([
      ['da-DK', 'Mette Sørensen inviterer dig til domænet anna@nordic.se'],
      ['de', 'Mette Sørensen lädt Sie in die Domäne anna@nordic.se ein'],
    ] as const)('speaks %s', async (tag, title) => {
      onTestFinished(() => showLanguage('en-GB'))
      await showLanguage(tag)
      await open('/i/secret-token', invitation)
      await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
      await expectAccessible()
    })
  })
})

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showLanguage } from '../i18n/i18n'
import { closeAll, openOverlays } from '../overlays/registry'
import { currentSession, forgetSession, takeOver } from '../session/session'
import type * as SignIn from '../session/sign-in'
import { authorizeUrl, signIn } from '../session/sign-in'
import type { IdentityEntry } from '../session/domain'
import { local, tab } from '../session/storage'
import { expectAccessible } from '../testing/axe'
import { fakeApi, json, type Answers } from '../testing/fake-api'
import { holdTimers } from '../testing/hold-timers'
import { pressEscape } from '../testing/press-escape'
import { renderConsole } from '../testing/render-console'
import { account, freshSession, giveTokens } from '../testing/session'
import { waitFor } from '../testing/wait-for'
import { PAUSE } from './looks'

vi.mock('../pages/dashboard/Page', () => ({ default: () => <h1>The grid</h1> }))
// Leaving the page would end the tests with it; where it goes is authorizeUrl's.
vi.mock('../session/sign-in', async (original) => ({
  ...(await original<typeof SignIn>()),
  signIn: vi.fn(() => Promise.resolve()),
}))

const tokens = () => json({ access_token: 'A1', refresh_token: 'R1', token_type: 'Bearer', expires_in: 3600 })

beforeEach(async () => {
  await freshSession()
  vi.mocked(signIn).mockClear()
})

/** Opens the console at a route. */
async function open(route: string, answers: Answers = account) {
  const calls = fakeApi(answers)
  await renderConsole(route)
  return calls
}

/** The domains of the owner, as the server tells them. */
async function domains(): Promise<IdentityEntry[]> {
  const answer = await account['GET /user/v1/identities']!({
    method: 'GET',
    path: '',
    headers: new Headers(),
    body: '',
  })
  return (await answer.json()) as IdentityEntry[]
}

const route = () => location.hash.slice(1)
const signInButton = () => page.getByRole('button', { name: 'Sign In' })

it('the buttons of the bar on a phone are alike and wide enough for a thumb', async () => {
  await page.viewport(390, 844)
  giveTokens()
  await open('/dashboard')
  await expect.element(page.getByRole('button', { name: 'More' })).toBeVisible()
  const buttons = page.getByRole('navigation').getByRole('button').elements()
  expect(buttons.length).toBeGreaterThan(2)
  const looks = buttons.map((button) => {
    const [box, drawing] = [button, button.querySelector('svg')!].map((element) => element.getBoundingClientRect())
    expect(box!.width).toBeGreaterThanOrEqual(44)
    expect(box!.height).toBeGreaterThanOrEqual(44)
    return [drawing!.left - box!.left, box!.right - drawing!.right]
  })
  expect(new Set(looks.flat()).size).toBe(1)
})

describe('the guards', () => {
  it.each(['/', '/nowhere', '/nowhere/else'])('send %s to the login page', async (elsewhere) => {
    await open(elsewhere)
    await expect.element(signInButton()).toBeVisible()
    expect(route()).toBe('/login')
  })

  it('send the dashboard to the login page, which remembers it', async () => {
    await open('/dashboard?lock=lock-1')
    await expect.element(signInButton()).toBeVisible()
    expect(new URLSearchParams(route().split('?')[1]).get('redirect')).toBe('/dashboard?lock=lock-1')
    await signInButton().click()
    expect(signIn).toHaveBeenCalledWith({ silent: false, redirect: '/dashboard?lock=lock-1' })
  })

  it('let those in who are signed in', async () => {
    giveTokens()
    await open('/dashboard')
    await expect.element(page.getByRole('heading', { name: 'The grid' })).toBeVisible()
  })

  it('send those who are signed in from the login page on', async () => {
    giveTokens()
    await open('/login?redirect=%2Fdashboard&lock=lock-1')
    await expect.element(page.getByRole('heading', { name: 'The grid' })).toBeVisible()
    expect(route()).toBe('/dashboard?lock=lock-1')
  })

  it('send a dead token to the login page', async () => {
    giveTokens()
    await open('/dashboard', {
      'GET /user/v1': () => json({ error: 'unauthorized' }, 401),
      'GET /user/v1/identities': () => json({ error: 'unauthorized' }, 401),
      'POST /oauth2/token': () => json({ error: 'invalid_grant' }, 400),
    })
    await expect.element(signInButton()).toBeVisible()
    expect(tab.get('access_token')).toBeNull()
  })

  it('offer another try when the server does not answer', async () => {
    giveTokens()
    let down = true
    await open('/dashboard', {
      ...account,
      'GET /user/v1': (call) => {
        if (down) throw new TypeError('Failed to fetch')
        return account['GET /user/v1']?.(call) as Response
      },
    })
    await expect.element(page.getByRole('heading', { name: 'The server cannot be reached' })).toBeVisible()
    down = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(page.getByRole('heading', { name: 'The grid' })).toBeVisible()
  })
})

describe('while the server is away', () => {
  it('the console says so and goes on by itself once it is back, as late as it was asked to', async () => {
    giveTokens()
    let asked = 0
    const waited = vi.spyOn(window, 'setTimeout')
    await open('/dashboard', {
      ...account,
      'GET /user/v1': (call) => {
        asked += 1
        const headers = { 'Retry-After': '7' }
        if (asked === 1) return Response.json({ error: 'server_unavailable' }, { status: 503, headers })
        return account['GET /user/v1']?.(call) as Response
      },
    })
    await expect.element(page.getByRole('heading', { name: 'The server is not working properly' })).toBeVisible()
    await expect.element(page.getByText('The server is not ready just now. Try again in a moment.')).toBeVisible()
    await expect.element(page.getByText(/The console tries again by itself\.$/)).toBeVisible()
    await waitFor(() => expect(waited.mock.calls.some(([, ms]) => ms === 7000)).toBe(true))
    const look = waited.mock.calls.find(([, ms]) => ms === 7000)?.[0] as () => void
    waited.mockRestore()
    look()
    await expect.element(page.getByRole('heading', { name: 'The grid' })).toBeVisible()
  })
})

describe('a page that cannot be shown', () => {
  it('says what the server refused', async () => {
    giveTokens()
    await open('/dashboard', { ...account, 'GET /user/v1': () => json({ error: 'forbidden', message: 'no' }, 403) })
    await expect.element(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
    await expect.element(page.getByText('You may not do this in this domain.')).toBeVisible()
  })
})

describe('the login page', () => {
  it('asks silently when a username is stored, and shows that it does', async () => {
    local.set('username', 'owner@demo.cardea')
    await open('/login?redirect=%2Fdashboard')
    await expect.element(page.getByText('Checking whether you are signed in')).toBeVisible()
    expect(signIn).toHaveBeenCalledExactlyOnceWith({ silent: true, redirect: '/dashboard' })
  })

  it('does not ask by itself when there is something to read first', async () => {
    local.set('username', 'owner@demo.cardea')
    await open('/login?error=access_denied')
    await expect.element(signInButton()).toBeVisible()
    expect(signIn).not.toHaveBeenCalled()
  })

  it('shows no words of whoever made the link', async () => {
    await open('/login?error=Your%20account%20is%20locked%2C%20call%20%2B45%2012%2034%2056%2078')
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Something went wrong. Please try to sign in again.')
    expect(document.body.textContent).not.toContain('12 34')
  })

  it('shows the error of the query as an alert that can be dismissed', async () => {
    await open('/login?error=access_denied&redirect=%2Fdashboard')
    const alert = page.getByRole('alert')
    await expect.element(alert).toHaveTextContent('Sign-in was cancelled.')
    await expectAccessible()
    await alert.getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(alert).not.toBeInTheDocument()
    expect(route()).toBe('/login?redirect=%2Fdashboard')
  })
})

describe('the return from the authorisation service', () => {
  async function started(options: Parameters<typeof authorizeUrl>[0] = {}): Promise<string | null> {
    fakeApi({})
    return new URL(await authorizeUrl(options)).searchParams.get('state')
  }

  it('says that it authenticates, then shows the dashboard', async () => {
    tab.set('oauth', `?code=C1&state=${await started()}`)
    let answerNow = () => {}
    const waits = new Promise<void>((resolve) => (answerNow = resolve))
    await open('/oauth', { ...account, 'POST /oauth2/token': () => waits.then(tokens) })
    await expect.element(page.getByText('Authenticating')).toBeVisible()
    answerNow()
    await expect.element(page.getByRole('heading', { name: 'The grid' })).toBeVisible()
    expect(route()).toBe('/dashboard')
    expect(local.get('username')).toBe('owner@demo.cardea')
    await expect.element(page.getByRole('main')).toHaveFocus()
  })

  it('goes to the login page with what failed', async () => {
    tab.set('oauth', `?code=C1&state=${await started()}`)
    await open('/oauth', { 'POST /oauth2/token': () => json({ error: 'invalid_grant', message: 'late' }, 400) })
    await expect.element(page.getByRole('alert')).toHaveTextContent('too old. Please sign in again.')
    expect(route()).toBe('/login?error=stale_sign_in')
  })

  it('shows the login page when nobody was signed in', async () => {
    local.set('username', 'owner@demo.cardea')
    tab.set('oauth', `?error=login_required&state=${await started({ silent: true, redirect: '/dashboard' })}`)
    await open('/oauth')
    await expect.element(signInButton()).toBeVisible()
    expect(route()).toBe('/login?redirect=%2Fdashboard')
    expect(signIn).not.toHaveBeenCalled()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })
})

describe('the shell', () => {
  it('passes axe signed in', async () => {
    giveTokens()
    await open('/dashboard')
    await expect.element(page.getByRole('heading', { name: 'The grid' })).toBeVisible()
    await expectAccessible()
  })

  it('lets administrators create groups', async () => {
    giveTokens()
    await open('/dashboard')
    await page.getByRole('button', { name: 'Create group' }).click()
    await waitFor(() => expect(route()).toBe('/dashboard?open=create-group'))
  })

  it('lets administrators create guests, and everybody see to their own account', async () => {
    giveTokens()
    await open('/dashboard')
    await page.getByRole('button', { name: 'Create guests' }).click()
    await waitFor(() => expect(route()).toBe('/dashboard?open=create-users'))
    closeAll()
    await page.getByRole('button', { name: 'My account' }).click()
    await waitFor(() => expect(route()).toBe('/dashboard?open=my-account'))
  })

  it('keeps what is open while somebody changes their own name, and shows it', async () => {
    giveTokens()
    await open('/dashboard')
    await page.getByRole('button', { name: 'Create group' }).click()
    const { user } = currentSession()
    takeOver({ ...user!, display_name: 'Olivia Sand' })
    await expect.element(page.getByText('OS', { exact: true })).toBeInTheDocument()
    expect(openOverlays().map(({ action }) => action)).toEqual(['create-group'])
  })

  it('lets installers create none, and nobody filter where the panel has room', async () => {
    giveTokens()
    const identities = [{ id: 'user-1', domain: 'Home', primary: true, role: 'installer', domain_rights: [] }]
    await open('/dashboard', { ...account, 'GET /user/v1/identities': () => json(identities) })
    await expect.element(page.getByRole('button', { name: 'Log out' })).toBeVisible()
    expect(page.getByRole('button', { name: 'Create group' }).query()).toBeNull()
    expect(page.getByRole('button', { name: 'Create guests' }).query()).toBeNull()
    await expect.element(page.getByRole('button', { name: 'My account' })).toBeVisible()
    expect(page.getByRole('button', { name: 'Filters' }).query()).toBeNull()
    await page.viewport(390, 844)
    await page.getByRole('button', { name: 'Filters' }).click()
    await waitFor(() => expect(route()).toBe('/dashboard?open=modify-filters'))
  })

  it('has one menu in place of most buttons where there is little room, by keyboard too', async () => {
    giveTokens()
    await page.viewport(390, 844)
    await open('/dashboard')
    const more = page.getByRole('button', { name: 'More' })
    await expect.element(more).toBeVisible()
    expect(page.getByRole('button', { name: 'Log out' }).query()).toBeNull()
    await expectAccessible()
    ;(more.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    const names = page
      .getByRole('menuitem')
      .elements()
      .map((one) => one.textContent)
    expect(names).toEqual(['Invite guests', 'Create guests', 'Create group', 'Add device', 'My account', 'Log out'])
    await expect.element(page.getByRole('menuitem', { name: 'Invite guests' })).toHaveFocus()
    await userEvent.keyboard('{End}{Enter}')
    const question = page.getByRole('alertdialog', { name: 'Log out?' })
    await expect.element(question.getByRole('button', { name: 'Log out' })).toHaveFocus()
    await pressEscape()
    await expect.element(more).toHaveFocus()
    await userEvent.keyboard('{Enter}{Enter}')
    await waitFor(() => expect(route()).toBe('/dashboard?open=invite-guests'))
  })

  it('changes the language by keyboard, remembers it and tells the document', async () => {
    await open('/login')
    await expect.element(signInButton()).toBeVisible()
    ;(page.getByRole('button', { name: 'Language: English' }).element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('menu', { name: 'Language' })).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(page.getByRole('button', { name: 'Log ind' })).toBeVisible()
    expect([local.get('language'), document.documentElement.lang]).toEqual(['da-DK', 'da-DK'])
    await showLanguage('en-GB')
  })

  it.each([
    ['its tab comes to the front', () => window.dispatchEvent(new Event('visibilitychange'))],
    ['its window gets the focus', () => window.dispatchEvent(new Event('focus'))],
    ['somebody comes back to it', (pause: () => void) => [pause(), document.body.dispatchEvent(new Event('wheel'))]],
  ])('offers a domain in which somebody was made an administrator once %s', async (_when, look) => {
    const pause = holdTimers(PAUSE)
    giveTokens()
    const identities = await domains()
    let told = identities.map((one) => (one.primary ? one : { ...one, role: 'user' as const }))
    await open('/dashboard', { ...account, 'GET /user/v1/identities': () => json(told) })
    const menu = page.getByRole('button', { name: 'Domain: owner@demo.cardea (Primary Owner)' })
    await menu.click()
    expect(page.getByRole('menuitemradio').elements()).toHaveLength(1)
    await pressEscape()
    told = identities
    look(pause)
    await menu.click()
    await expect.element(page.getByRole('menuitemradio', { name: 'havnegade@flats.dk' })).toBeVisible()
  })

  it('calls nobody the owner who handed their domain over', async () => {
    giveTokens()
    const identities = await domains()
    const told = identities.map((one) => (one.primary ? { ...one, domain: "bo@guests.dk's domain" } : one))
    await open('/dashboard', { ...account, 'GET /user/v1/identities': () => json(told) })
    await expect.element(page.getByRole('button', { name: 'Domain: bo@guests.dk', exact: true })).toBeVisible()
  })

  it('offers the domains of an administrator and loads anew in the chosen one', async () => {
    giveTokens()
    const calls = await open('/dashboard')
    await page.getByRole('button', { name: 'Domain: owner@demo.cardea' }).click()
    await expect
      .element(page.getByRole('menuitemradio', { name: 'owner@demo.cardea (Primary Owner)' }))
      .toHaveAttribute('aria-checked', 'true')
    await page.getByRole('menuitemradio', { name: 'havnegade@flats.dk' }).click()
    await expect.element(page.getByRole('button', { name: 'Domain: havnegade@flats.dk' })).toBeVisible()
    expect(local.get('domainUserId')).toBe('user-22366ba845fb')
    expect(currentSession().identity?.id).toBe('user-22366ba845fb')
    expect(calls.length).toBeGreaterThan(0)
  })

  it('leads from the domain to its settings, which are nothing to choose between', async () => {
    giveTokens()
    await open('/dashboard')
    await page.getByRole('button', { name: 'Domain: owner@demo.cardea' }).click()
    await expect.element(page.getByRole('menuitemradio', { name: /^owner@demo\.cardea/ })).toHaveFocus()
    await expectAccessible()
    await userEvent.keyboard('{End}')
    await expect.element(page.getByRole('menuitem', { name: 'Domain settings' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(route()).toBe('/dashboard?open=domain-settings'))
    expect(currentSession().identity?.id).toBe('user-0366ba845fb5')
  })

  it('asks before it logs out, then forgets everything and shows the login page', async () => {
    giveTokens()
    const calls = await open('/dashboard', { ...account, 'DELETE /oauth2/cookie': () => json({}) })
    local.set('username', 'owner@demo.cardea')
    await page.getByRole('button', { name: 'Log out' }).click()
    const question = page.getByRole('alertdialog', { name: 'Log out?' })
    await expect.element(question).toBeVisible()
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)
    await question.getByRole('button', { name: 'Log out' }).click()
    await expect.element(signInButton()).toBeVisible()
    expect(route()).toBe('/login')
    expect(calls.some(({ method, path }) => method === 'DELETE' && path === '/oauth2/cookie')).toBe(true)
    expect(localStorage).toHaveLength(0)
  })

  it('leaves for the login page, to come back, when the sign-in runs out', async () => {
    giveTokens()
    await open('/dashboard?lock=lock-1')
    await expect.element(page.getByRole('heading', { name: 'The grid' })).toBeVisible()
    local.set('username', 'owner@demo.cardea')
    await forgetSession({ keepLocal: true })
    await expect.element(page.getByText('Checking whether you are signed in')).toBeVisible()
    expect(signIn).toHaveBeenCalledWith({ silent: true, redirect: '/dashboard?lock=lock-1' })
  })

  it('leaves the focus of a page that is loaded anew to the browser', async () => {
    giveTokens()
    await open('/dashboard')
    await expect.element(page.getByRole('heading', { name: 'The grid' })).toBeVisible()
    expect(document.activeElement).toBe(document.body)
  })

  it('moves the focus past the bar', async () => {
    giveTokens()
    await open('/dashboard')
    await expect.element(page.getByRole('heading', { name: 'The grid' })).toBeVisible()
    await userEvent.keyboard('{Tab}')
    await expect.element(page.getByRole('button', { name: 'Skip to content' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('main')).toHaveFocus()
  })
})

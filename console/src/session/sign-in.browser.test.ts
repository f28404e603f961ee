import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { shownLanguage, showLanguage } from '../i18n/i18n'
import { fakeApi, json } from '../testing/fake-api'
import { account, freshSession, giveTokens } from '../testing/session'
import { challengeOf } from './pkce'
import { beginSession, chooseDomain, currentSession, logOut, logOutIdle } from './session'
import { authorizeUrl, finishSignIn } from './sign-in'
import { local, tab } from './storage'

const tokens = () => json({ access_token: 'A1', refresh_token: 'R1', token_type: 'Bearer', expires_in: 3600 })

const begun = { 'user-0366ba845fb5.user-0366ba845fb5': { 'modify-lock.1': {} } }

beforeEach(freshSession)

/** What other tabs hear from now on of what this one puts into local storage. */
function inOtherTabs(): StorageEvent[] {
  const heard: StorageEvent[] = []
  const frame = document.body.appendChild(document.createElement('iframe'))
  onTestFinished(() => frame.remove())
  frame.contentWindow?.addEventListener('storage', (event) => {
    if (event.storageArea === frame.contentWindow?.localStorage) heard.push(event)
  })
  return heard
}

async function started(options = {}): Promise<URLSearchParams> {
  return new URL(await authorizeUrl(options)).searchParams
}

describe('a sign-in begins', () => {
  it('with PKCE, a fresh state and the exact redirect address', async () => {
    fakeApi({})
    const query = await started({ redirect: '/dashboard' })
    const begun = tab.get('sign_in')
    expect(Object.fromEntries(query)).toEqual({
      response_type: 'code',
      client_id: 'cardea-web',
      redirect_uri: `${location.origin}/oauth`,
      state: begun?.state,
      code_challenge: await challengeOf(begun?.verifier as string),
      code_challenge_method: 'S256',
      ui_locales: 'en-GB',
    })
    expect((await started()).get('state')).not.toBe(query.get('state'))
  })

  it('silently with prompt=none', async () => {
    fakeApi({})
    expect((await started({ silent: true })).get('prompt')).toBe('none')
  })

  it('anew with prompt=login, whoever is signed in', async () => {
    fakeApi({})
    expect((await started({ anew: true })).get('prompt')).toBe('login')
  })

  it('at a provider, past the page that lets choose', async () => {
    fakeApi({})
    const address = new URL(await authorizeUrl({ provider: 'company', redirect: '/dashboard' }))
    expect(address.pathname).toBe('/oauth2/providers/company/begin')
    expect(address.searchParams.get('code_challenge_method')).toBe('S256')
    expect(tab.get('sign_in')?.redirect).toBe('/dashboard')
  })
})

describe('a sign-in comes back', () => {
  it('exchanges the code with the verifier, keeps the username and goes where it was wanted', async () => {
    const calls = fakeApi({ ...account, 'POST /oauth2/token': tokens })
    const query = await started({ redirect: '/dashboard?lock=lock-1' })
    const verifier = tab.get('sign_in')?.verifier
    tab.set('oauth', `?code=C1&state=${query.get('state')}`)
    expect(await finishSignIn()).toEqual({ signedIn: true, path: '/dashboard?lock=lock-1' })
    expect(Object.fromEntries(new URLSearchParams(calls[0]?.body))).toEqual({
      grant_type: 'authorization_code',
      code: 'C1',
      redirect_uri: `${location.origin}/oauth`,
      code_verifier: verifier,
      client_id: 'cardea-web',
    })
    expect([local.get('username'), local.get('twofa')]).toEqual(['owner@demo.cardea', false])
    expect(tab.get('access_token')).toBe('A1')
    expect([tab.get('oauth'), tab.get('sign_in')]).toEqual([null, null])
    expect(currentSession().identities.map(({ domain }) => domain)).toEqual(['owner@demo.cardea', 'havnegade@flats.dk'])
  })

  it.each([
    ['de', 'de'],
    ['en-GB', null],
    ['xx', null],
  ])('goes on in the language chosen on the sign-in page: %s', async (chosen, kept) => {
    onTestFinished(() => showLanguage('en-GB'))
    fakeApi({ ...account, 'POST /oauth2/token': tokens })
    const query = await started()
    tab.set('oauth', `?code=C1&ui_locales=${chosen}&state=${query.get('state')}`)
    await finishSignIn()
    expect(shownLanguage()).toBe(kept ?? 'en-GB')
    expect(local.get('language')).toBe(kept)
  })

  it.each(['?code=C1&state=forged', '?code=C1', ''])('refuses an answer with another state: %s', async (answered) => {
    const calls = fakeApi({ ...account, 'POST /oauth2/token': tokens })
    await started()
    tab.set('oauth', answered)
    await expect(finishSignIn()).rejects.toMatchObject({ code: 'stale_sign_in' })
    expect(calls).toHaveLength(0)
  })

  it('refuses an answer to a question that this tab has not asked, and a second use of the first one', async () => {
    fakeApi({ ...account, 'POST /oauth2/token': tokens })
    tab.set('oauth', '?code=C1&state=S')
    await expect(finishSignIn()).rejects.toMatchObject({ code: 'stale_sign_in' })
    const query = await started()
    tab.set('oauth', `?code=C1&state=${query.get('state')}`)
    await finishSignIn()
    tab.set('oauth', `?code=C1&state=${query.get('state')}`)
    await expect(finishSignIn()).rejects.toMatchObject({ code: 'stale_sign_in' })
  })

  it('rejects with what the authorisation service said', async () => {
    fakeApi({})
    const query = await started()
    tab.set('oauth', `?error=access_denied&error_description=No&state=${query.get('state')}`)
    await expect(finishSignIn()).rejects.toMatchObject({ code: 'access_denied', message: 'No' })
  })

  it('clears local storage when nobody was signed in, and keeps where to go', async () => {
    fakeApi({})
    local.set('username', 'owner@demo.cardea')
    const query = await started({ silent: true, redirect: '/dashboard?lock=lock-1' })
    tab.set('oauth', `?error=login_required&state=${query.get('state')}`)
    expect(await finishSignIn()).toEqual({ signedIn: false, path: null, redirect: '/dashboard?lock=lock-1' })
    expect(localStorage).toHaveLength(0)
  })

  it('keeps no token when the account cannot be read', async () => {
    fakeApi({ ...account, 'POST /oauth2/token': tokens, 'GET /user/v1': () => json({ error: 'server_error' }, 500) })
    const query = await started()
    tab.set('oauth', `?code=C1&state=${query.get('state')}`)
    await expect(finishSignIn()).rejects.toMatchObject({ status: 500 })
    expect(tab.get('access_token')).toBeNull()
  })
})

describe('a domain', () => {
  it('is assumed on every call after the account is read, the primary one by default', async () => {
    const calls = fakeApi({ ...account, 'DELETE /oauth2/cookie': () => json({}) })
    giveTokens()
    await beginSession()
    expect(calls.map(({ headers }) => headers.get('x-assume-user'))).toEqual([null, null])
    await logOut()
    expect(calls.at(-1)?.headers.get('x-assume-user')).toBe('user-0366ba845fb5')
  })

  it('is remembered when chosen', async () => {
    fakeApi(account)
    giveTokens()
    await beginSession()
    const other = currentSession().identities.find(({ primary }) => !primary)
    chooseDomain(other as NonNullable<typeof other>)
    expect([local.get('domain'), local.get('domainUserId')]).toEqual(['havnegade@flats.dk', 'user-22366ba845fb'])
    expect(currentSession().identity?.id).toBe('user-22366ba845fb')
  })
})

describe('log-out', () => {
  it.each([
    ['when the server agrees', () => json({})],
    ['when the server fails', () => json({ error: 'server_error' }, 500)],
    [
      'when the server does not answer',
      () => {
        throw new TypeError('Failed to fetch')
      },
    ],
  ])('ends everything here %s', async (_when, answered) => {
    const calls = fakeApi({ ...account, 'DELETE /oauth2/cookie': answered })
    giveTokens()
    local.set('username', 'owner@demo.cardea')
    await beginSession()
    await logOut()
    expect(calls.at(-1)).toMatchObject({ method: 'DELETE', path: '/oauth2/cookie' })
    expect(calls.at(-1)?.headers.get('authorization')).toBe('Bearer A1')
    expect(localStorage).toHaveLength(0)
    expect(tab.get('access_token')).toBeNull()
    expect(currentSession().status).toBe('')
  })

  it('in another tab ends the session here too', async () => {
    fakeApi(account)
    giveTokens()
    await beginSession()
    window.dispatchEvent(new StorageEvent('storage', { key: null, storageArea: localStorage }))
    await expect.poll(() => currentSession().status).toBe('')
    expect(tab.get('access_token')).toBeNull()
  })

  it.each([
    ['by hand', logOut, {}, 'elsewhere'],
    ['by hand, where something was begun here', logOut, begun, 'elsewhereUnsaved'],
    ['for doing nothing', logOutIdle, {}, 'idle'],
    ['for doing nothing, where something was begun here', logOutIdle, begun, 'idleUnsaved'],
  ])('in another tab is told here for what it is: %s', async (_how, leave, drafts, why) => {
    fakeApi({ ...account, 'DELETE /oauth2/cookie': () => json({}) })
    const heard = inOtherTabs()
    giveTokens()
    await beginSession()
    await leave()
    await expect.poll(() => heard.at(-1)?.key).toBeNull()
    giveTokens()
    await beginSession()
    tab.set('drafts', drafts)
    for (const { key, newValue } of heard) {
      window.dispatchEvent(new StorageEvent('storage', { key, newValue, storageArea: localStorage }))
    }
    await expect.poll(() => currentSession().status).toBe('')
    expect(tab.get('signed_out')).toBe(why)
    expect(tab.get('drafts')).toBeNull()
  })
})

import { afterEach, beforeEach, onTestFinished, vi } from 'vitest'
import { showLanguage } from '../i18n/i18n'
import { closeAll } from '../overlays/registry'
import type { IdentityEntry } from '../session/domain'
import { forgetSession, startSession, type CurrentUser } from '../session/session'
import { tab } from '../session/storage'
import { json, type Answers } from './fake-api'

/** Empties both storages and the session, now and when the test ends. */
export async function freshSession(): Promise<void> {
  const reset = async () => {
    closeAll()
    await forgetSession()
    tab.clear()
  }
  await reset()
  onTestFinished(startSession())
  onTestFinished(reset)
}

/** Tokens in this tab that end in `seconds`. */
export function giveTokens(seconds = 3600, names = { access: 'A1', refresh: 'R1' }): void {
  tab.set('access_token', names.access)
  tab.set('refresh_token', names.refresh)
  tab.set('access_token_ends', { at: Date.now() + seconds * 1000, lifetime: 3_600_000 })
}

/**
 * Begins each test with a fresh session and tokens, the clock stopped at `now` where that is given; ends it with the true clock and in
 * English.
 */
export function signedIn(now?: number): void {
  beforeEach(async () => {
    if (now !== undefined) vi.useFakeTimers({ toFake: ['Date'], now })
    await freshSession()
    giveTokens()
  })
  afterEach(async () => {
    vi.useRealTimers()
    await showLanguage('en-GB')
  })
}

/** The answers to a signed-in owner of two domains. */
export const account: Answers = {
  'GET /user/v1': () =>
    json({
      id: 'user-0366ba845fb5',
      username: 'owner@demo.cardea',
      domain: 'owner@demo.cardea',
      alias: '',
      firstname: 'Mette',
      lastname: 'Sørensen',
      display_name: 'Mette Sørensen',
      email_address: 'owner@demo.cardea',
      mail: 'owner@demo.cardea',
      address: '',
      phone: '',
      language: 'da-DK',
      eula: true,
      role: 'administrator',
      '2fa': false,
      has_password: true,
    } satisfies CurrentUser),
  'GET /user/v1/identities': () =>
    json([
      {
        id: 'user-22366ba845fb',
        domain: "havnegade@flats.dk's domain",
        primary: false,
        role: 'administrator',
        domain_rights: [],
        required_provider: null,
      },
      {
        id: 'user-0366ba845fb5',
        domain: "owner@demo.cardea's domain",
        primary: true,
        role: 'administrator',
        domain_rights: [],
        required_provider: null,
      },
    ] satisfies IdentityEntry[]),
}

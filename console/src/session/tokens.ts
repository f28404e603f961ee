import { send } from '../api/client'
import { apiBase, config } from '../api/config'
import { ApiError, errorFrom } from '../api/errors'
import type { components } from '../generated/api'
import { tab } from './storage'

/** What the token endpoint answers; `expires_in` in seconds. */
export type TokenAnswer = components['schemas']['TokenAnswer']

/** How long before its end a token is renewed, in milliseconds; short-lived ones at half their life. */
const lead = 60_000

let renewal: Promise<string | null> | null = null
let timer: ReturnType<typeof setTimeout> | undefined
let onEnded: () => void = () => {}

/** Calls back when the server has refused to renew: the sign-in is over. */
export function whenTokensEnd(callback: () => void): void {
  onEnded = callback
}

/** Whether this tab holds tokens. */
export function hasTokens(): boolean {
  return tab.get('access_token') !== null
}

/** Puts tokens in place of the ones before and sees to their renewal. */
export function keepTokens(tokens: TokenAnswer): void {
  const lifetime = tokens.expires_in * 1000
  tab.set('access_token', tokens.access_token)
  tab.set('refresh_token', tokens.refresh_token)
  tab.set('access_token_ends', { at: Date.now() + lifetime, lifetime })
  scheduleRenewal()
}

/** Forgets the tokens of this tab. */
export function dropTokens(): void {
  clearTimeout(timer)
  tab.remove('access_token', 'refresh_token', 'access_token_ends')
}

/** Asks the token endpoint. Rejects with an `ApiError` when it refuses. */
export async function requestTokens(form: Record<string, string>): Promise<TokenAnswer> {
  const body = new URLSearchParams({ ...form, client_id: config().client_id })
  const response = await send(new Request(`${apiBase()}/oauth2/token`, { method: 'POST', body }), { anonymous: true })
  const answered: unknown = await response.json().catch(() => null)
  if (!response.ok) throw errorFrom(response, answered)
  return answered as TokenAnswer
}

/** When to renew, in milliseconds since 1970 UTC. */
function renewAt(): number {
  const ends = tab.get('access_token_ends')
  return ends === null ? 0 : ends.at - Math.min(lead, ends.lifetime / 2)
}

/** Renews the token in time even when no call is made, so that the change feed lives on. */
export function scheduleRenewal(): void {
  clearTimeout(timer)
  if (!hasTokens()) return
  timer = setTimeout(
    () => {
      accessToken().catch((failure: unknown) => console.warn('the token could not be renewed yet', failure))
    },
    Math.max(0, renewAt() - Date.now()),
  )
}

/** The token to send now, renewed beforehand when it is about to end; null when signed out. */
export async function accessToken(): Promise<string | null> {
  const token = tab.get('access_token')
  if (token === null) return null
  if (Date.now() < renewAt()) return token
  try {
    return await renew(token)
  } catch (failure) {
    // No answer: the token may be good for some seconds yet, and the call itself will tell.
    if (Date.now() < (tab.get('access_token_ends')?.at ?? 0)) return token
    throw failure
  }
}

/**
 * Renews after `rejected` was refused or is about to end. Parallel calls share one renewal, and one that comes late gets the
 * token that has replaced `rejected` meanwhile. Answers null, and ends the sign-in, when the server refuses.
 */
export function renew(rejected: string): Promise<string | null> {
  const token = tab.get('access_token')
  if (token !== rejected) return Promise.resolve(token)
  renewal ??= exchange().finally(() => {
    renewal = null
  })
  return renewal
}

async function exchange(): Promise<string | null> {
  const refresh = tab.get('refresh_token')
  if (refresh === null) return end()
  try {
    const tokens = await requestTokens({ grant_type: 'refresh_token', refresh_token: refresh })
    // Logged out, or in as someone else, while the answer was on its way.
    if (tab.get('refresh_token') !== refresh) return tab.get('access_token')
    keepTokens(tokens)
    return tokens.access_token
  } catch (failure) {
    if (failure instanceof ApiError && (failure.status === 400 || failure.status === 401)) return end()
    throw failure
  }
}

function end(): null {
  dropTokens()
  onEnded()
  return null
}

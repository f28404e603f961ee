import { apiBase, config } from '../api/config'
import { ApiError } from '../api/errors'
import { shownLanguage } from '../i18n/i18n'
import { isLanguageTag } from '../i18n/languages'
import { noteActivity } from './idle'
import { chooseLanguage } from './language'
import { challengeOf, randomText } from './pkce'
import { invitationPath, returnPath } from './return-path'
import { beginSession, forgetSession } from './session'
import { local, tab } from './storage'
import { dropTokens, keepTokens, requestTokens, type TokenAnswer } from './tokens'

/** How a sign-in begins. */
export interface SignInOptions {
  /** Where to go afterwards, a path of the console. */
  redirect?: string | null
  /** Asks only whether the browser is signed in already, without showing a page. */
  silent?: boolean
  /** Asks for the password also where the browser is signed in already. */
  anew?: boolean
  /** The id of the provider at which to sign in: the page that lets choose is passed by. */
  provider?: string
}

/** The address to which the authorisation service sends the browser back. */
function redirectUri(): string {
  return `${location.origin}/oauth`
}

/** The authorisation service's address for a new sign-in, which is remembered in this tab. */
export async function authorizeUrl({
  redirect = null,
  silent = false,
  anew = false,
  provider,
}: SignInOptions): Promise<string> {
  const state = randomText(24)
  const verifier = randomText(48)
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: config().client_id,
    redirect_uri: redirectUri(),
    state,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
    ui_locales: shownLanguage(),
  })
  if (silent) query.set('prompt', 'none')
  if (anew) query.set('prompt', 'login')
  tab.set('sign_in', { state, verifier, redirect, silent })
  const page = provider === undefined ? 'authorize' : `providers/${encodeURIComponent(provider)}/begin`
  return `${apiBase()}/oauth2/${page}?${query}`
}

/** The authorisation service's page on which whoever is invited gets an account; the letter that it sends leads to the invitation. */
export function signUpUrl(invitation: string): string {
  return `${apiBase()}/oauth2/sign_up?${new URLSearchParams({ invitation, ui_locales: shownLanguage() })}`
}

/** Clears the stored token and sends the browser to the authorisation service. */
export async function signIn(options: SignInOptions = {}): Promise<void> {
  dropTokens()
  location.assign(await authorizeUrl(options))
}

/** Has somebody who is signed in show once more that it is they, and brings them back to what is on the screen now. */
export function signInAgain(): Promise<void> {
  return signIn({ anew: true, redirect: location.hash.slice(1) })
}

/** The same by a provider, at once. */
export function signInBy(provider: string): Promise<void> {
  return signIn({ provider, redirect: location.hash.slice(1) })
}

/**
 * How a sign-in ended: whether somebody is signed in and where to go, or that the login page is next. An invitation that is to be shown
 * goes before all else, and its page shows itself also to who is not signed in.
 */
export type SignInResult =
  { signedIn: boolean; path: string } | { signedIn: false; path: null; redirect: string | null }

let finishing: Promise<SignInResult> | null = null

/**
 * Takes up the authorisation service's answer: exchanges the code, reads who signed in. Rejects with an `ApiError` when the
 * answer belongs to no sign-in of this tab or the exchange fails. A silent question answered with no clears local storage.
 */
export function finishSignIn(): Promise<SignInResult> {
  finishing ??= finish().finally(() => {
    finishing = null
  })
  return finishing
}

async function finish(): Promise<SignInResult> {
  const answered = new URLSearchParams(tab.get('oauth') ?? '')
  const begun = tab.get('sign_in')
  tab.remove('oauth', 'sign_in')
  if (begun === null || answered.get('state') !== begun.state) {
    throw new ApiError(0, 'stale_sign_in', 'the answer belongs to no sign-in of this tab')
  }
  const error = answered.get('error')
  if (error !== null && begun.silent) {
    await forgetSession()
    const path = pathOfInvitation()
    return path === null ? { signedIn: false, path, redirect: begun.redirect } : { signedIn: false, path }
  }
  const code = answered.get('code')
  if (error !== null || code === null) {
    throw new ApiError(400, error ?? 'access_denied', answered.get('error_description') ?? error ?? 'no code')
  }
  // The language chosen on the sign-in page is that of the console from here on.
  const language = answered.get('ui_locales')
  if (isLanguageTag(language) && language !== shownLanguage()) await chooseLanguage(language)
  keepTokens(await exchange(code, begun.verifier))
  try {
    const user = await beginSession()
    local.set('username', user.username)
    noteActivity()
  } catch (failure) {
    dropTokens()
    throw failure
  }
  return { signedIn: true, path: pathOfInvitation() ?? returnPath(begun.redirect) }
}

function pathOfInvitation(): string | null {
  const token = tab.get('invitation')
  return token === null ? null : invitationPath(token)
}

async function exchange(code: string, code_verifier: string): Promise<TokenAnswer> {
  try {
    return await requestTokens({ grant_type: 'authorization_code', code, redirect_uri: redirectUri(), code_verifier })
  } catch (failure) {
    // Of a code this means that it is used up or too old, not that a password was wrong.
    if (failure instanceof ApiError && failure.is('invalid_grant')) {
      throw new ApiError(failure.status, 'stale_sign_in', failure.message)
    }
    throw failure
  }
}

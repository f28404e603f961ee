import { useSyncExternalStore } from 'react'
import { answer, client, signWith } from '../api/client'
import { queryClient } from '../api/query-client'
import type { components } from '../generated/api'
import { chosenIdentity, toIdentity, type Identity, type IdentityEntry } from './domain'
import { dropRoleChanges, tellRoleChanges } from './role-changes'
import { hasDrafts, local, onClearedElsewhere, tab, type LoggedOut, type SignedOut } from './storage'
import { accessToken, dropTokens, hasTokens, renew, whenTokensEnd } from './tokens'

/** The person who is signed in, as they are in the domain that their account is of. */
export type CurrentUser = components['schemas']['CurrentUser']

/** Who is signed in. '' is nobody; `loading` while the account is read; `error` when that failed. */
export interface Session {
  status: '' | 'loading' | 'success' | 'error'
  user: CurrentUser | null
  /** Every domain the account acts in, the primary one first. */
  identities: readonly Identity[]
  /** The identity of the chosen domain. */
  identity: Identity | null
}

const nobody: Session = { status: '', user: null, identities: [], identity: null }

let session = nobody
const listeners = new Set<() => void>()

function put(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session as it is now. */
export function currentSession(): Session {
  return session
}

/** The session, drawn again when it changes. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession)
}

/** Calls back on every change of the session. */
export function onSession(listener: () => void): () => void {
  return subscribe(listener)
}

/**
 * Signs all calls with this tab's tokens, and ends the session when they end or another tab logs out. Answers how to hear of that no more.
 */
export function startSession(): () => void {
  signWith({ accessToken, renew, assumedUser: () => session.identity?.id ?? null })
  whenTokensEnd(() => void forgetSession({ keepLocal: true, why: 'ranOut' }))
  return onClearedElsewhere((loggedOut) => {
    const why = loggedOut === null ? 'ranOut' : reasonOf(loggedOut)
    if (loggedOut !== null) forgetBegun()
    void forgetSession({ keepLocal: true, why })
  })
}

let beginning: Promise<CurrentUser> | null = null

/**
 * Reads the account behind this tab's tokens, once; parallel calls share it. Rejects with an `ApiError` when it cannot be read.
 */
export function beginSession(): Promise<CurrentUser> {
  if (session.status === 'success' && session.user) return Promise.resolve(session.user)
  beginning ??= begin().finally(() => {
    beginning = null
  })
  return beginning
}

async function begin(): Promise<CurrentUser> {
  put({ ...nobody, status: 'loading' })
  try {
    const [user, entries] = await Promise.all([
      answer(client.GET('/user/v1')),
      answer(client.GET('/user/v1/identities')),
    ])
    const identities = identitiesOf(entries)
    forgetBegun({ but: user.id })
    tab.remove('signed_out')
    local.set('twofa', user['2fa'])
    put({ status: 'success', user, identities, identity: chosenIdentity(identities, local.get('domainUserId')) })
    return user
  } catch (failure) {
    // Tokens that the server refused are gone by now, and with them the session.
    put({ ...nobody, status: hasTokens() ? 'error' : '' })
    throw failure
  }
}

function identitiesOf(entries: readonly IdentityEntry[]): Identity[] {
  return entries.map(toIdentity).sort((a, b) => Number(b.primary) - Number(a.primary))
}

/**
 * Reads anew in which domains the account acts: it has come into one, or was taken out of one. The chosen one stays while it is still
 * there. Rejects with an `ApiError` when that fails.
 */
export async function refreshIdentities(): Promise<void> {
  const { user } = session
  const identities = identitiesOf(await answer(client.GET('/user/v1/identities')))
  // Somebody else may be signed in by now, or nobody.
  if (user === null || session.user?.id !== user.id) return
  const chosen = session.identity?.id ?? local.get('domainUserId')
  const identity = identities.find(({ id }) => id === chosen) ?? chosenIdentity(identities, chosen)
  // What hangs on them is not begun anew where nothing has changed.
  if (JSON.stringify(identities) === JSON.stringify(session.identities)) return
  // What was read in a domain that is gone is nothing of the next one.
  if (identity?.id !== session.identity?.id) queryClient.clear()
  take(identities, identity)
}

/** Takes over the role that a domain tells of the person whose identity there has this id: sooner than any list of domains, and with it. */
export function takeOverRole(id: string, role: Identity['role']): void {
  const { identities, identity } = session
  if (!identities.some((one) => one.id === id && one.role !== role)) return
  const changed = identities.map((one) => (one.id === id ? { ...one, role } : one))
  take(changed, changed.find((one) => one.id === identity?.id) ?? identity)
}

function take(identities: readonly Identity[], identity: Identity | null): void {
  const before = session
  put({ ...session, identities, identity })
  tellRoleChanges(before.identities, identities)
  // In another role other things are answered.
  if (identity?.id === before.identity?.id && identity?.role !== before.identity?.role) {
    void queryClient.invalidateQueries()
  }
}

/** Goes on in the domain of `next` once the person has ended that of the identity `ended` themself. */
export function goOnIn(next: Identity, ended: Identity): void {
  chooseDomain(next)
  put({ ...session, identities: session.identities.filter(({ id }) => id !== ended.id) })
}

/** Chooses the domain in which to act: its data is loaded anew under its identity. */
export function chooseDomain(identity: Identity): void {
  if (identity.id === session.identity?.id) return
  local.set('domain', identity.domain)
  local.set('domainUserId', identity.id)
  queryClient.clear()
  put({ ...session, identity })
}

/** Takes over what the person has changed of themself, which all their domains tell alike. */
export function takeOver({ display_name, email_address, mail, language, has_password }: CurrentUser): void {
  if (session.user === null) return
  put({ ...session, user: { ...session.user, display_name, email_address, mail, language, has_password } })
}

/** Forgets what was begun in this tab, but not what the account with the id `but` has begun. */
function forgetBegun({ but = '' } = {}): void {
  for (const key of ['drafts', 'dashboard'] as const) {
    const kept = Object.entries(tab.get(key) ?? {}).filter(([owner]) => but !== '' && owner.startsWith(`${but}.`))
    if (kept.length === 0) tab.remove(key)
    else tab.set(key, Object.fromEntries(kept))
  }
}

/**
 * Forgets who was signed in: tokens, answers and, unless `keepLocal`, local storage. `why` is what the login page then says. What was
 * begun stays for whoever signs in again.
 */
export async function forgetSession({
  keepLocal = false,
  why,
}: { keepLocal?: boolean; why?: SignedOut } = {}): Promise<void> {
  const wasSignedIn = session.status !== '' || hasTokens()
  dropTokens()
  if (why !== undefined && wasSignedIn) tab.set('signed_out', why)
  if (!keepLocal) local.clear()
  await queryClient.cancelQueries()
  queryClient.clear()
  dropRoleChanges()
  put(nobody)
}

/**
 * Ends the sign-in here once a password was chosen by a link: whoever chose it signs in with that, whoever this browser is signed in as.
 * Other tabs find out by themselves whether theirs has ended.
 */
export async function endForNewPassword(): Promise<void> {
  await forgetSession({ keepLocal: true })
  tab.set('signed_out', 'newPassword')
}

/** The same once the account is erased, with all that was begun. */
export async function endErased(): Promise<void> {
  forgetBegun()
  await forgetSession({ why: 'erased' })
}

/** So long a log-out waits for the server at most, in milliseconds. */
export const LEAVE_TAKING = 5000

/** Ends the sign-in on the server and here; here also when the server refuses or does not answer. */
export async function logOut(): Promise<void> {
  await leaveServer()
  forgetBegun()
  tab.remove('signed_out')
  local.set('logged_out', 'elsewhere')
  await forgetSession()
}

/**
 * The same for somebody who has left, whoever comes to their screen next; the login page says why they are signed out, and what they lost.
 */
export async function logOutIdle(): Promise<void> {
  await leaveServer()
  const why = reasonOf('idle')
  forgetBegun()
  local.set('logged_out', 'idle')
  await forgetSession({ why })
}

/** What the login page says of a log-out, while it is not yet forgotten what somebody had begun in this tab. */
function reasonOf(loggedOut: LoggedOut): SignedOut {
  return hasDrafts() ? `${loggedOut}Unsaved` : loggedOut
}

async function leaveServer(): Promise<void> {
  const answered = answer(client.DELETE('/oauth2/cookie')).catch((failure: unknown) => {
    console.warn('the server was not told of the log-out', failure)
  })
  // What lies open here does not wait for a server that is away.
  await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, LEAVE_TAKING))])
}

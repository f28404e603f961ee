/**
 * The only place that touches local and session storage. Local storage outlives the tab and is read by all tabs; session
 * storage belongs to one tab and holds its tokens.
 */

import type { Filters } from '../model/grid'

/** What of the first steps in a domain is kept: whether they were shown, the door was tried, and they were put away. */
export interface FirstStepsKept {
  begun: boolean
  tried: boolean
  dismissed: boolean
}

/** What local storage holds, by key. Texts are stored as they are, the rest as JSON. */
export interface Stored {
  language: string
  /** Name of the chosen domain. */
  domain: string
  /** Id of the identity in the chosen domain: what X-Assume-User carries. */
  domainUserId: string
  /** Which rows and columns the dashboard shows. */
  filters: Filters
  /** Whether the person has two-factor authentication. */
  twofa: boolean
  username: string
  /** When new recurring access is open: weekdays as bits, hours in seconds from midnight. */
  defaultRecurringHours: { days: number; hours: readonly { from: number; to: number }[] }[]
  /** Ids of the lists of days that it uses. */
  defaultRecurringDayLists: string[]
  /** What an earlier version kept instead of the hours: weekdays, 0 for Monday, and seconds from midnight. */
  defaultRecurringWeekDays: number[]
  defaultRecurringStartTime: number
  defaultRecurringEndTime: number
  /** By account and domain. */
  firstSteps: Record<string, FirstStepsKept>
  /** Stands there for a moment before a log-out clears everything: what that is to other tabs. */
  logged_out: LoggedOut
  /** When something was last done in any tab, in milliseconds since 1970. */
  activeAt: number
}

/** What session storage holds, by key. */
export interface TabStored {
  access_token: string
  refresh_token: string
  /** When the access token ends and how long it lived at first, in milliseconds (the first since 1970 UTC). */
  access_token_ends: { at: number; lifetime: number }
  /** The sign-in that was started here and has not come back. */
  sign_in: { state: string; verifier: string; redirect: string | null; silent: boolean }
  /** The query string with which the authorisation service sent the browser back; put here by index.html. */
  oauth: string
  /** The token of an invitation that is to be shown after the sign-in. */
  invitation: string
  /** Tells this tab from one that was duplicated from it. */
  tab: string
  /** By account and domain, then by name: what was begun and is not saved. */
  drafts: Record<string, Record<string, unknown>>
  /** By account and domain: what the dashboard searches for, its orders and its page. */
  dashboard: Record<string, unknown>
  /** Why nobody is signed in any more, for the login page to say. */
  signed_out: SignedOut
}

/**
 * Why a sign-in ended: it ran out, another tab of the browser logged out, nothing was done for too long, a new password was chosen, or the
 * account is erased. With `…Unsaved` what was not saved is gone, too.
 */
export type SignedOut = 'ranOut' | LoggedOut | `${LoggedOut}Unsaved` | 'newPassword' | 'erased'

/** What a log-out in one tab is to the others: somebody did it by hand elsewhere, or nothing was done for too long, here as there. */
export type LoggedOut = 'elsewhere' | 'idle'

const plain = new Set<string>([
  'language',
  'domain',
  'domainUserId',
  'username',
  'logged_out',
  'access_token',
  'refresh_token',
  'oauth',
  'invitation',
  'tab',
  'signed_out',
])

/** Typed access to one storage. Reading something unreadable is like reading nothing. */
class TypedStorage<T> {
  readonly #storage: () => Storage

  constructor(storage: () => Storage) {
    this.#storage = storage
  }

  get<K extends keyof T & string>(key: K): T[K] | null {
    const text = this.#storage().getItem(key)
    if (text === null) return null
    if (plain.has(key)) return text as T[K]
    try {
      return JSON.parse(text) as T[K]
    } catch {
      return null
    }
  }

  set<K extends keyof T & string>(key: K, value: T[K]): void {
    this.#storage().setItem(key, plain.has(key) ? (value as string) : JSON.stringify(value))
  }

  remove(...keys: (keyof T & string)[]): void {
    for (const key of keys) this.#storage().removeItem(key)
  }

  clear(): void {
    this.#storage().clear()
  }
}

/** What outlives the tab. */
export const local = new TypedStorage<Stored>(() => localStorage)

/** What belongs to this tab. */
export const tab = new TypedStorage<TabStored>(() => sessionStorage)

/**
 * Calls back when another tab has cleared local storage: its sign-in has ended, and with `loggedOut` somebody was logged out there.
 * Answers how to stop that.
 */
export function onClearedElsewhere(callback: (loggedOut: LoggedOut | null) => void): () => void {
  let loggedOut: LoggedOut | null = null
  const listener = (event: StorageEvent) => {
    if (event.storageArea !== localStorage) return
    if (event.key === 'logged_out' && event.newValue !== null)
      loggedOut = event.newValue === 'idle' ? 'idle' : 'elsewhere'
    if (event.key !== null) return
    callback(loggedOut)
    loggedOut = null
  }
  window.addEventListener('storage', listener)
  return () => window.removeEventListener('storage', listener)
}

/** Whether drafts are kept in this tab, whoever began them. */
export function hasDrafts(): boolean {
  return Object.values(tab.get('drafts') ?? {}).some((drafts) => Object.keys(drafts).length > 0)
}

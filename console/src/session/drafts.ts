/**
 * What a person has begun and not saved, kept in this tab for them and the domain alone. It outlives a reload and a sign-in that ran
 * out, and goes with a log-out, by hand or idle.
 */
import { currentSession } from './session'
import { tab } from './storage'

/** Of whom and where things are kept at the moment; null while nobody is signed in. */
export function keptFor(): string | null {
  const { user, identity } = currentSession()
  return user === null || identity === null ? null : `${user.id}.${identity.id}`
}

/** The draft kept under a name; null when there is none. */
export function keptDraft(name: string): unknown {
  const owner = keptFor()
  return (owner === null ? null : tab.get('drafts')?.[owner]?.[name]) ?? null
}

/** Keeps a draft under a name. */
export function keepDraft(name: string, draft: unknown): void {
  put((drafts) => ({ ...drafts, [name]: draft }))
}

/** Forgets a draft: it is saved, or thrown away. */
export function dropDraft(name: string): void {
  if (keptDraft(name) !== null) put(({ [name]: _dropped, ...others }) => others)
}

function put(change: (drafts: Record<string, unknown>) => Record<string, unknown>): void {
  const owner = keptFor()
  if (owner === null) return
  const all = tab.get('drafts') ?? {}
  tab.set('drafts', { ...all, [owner]: change(all[owner] ?? {}) })
}

/** What the dashboard was left at in this tab, by this person in this domain; null when nothing is kept. */
export function keptDashboard(): unknown {
  const owner = keptFor()
  return (owner === null ? null : tab.get('dashboard')?.[owner]) ?? null
}

/** Keeps what the dashboard is at. */
export function keepDashboard(left: unknown): void {
  const owner = keptFor()
  if (owner !== null) tab.set('dashboard', { ...tab.get('dashboard'), [owner]: left })
}

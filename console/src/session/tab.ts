import { randomText } from './pkce'
import { dropTokens, scheduleRenewal } from './tokens'
import { tab } from './storage'

/** How long a page that is being left may hold its name against the one that follows, in milliseconds. */
const handover = 500

/**
 * Makes sure that this tab's tokens are its own. A duplicated tab starts with a copy of the session storage; two tabs that renew
 * with one refresh token look like theft and lose both, so the copy gives its tokens up and signs in by itself, silently.
 */
export async function claimTab(): Promise<void> {
  const name = tab.get('tab')
  if (name === null || !(await claimed(name))) {
    if (name !== null) dropTokens()
    const fresh = randomText(12)
    tab.set('tab', fresh)
    await claimed(fresh)
  }
  scheduleRenewal()
}

/** Whether this page now holds the name, which it then does until it is left. */
function claimed(name: string): Promise<boolean> {
  return new Promise((resolve) => {
    navigator.locks
      .request(`cardea tab ${name}`, { signal: AbortSignal.timeout(handover) }, () => {
        resolve(true)
        return new Promise<never>(() => {})
      })
      .catch(() => resolve(false))
  })
}

import { useEffect } from 'react'
import { ApiError, askedProvider } from '../../api/errors'
import { refreshIdentities } from '../../session/session'

/** Whether a domain tells the person nothing, and not for want of a sign-in: it may not list them any more. */
export function isRefused(error: unknown): boolean {
  return error instanceof ApiError && [403, 404].includes(error.status) && askedProvider(error) === null
}

/** Reads anew in which domains the person acts once one refuses them, so that the console goes on where they still are somebody. */
export function useRefused(error: unknown): void {
  useEffect(() => {
    if (!isRefused(error)) return
    refreshIdentities().catch((reason: unknown) => console.warn('the domains could not be read anew', reason))
  }, [error])
}

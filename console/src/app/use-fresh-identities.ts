import { focusManager } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentSession, refreshIdentities } from '../session/session'

/** Reads anew in which domains the person acts, and as what, when the page is looked at again: somebody may have decided that meanwhile. */
export function useFreshIdentities(): void {
  useEffect(
    () =>
      focusManager.subscribe((isFocused) => {
        if (!isFocused || currentSession().user === null) return
        refreshIdentities().catch((reason: unknown) => console.warn('the domains could not be read anew', reason))
      }),
    [],
  )
}

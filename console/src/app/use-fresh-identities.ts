import { focusManager } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentSession, refreshIdentities } from '../session/session'
import { watchLooks } from './looks'

/**
 * Reads anew in which domains the person acts, and as what, when the page is looked at again: somebody may have decided that meanwhile, or
 * they themself, elsewhere.
 */
export function useFreshIdentities(): void {
  useEffect(() => {
    focusManager.setEventListener(watchLooks)
    let isAsking = false
    return focusManager.subscribe((isFocused) => {
      if (!isFocused || isAsking || currentSession().user === null) return
      // A tab that comes to the front and its window getting the focus are one look.
      isAsking = true
      refreshIdentities()
        .catch((reason: unknown) => console.warn('the domains could not be read anew', reason))
        .finally(() => {
          isAsking = false
        })
    })
  }, [])
}

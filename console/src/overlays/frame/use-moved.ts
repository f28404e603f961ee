import { useMemo } from 'react'
import { membershipChanges } from '../../model/memberships'

/** What Save moves: what comes to a list of ids, and what leaves it. While it is saved every step would change the answer: then nothing. */
export function useMoved(saved: readonly string[], wanted: readonly string[], pending: 'save' | 'remove' | null) {
  const isResting = pending === null
  const moved = useMemo(() => membershipChanges(saved, isResting ? wanted : saved), [saved, wanted, isResting])
  return { moved, isMoved: moved.added.length + moved.removed.length > 0 }
}

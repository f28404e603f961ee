import { useEffect, useRef } from 'react'

/** Leads, once saving has ended, to the tab on which the server has refused something, unless nothing is refused. */
export function useRefused<K extends string>(
  pending: 'save' | 'remove' | null,
  refused: K | undefined,
  lead: (tab: K) => void,
): void {
  const before = useRef(pending)
  useEffect(() => {
    const ended = before.current === 'save' && pending === null
    before.current = pending
    if (ended && refused !== undefined) lead(refused)
  })
}

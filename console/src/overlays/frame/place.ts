import { createContext, useContext, useEffect, useEffectEvent } from 'react'

/** What an overlay's frame has from where it is shown. Null for one that stands by itself and keeps its tab to itself. */
export const OverlayPlace = createContext<{
  tab: string | null
  showTab: (tab: string) => void
} | null>(null)

/** Takes what is to be asked before the overlay is closed from outside; null for one that nothing outside closes. */
export const OverlayGuard = createContext<((mayClose: () => boolean) => void) | null>(null)

/** Has `mayClose` asked before the overlay is closed from outside. */
export function useGuard(mayClose: () => boolean): void {
  const guard = useContext(OverlayGuard)
  const asked = useEffectEvent(mayClose)
  useEffect(() => guard?.(() => asked()), [guard])
}

/**
 * Has the browser ask before the page is left or loaded anew, while something is shown that is shown once and not taken yet: a reload asks
 * nobody else. What is edited needs none of it: that is kept in the tab.
 */
export function useShownOnce(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isShown])
}

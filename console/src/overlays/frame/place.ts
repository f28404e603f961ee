import { createContext } from 'react'

/** What an overlay's frame has from where it is shown. Null for one that stands by itself and keeps its tab to itself. */
export const OverlayPlace = createContext<{
  tab: string | null
  showTab: (tab: string) => void
  /** Has `mayClose` asked before the overlay is closed from outside. */
  guard: (mayClose: () => boolean) => void
} | null>(null)

import { createContext, useCallback, useContext, useEffect, useState } from 'react'

/** Tells the frame of one more form within it in which something is typed, or of one less. */
type Tell = (by: 1 | -1) => void

/** How forms within a frame tell it; null where there is none. */
export const InnerDrafts = createContext<Tell | null>(null)

/** For a frame: whether something is typed in a form within it, and how it is told. */
export function useInnerDrafts(): [isTyped: boolean, tell: Tell] {
  const [count, setCount] = useState(0)
  const tell = useCallback((by: 1 | -1) => setCount((before) => before + by), [])
  return [count > 0, tell]
}

/** Has the overlay ask before it is closed while something is typed that is no part of what its Save saves. */
export function useInnerDraft(isTyped: boolean): void {
  const tell = useContext(InnerDrafts)
  useEffect(() => {
    if (!isTyped || tell === null) return
    tell(1)
    return () => tell(-1)
  }, [isTyped, tell])
}

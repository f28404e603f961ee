import { useEffect, type RefObject } from 'react'

/**
 * Gives a dialog the focus when what had it is gone: a line that was removed, a button that gave way to another. Otherwise Escape and
 * the arrow keys would speak to the page below.
 */
export function useKeptFocus(dialog: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let frame = 0
    const keep = () => {
      const element = dialog.current
      const covered = element === null || element.closest('[inert], [aria-hidden=true]') !== null
      if (!covered && document.activeElement === document.body) element.focus()
    }
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame)
      // A dialog above that closes gives the focus back in the next frame; only where that fails it is lost.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(keep)
      })
    })
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [dialog])
}

import { useEffect, useEffectEvent } from 'react'
import { isBusy } from './busy'

/** The slash leads to the search, which `reveal` brings onto the screen where it is hidden. */
export function useSlash(reveal: () => void): void {
  const show = useEffectEvent(reveal)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const modified = event.altKey || event.ctrlKey || event.metaKey
      if (event.key !== '/' || modified || event.defaultPrevented || isBusy(document.activeElement)) return
      event.preventDefault()
      show()
      requestAnimationFrame(() => {
        const searches = [...document.querySelectorAll<HTMLElement>('input[type=search]')]
        searches.find((search) => search.checkVisibility())?.focus()
      })
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

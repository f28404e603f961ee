import { useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Takes the focus from a form that rests while something is under way. It goes to `pressed`, which says what that is, or else to the
 * dialog. Afterwards it comes back, if the form is still there and the person has not moved it.
 */
export function useRest(
  isResting: boolean,
  form: RefObject<HTMLElement | null>,
  pressed: RefObject<HTMLElement | null>,
): void {
  const left = useRef<{ from: HTMLElement; to: Element | null } | null>(null)
  useLayoutEffect(() => {
    const focused = document.activeElement
    if (isResting) {
      if (!(focused instanceof HTMLElement) || !form.current?.contains(focused)) return
      pressed.current?.focus()
      if (document.activeElement === focused) form.current.closest<HTMLElement>('[role=dialog]')?.focus()
      left.current = { from: focused, to: document.activeElement }
    } else {
      if (left.current !== null && left.current.to === focused) left.current.from.focus()
      left.current = null
    }
  }, [isResting, form, pressed])
}

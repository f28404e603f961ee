import { useEffect, useRef, useState, type RefObject } from 'react'

/** What of a field takes the focus: not what React Aria hides in it for forms that are sent. */
export const FIELD = 'input:not([hidden]), [role=spinbutton]'

/**
 * How often Save was pressed in vain, and the form whose first wrong field then gets the focus. That field gets it too when saving has
 * ended with a refusal; for this the hook is told what is `pending`.
 */
export function useAttempts<E extends HTMLElement = HTMLDivElement>(
  pending: 'save' | 'remove' | null = null,
): {
  attempts: number
  refuse: () => void
  form: RefObject<E | null>
} {
  const [attempts, setAttempts] = useState(0)
  const form = useRef<E>(null)
  const before = useRef(pending)
  useEffect(() => {
    if (attempts > 0) focusWrong(form.current)
  }, [attempts])
  useEffect(() => {
    if (before.current === 'save' && pending === null) focusWrong(form.current)
    before.current = pending
  }, [pending])
  return { attempts, refuse: () => setAttempts((before) => before + 1), form }
}

function focusWrong(form: HTMLElement | null): void {
  const some = `${FIELD}, button`
  const field = form?.querySelector<HTMLElement>(`[data-invalid]:has(${some})`)
  field?.querySelector<HTMLElement>(some)?.focus()
  // What is said below it too.
  field?.scrollIntoView({ block: 'nearest' })
}

import { useEffect, useRef, useState, type RefObject } from 'react'

/** How often Save was pressed in vain, and the form in which the first field that something is wrong with is then given the focus. */
export function useAttempts(): { attempts: number; refuse: () => void; form: RefObject<HTMLDivElement | null> } {
  const [attempts, setAttempts] = useState(0)
  const form = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (attempts === 0) return
    const field = form.current?.querySelector<HTMLElement>('[data-invalid]:has(input, button)')
    field?.querySelector<HTMLElement>('input, button')?.focus()
    // What is said below it too.
    field?.scrollIntoView({ block: 'nearest' })
  }, [attempts])
  return { attempts, refuse: () => setAttempts((before) => before + 1), form }
}

import { useEffect, useRef } from 'react'

/** A button that can take the focus. */
export function usable(button: HTMLButtonElement | null): HTMLButtonElement | null {
  return button === null || button.disabled ? null : button
}

/**
 * Leads the focus on once what was pressed for is drawn: to what was added, or away from what is gone, where whoever works by keyboard
 * would stand nowhere.
 */
export function useFocusNext(): (find: () => HTMLElement | null | undefined) => void {
  const next = useRef<(() => HTMLElement | null | undefined) | null>(null)
  useEffect(() => {
    const found = next.current?.()
    found?.focus()
    // All of what was added, not its first field alone.
    found?.closest('[data-hours], [data-alone], li')?.scrollIntoView({ block: 'nearest' })
    next.current = null
  })
  return (find) => {
    next.current = find
  }
}

/**
 * Where the focus goes once an entry of a list is gone: to what removes the one that stands in its place, else the one before it. Entries
 * are told by the `data-removes` of the button that removes them.
 */
export function besideRemoved(list: HTMLElement | null, entry: number | string): () => HTMLElement | undefined {
  const shown = () =>
    [...(list?.querySelectorAll<HTMLElement>('[data-removes]') ?? [])].filter((one) => one.checkVisibility())
  const at = shown().findIndex((one) => one.dataset['removes'] === String(entry))
  return () => shown()[at] ?? shown()[at - 1]
}

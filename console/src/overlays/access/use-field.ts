import { useMemo, useReducer, type FocusEvent } from 'react'

/**
 * The value of a date or time field. It stays the same object while `source` does, so a half-typed part is kept. When the focus leaves the
 * field, it is made anew. The handler belongs on an element around the field; `onLeft` is called when the focus leaves it.
 */
export function useField<S, T>(
  source: S,
  make: (source: S) => T,
  onLeft?: () => void,
): { value: T; onBlur: (event: FocusEvent) => void } {
  const [times, leave] = useReducer((count: number) => count + 1, 0)
  const value = useMemo(() => make(source), [source, times])
  return {
    value,
    onBlur(event) {
      if (event.currentTarget.contains(event.relatedTarget)) return
      leave()
      onLeft?.()
    },
  }
}

import { useMemo, useReducer, type FocusEvent } from 'react'

/**
 * The value of a date or time field, which is typed part by part: it stays the same object while `source` does, so that a part not
 * yet finished is left alone, and is made anew when the focus leaves the field, so that the field then shows what counts. The
 * handler belongs on an element around the field; `onLeft` is called when the focus leaves it.
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

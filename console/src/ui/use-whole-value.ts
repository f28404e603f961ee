import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Filling } from './DateParts'

/** What a date or time field is given, so that only whole values leave it. */
export interface WholeValue<T> {
  /** For the element around the parts. */
  box: RefObject<HTMLDivElement | null>
  /** What React Aria's field is to show. */
  shown: T | null
  changed: (value: T | null) => void
  onFilling: (filling: Filling) => void
}

/**
 * Dates and times are typed and cleared part by part, and each key changes the value: 22 is 2 before it is empty. Once a part is empty,
 * what counted before the person began to clear is the value again, while the field keeps its other parts until it is whole or left.
 */
export function useWholeValue<T>({
  value,
  onChange,
  onIncomplete,
}: {
  value: T | null
  onChange: (value: T | null) => void
  onIncomplete?: (isIncomplete: boolean) => void
}): WholeValue<T> {
  const box = useRef<HTMLDivElement>(null)
  const clears = useRef(false)
  // What counted before the person began to clear; undefined while they do not.
  const before = useRef<T | null | undefined>(undefined)
  // What the field goes on showing while a part of it is empty.
  const [kept, keep] = useState<{ value: T | null } | null>(null)
  const [filling, setFilling] = useState<Filling>('whole')
  const isIncomplete = filling === 'part' || (filling === 'odd' && kept !== null)

  const onKey = useEffectEvent((event: Event) => {
    clears.current =
      event instanceof InputEvent
        ? event.inputType.startsWith('delete')
        : ['Backspace', 'Delete'].includes((event as KeyboardEvent).key)
    if (clears.current && kept === null && before.current === undefined) before.current = value
  })
  const onLeave = useEffectEvent((event: FocusEvent) => {
    if (box.current?.contains(event.relatedTarget as Node | null)) return
    clears.current = false
    before.current = undefined
    // A day that does not exist is made one that does by React Aria, which tells of it.
    if (filling !== 'odd') keep(null)
  })
  useEffect(() => {
    const element = box.current
    if (element === null) return
    // On-screen keyboards do not name the keys that are pressed on them, and tell of what they do to the text only by `beforeinput`.
    const on = new AbortController()
    element.addEventListener('keydown', (event) => onKey(event), { capture: true, signal: on.signal })
    element.addEventListener('beforeinput', (event) => onKey(event), { capture: true, signal: on.signal })
    element.addEventListener('focusout', (event) => onLeave(event), { signal: on.signal })
    return () => on.abort()
  }, [])

  const onIncompleteness = useEffectEvent(() => {
    if (isIncomplete) {
      keep({ value })
      if (before.current !== undefined) onChange(before.current)
    } else if (kept !== null) {
      // Filled with what it showed before, of which React Aria does not tell.
      before.current = undefined
      keep(null)
      onChange(kept.value)
    }
    onIncomplete?.(isIncomplete)
  })
  useLayoutEffect(() => onIncompleteness(), [isIncomplete])
  // A field that is hidden keeps nobody from saving.
  const onGone = useEffectEvent(() => onIncomplete?.(false))
  useEffect(() => () => onGone(), [])

  return {
    box,
    shown: kept === null ? value : kept.value,
    changed(next) {
      if (!clears.current) before.current = undefined
      keep(null)
      // With its last part cleared the field shows again what counts.
      onChange(next ?? before.current ?? null)
    },
    onFilling: setFilling,
  }
}

import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { Filling, Lack } from './DateParts'

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
 * Dates and times are typed and cleared part by part, and each key changes the value: 22 is 2 before it is empty. Once a part is empty, or
 * the day is none, what counted before the person began to clear is the value again, while the field keeps its other parts until it is
 * whole.
 */
export function useWholeValue<T>({
  value,
  mayBeEmpty = false,
  onChange,
  onIncomplete,
}: {
  value: T | null
  /** Whether it can be emptied where it had a value. */
  mayBeEmpty?: boolean
  onChange: (value: T | null) => void
  onIncomplete?: (lack: Lack | null) => void
}): WholeValue<T> {
  const box = useRef<HTMLDivElement>(null)
  const clears = useRef(false)
  // What counted before the person began to clear; undefined while they do not.
  const before = useRef<T | null | undefined>(undefined)
  // What the field goes on showing while it is no value, and what counts meanwhile.
  const [kept, keep] = useState<{ value: T | null; counts: T | null } | null>(null)
  const [filling, setFilling] = useState<Filling>('whole')
  const lack = filling === 'empty' || filling === 'whole' ? null : filling
  const isIncomplete = lack !== null
  // Something else has set the value: a ready-made one was chosen, or it follows another field.
  if (kept !== null && ![kept.value, kept.counts].some((one) => String(one) === String(value))) keep(null)

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
    // What is half empty, or is no day, stays so, for the screen to say.
    if (!isIncomplete) keep(null)
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
      keep({ value, counts: before.current === undefined ? value : before.current })
      if (before.current !== undefined) onChange(before.current)
    } else if (kept !== null) {
      // Filled with what it showed before, of which React Aria does not tell.
      before.current = undefined
      keep(null)
      onChange(kept.value)
    }
  })
  useLayoutEffect(() => onIncompleteness(), [isIncomplete])
  const onLack = useEffectEvent(() => onIncomplete?.(lack))
  useLayoutEffect(() => onLack(), [lack])
  // A field that is hidden keeps nobody from saving.
  const onGone = useEffectEvent(() => onIncomplete?.(null))
  useEffect(() => () => onGone(), [])

  return {
    box,
    shown: kept === null ? value : kept.value,
    changed(next) {
      if (!clears.current || (next === null && mayBeEmpty)) before.current = undefined
      keep(null)
      // With its last part cleared the field shows again what counts, unless it may be empty.
      onChange(next ?? before.current ?? null)
    },
    onFilling: setFilling,
  }
}

import { useContext, useLayoutEffect } from 'react'
import {
  DateFieldStateContext,
  DateInput,
  DateSegment,
  TimeFieldStateContext,
  type DateFieldState,
  type DateSegmentProps,
  type TimeFieldState,
} from 'react-aria-components'
import styles from './DateTimePicker.module.css'

/** What keeps the parts of a date or time from being one: some are empty, or they name a day or a time of day that does not exist. */
export type Lack = 'part' | 'noDay' | 'noTime'

/** How the parts of a date or time stand. */
export type Filling = Lack | 'empty' | 'whole'

/** The parts of a date or time, each to be typed by itself; `onFilling` is told how they stand. */
export function DateParts({ onFilling }: { onFilling: (filling: Filling) => void }) {
  return <DateInput className={styles.input}>{(segment) => <Part {...{ segment, onFilling }} />}</DateInput>
}

function Part({ segment, onFilling }: { segment: DateSegmentProps['segment']; onFilling: (filling: Filling) => void }) {
  const date = useContext(DateFieldStateContext)
  const time = useContext(TimeFieldStateContext)
  const state = date ?? time
  const filling = state === null ? 'empty' : fillingOf(state)
  // Before anything else happens: what is left over must not count, not for a moment.
  useLayoutEffect(() => onFilling(filling), [onFilling, filling])
  useLayoutEffect(() => {
    // On leaving, React Aria makes the 28th of a 31 February without a word. What was typed stays, for the screen to say what is wrong.
    if (state !== null && (filling === 'noDay' || filling === 'noTime')) state.confirmPlaceholder = () => {}
  }, [state, filling])
  return <DateSegment segment={segment} className={styles.segment} />
}

function fillingOf(state: DateFieldState | TimeFieldState): Filling {
  const parts = state.segments.filter(({ isEditable }) => isEditable)
  const empty = parts.filter(({ isPlaceholder }) => isPlaceholder).length
  if (empty > 0) return empty === parts.length ? 'empty' : 'part'
  // What is shown is what was typed; the value is the nearest that there is.
  const nearest = state.dateFormatter.formatToParts(state.dateValue)
  const isTyped = (type: 'day' | 'hour') =>
    state.segments.find((part) => part.type === type)?.text === nearest.find((part) => part.type === type)?.value
  return !isTyped('day') ? 'noDay' : !isTyped('hour') ? 'noTime' : 'whole'
}

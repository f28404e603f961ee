import { useContext, useLayoutEffect } from 'react'
import {
  DateFieldStateContext,
  DateInput,
  DateSegment,
  TimeFieldStateContext,
  type DateSegmentProps,
} from 'react-aria-components'
import styles from './DateTimePicker.module.css'

/** How the parts of a date or time stand: all empty, some empty, all filled, or filled with a day that does not exist. */
export type Filling = 'empty' | 'part' | 'whole' | 'odd'

/** The parts of a date or time, each to be typed by itself; `onFilling` is told how they stand. */
export function DateParts({ onFilling }: { onFilling: (filling: Filling) => void }) {
  return <DateInput className={styles.input}>{(segment) => <Part {...{ segment, onFilling }} />}</DateInput>
}

function Part({ segment, onFilling }: { segment: DateSegmentProps['segment']; onFilling: (filling: Filling) => void }) {
  const date = useContext(DateFieldStateContext)
  const time = useContext(TimeFieldStateContext)
  const state = date ?? time
  const parts = state?.segments.filter(({ isEditable }) => isEditable) ?? []
  const empty = parts.filter(({ isPlaceholder }) => isPlaceholder).length
  const isValue = state?.value != null && state.value.toDate('UTC').getTime() === state.dateValue.getTime()
  const filling = empty === 0 ? (isValue ? 'whole' : 'odd') : empty === parts.length ? 'empty' : 'part'
  // Before anything else happens: what is left over must not count, not for a moment.
  useLayoutEffect(() => onFilling(filling), [onFilling, filling])
  return <DateSegment segment={segment} className={styles.segment} />
}

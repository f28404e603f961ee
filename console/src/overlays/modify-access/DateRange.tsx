import { fromAbsolute, type ZonedDateTime } from '@internationalized/date'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateTimeText } from '../../i18n/format'
import { minuteOf, settleEnd, withStart, type Draft, type Problem, type Range } from '../../model/draft'
import { zoneOf } from '../../model/zone'
import { DateTimePicker } from '../../ui/DateTimePicker'
import { useNow } from '../use-now'
import styles from './Overlay.module.css'
import { useField } from './use-field'

/** The first and the last instant of access, by the clock of the door. */
export function DateRange({
  draft,
  opened,
  zone,
  problem,
  onIncomplete,
  edit,
}: {
  draft: Draft
  opened: Draft
  zone: string
  problem: (field: Problem['field']) => string | undefined
  /** Told whether a part of a field is empty. */
  onIncomplete: (field: 'start' | 'end', isIncomplete: boolean) => void
  edit: (change: (draft: Draft) => Draft) => void
}) {
  const { t } = useTranslation()
  const now = useNow()
  const held = useRef<Range>(draft)
  const [set, setSet] = useState<{ end: number; why: 'access.toFollowed' | 'access.toRaised' } | null>(null)
  const shown = (at: number) => fromAbsolute(at, zone)
  const from = useField(draft.start, shown)
  const to = useField(
    draft.end,
    (at) => (at === null ? null : shown(at)),
    () => {
      const { end } = settleEnd(draft)
      if (end !== null && end !== draft.end) setSet({ end, why: 'access.toRaised' })
      edit(settleEnd)
    },
  )
  // From is not before now, but a saved one stays as it is.
  const earliest = draft.type === 'temporary' ? minuteOf(Math.min(now, opened.start, draft.start)) : undefined
  const change = (apply: (at: number) => void) => (value: ZonedDateTime | null) => {
    if (value !== null) apply(value.toDate().getTime())
  }
  return (
    <div className={styles.two}>
      <div
        onFocus={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) held.current = draft
        }}
        onBlur={from.onBlur}
      >
        <DateTimePicker
          label={t('access.from')}
          value={from.value}
          minValue={earliest === undefined ? undefined : shown(earliest)}
          error={problem('start')}
          onIncomplete={(is) => onIncomplete('start', is)}
          onChange={change((at) => {
            const { end } = withStart(draft, at, held.current, zoneOf(zone))
            setSet(end === null || end === held.current.end ? null : { end, why: 'access.toFollowed' })
            edit((current) => withStart(current, at, held.current, zoneOf(zone)))
          })}
        />
      </div>
      <div onBlur={to.onBlur}>
        <DateTimePicker
          label={t('access.to')}
          value={to.value}
          placeholderValue={shown(minuteOf(draft.start))}
          error={problem('end')}
          onIncomplete={(is) => onIncomplete('end', is)}
          onChange={change((end) => edit((current) => ({ ...current, end })))}
        />
        {/* Stands there empty, so that screen readers hear what comes into it. */}
        <p role="status" className={styles.small}>
          {set !== null && set.end === draft.end && t(set.why, { when: dateTimeText(set.end, zone) })}
        </p>
      </div>
    </div>
  )
}

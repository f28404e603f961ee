import { fromAbsolute, type ZonedDateTime } from '@internationalized/date'
import { useTranslation } from 'react-i18next'
import { minuteOf, settleEnd, withStart, type Draft, type Problem } from '../../model/draft'
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
  edit,
}: {
  draft: Draft
  opened: Draft
  zone: string
  problem: (field: Problem['field']) => string | undefined
  edit: (change: (draft: Draft) => Draft) => void
}) {
  const { t } = useTranslation()
  const now = useNow()
  const shown = (at: number) => fromAbsolute(at, zone)
  const from = useField(draft.start, shown)
  const to = useField(
    draft.end,
    (at) => (at === null ? null : shown(at)),
    () => edit(settleEnd),
  )
  // From is not before now, but a saved one stays as it is.
  const earliest = draft.type === 'temporary' ? minuteOf(Math.min(now, opened.start, draft.start)) : undefined
  const change = (apply: (at: number) => void) => (value: ZonedDateTime | null) => {
    if (value !== null) apply(value.toDate().getTime())
  }
  return (
    <div className={styles.two}>
      <div onBlur={from.onBlur}>
        <DateTimePicker
          label={t('access.from')}
          value={from.value}
          minValue={earliest === undefined ? undefined : shown(earliest)}
          error={problem('start')}
          onChange={change((at) => edit((current) => withStart(current, at)))}
        />
      </div>
      <div onBlur={to.onBlur}>
        <DateTimePicker
          label={t('access.to')}
          value={to.value}
          error={problem('end')}
          onChange={change((end) => edit((current) => ({ ...current, end })))}
        />
      </div>
    </div>
  )
}

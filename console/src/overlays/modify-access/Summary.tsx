import { useTranslation } from 'react-i18next'
import { accessSummaryText } from '../../i18n/access-summary'
import { listText } from '../../i18n/format'
import { shortened } from '../../i18n/isolate'
import { allowsRemote } from '../../model/access'
import { calendarType } from '../../model/calendar'
import type { Domain } from '../../model/domain'
import type { EditedCell } from '../../model/editor'
import { saidOf } from '../../model/lines'
import { isOfDay, type Problem } from '../../model/problems'
import type { Wanted } from '../../model/save-plan'
import { Icon } from '../../ui/Icon'
import styles from './Overlay.module.css'

const labels = {
  type: 'access.type',
  start: 'access.from',
  end: 'access.to',
  days: 'access.weekdays',
  dailyStart: 'access.dailyFrom',
  dailyEnd: 'access.dailyTo',
  hours: 'access.hours',
  date: 'access.otherDays.label',
} as const

/** A day otherwise is told by its part of the form: its hours are called as those of no other day are. */
const labelOf = ({ field, at }: Problem) => (isOfDay(at) ? labels.date : labels[field])

/**
 * What stands, or what Save would leave, in one sentence; or which fields keep it from that, where it is said what is wrong with each.
 */
export function Summary({
  domain,
  cell,
  wanted: { rule, profile },
  isChange,
  problems,
  now,
}: {
  domain: Domain
  cell: EditedCell
  wanted: Exclude<Wanted, null>
  /** Whether Save would change something. */
  isChange: boolean
  problems: readonly Problem[]
  now: number
}) {
  const { t } = useTranslation()
  if (isChange && problems.length > 0) {
    const fields = listText([...new Set(problems.map((problem) => t(labelOf(problem))))])
    return (
      <p className={styles.summary}>
        <Icon name="warning" size={18} />
        <span>{t('access.cannotSave', { fields })}</span>
      </p>
    )
  }
  const [who, what] = [shortened(cell.who), shortened(cell.what)]
  const remote = allowsRemote({ profile })
  const said = saidOf(rule && domain.withLists(rule), cell.clock.zone, now)
  const summary = accessSummaryText(who, what, calendarType(rule, now), said, remote, cell.clock, now)
  return <p className={styles.summary}>{isChange ? t('access.afterSave', { summary }) : summary}</p>
}

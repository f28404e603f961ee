import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accessSummaryText } from '../../i18n/access-summary'
import { listText } from '../../i18n/format'
import { shortened } from '../../i18n/isolate'
import { allowsRemote } from '../../model/access'
import { calendarType, isExpired } from '../../model/calendar'
import type { Domain } from '../../model/domain'
import type { EditedCell } from '../../model/editor'
import { shownCalendar } from '../../model/lines'
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
  announcement,
  wanted: { rule, profile },
  isChange,
  problems,
  now,
}: {
  domain: Domain
  cell: EditedCell
  /** What was done last, where screen readers are to hear of it. */
  announcement: string
  wanted: Exclude<Wanted, null>
  /** Whether Save would change something. */
  isChange: boolean
  problems: readonly Problem[]
  now: number
}) {
  const { t } = useTranslation()
  const isWrong = isChange && problems.length > 0
  const text = isWrong ? wrongText() : summaryText()
  const isChanging = useChanging(announcement, text)
  return (
    // All of it is said, and that once it stands: times are typed digit by digit.
    <div role="status" aria-atomic aria-busy={isChanging} className={styles.status}>
      {announcement !== '' && <span className="visually-hidden">{announcement} </span>}
      <p className={styles.summary}>
        {isWrong && <Icon name="warning" size={18} />}
        <span>{text}</span>
      </p>
    </div>
  )

  function wrongText(): string {
    return t('access.cannotSave', { fields: listText([...new Set(problems.map((problem) => t(labelOf(problem))))]) })
  }

  function summaryText(): string {
    const [who, what] = [shortened(cell.who), shortened(cell.what)]
    const remote = allowsRemote({ profile })
    const words = shownCalendar(rule && domain.withLists(rule), cell.clock.zone, now)
    // What has ended opens nothing either once the group has something in it.
    const summary =
      cell.empty !== null && !isExpired(rule, now)
        ? t(`access.empty.${cell.empty}`, { who, what })
        : accessSummaryText(who, what, calendarType(rule, now), words, remote, cell.clock, now)
    return isChange ? t('access.afterSave', { summary }) : summary
  }
}

/** So long a text has to stay as it is, in milliseconds, to be said. */
const SETTLING = 700

/** Whether one of the texts has changed just now. */
function useChanging(announcement: string, text: string): boolean {
  const [settled, settle] = useState({ announcement, text })
  useEffect(() => {
    const timer = setTimeout(() => settle({ announcement, text }), SETTLING)
    return () => clearTimeout(timer)
  }, [announcement, text])
  return settled.announcement !== announcement || settled.text !== text
}

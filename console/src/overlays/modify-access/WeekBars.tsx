import { useTranslation } from 'react-i18next'
import { spanText, weekdayText, weekText } from '../../i18n/calendar-text'
import styles from './WeekBars.module.css'

const share = (seconds: number) => `${(100 * seconds) / 86_400}%`

/** The week drawn as bars: on which days, and from when to when, access is open. */
export function WeekBars({
  days,
  weeks,
  from,
  to,
}: {
  /** Weekdays as bits from Monday 1. */
  days: number
  weeks: number | null
  /** Seconds since midnight. */
  from: number
  to: number
}) {
  const { t } = useTranslation()
  return (
    <div role="img" aria-label={label()} className={styles.week}>
      {[0, 1, 2, 3, 4, 5, 6].map((day) => (
        <div key={day} className={styles.day}>
          <span>{weekdayText(day, 'short')}</span>
          <div className={styles.track}>
            {(days & (1 << day)) !== 0 && to > from && (
              <div className={styles.bar} style={{ left: share(from), width: share(to - from) }} />
            )}
          </div>
        </div>
      ))}
    </div>
  )

  function label(): string {
    if (days === 0) return t('access.weekWithoutDays')
    if (to <= from) return t('access.weekWithoutHours')
    return t('access.week', { days: weekText(days, weeks), hours: spanText(from, to) })
  }
}

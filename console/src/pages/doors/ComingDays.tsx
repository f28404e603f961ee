import { useTranslation } from 'react-i18next'
import { dayHoursText, dayStatementText } from '../../i18n/week-text'
import type { NamedDay } from '../../model/day-lists'
import { Disclosure } from '../../ui/Disclosure'
import styles from './Doors.module.css'

/** The days to come on which a door is open at other hours than the words above say: the next one, and all of them on demand. */
export function ComingDays({ days }: { days: readonly NamedDay[] }) {
  const { t } = useTranslation()
  const [next, ...others] = days.toSorted((a, b) => a.day - b.day)
  if (next === undefined) return null
  if (others.length === 0) return <small>{dayStatementText(next)}</small>
  return (
    <div className={styles.coming}>
      <Disclosure label={t('doors.otherDays', { count: days.length })} detail={dayStatementText(next)}>
        <ul className={styles.days}>
          {[next, ...others].map((day) => (
            <li key={day.day}>{dayHoursText(day)}</li>
          ))}
        </ul>
      </Disclosure>
    </div>
  )
}

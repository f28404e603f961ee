import { useTranslation } from 'react-i18next'
import { listText } from '../../i18n/format'
import { shortened } from '../../i18n/isolate'
import { rangeOfDaysText } from '../../i18n/week-text'
import type { DraftDay } from '../../model/weekly'
import { Button } from '../../ui/Button'
import { DayHours } from './DayHours'
import fields from './fields.module.css'
import type { OnIncomplete, ProblemOf } from './use-incomplete'
import styles from './weekly.module.css'

/** A day otherwise, or several one after another that have the same hours and are changed and removed as one. */
export function OneOrMoreDays({
  days,
  isOutside,
  lists,
  problem,
  onIncomplete,
  onChange,
  onRemove,
  onPart,
}: {
  /** At least one. */
  days: readonly DraftDay[]
  /** Whether access has not begun on one of them, or has ended. */
  isOutside: boolean
  /** The lists of days that name one of them too. */
  lists: readonly { name: string }[]
  problem: ProblemOf
  onIncomplete: OnIncomplete
  onChange: (hours: DraftDay['hours']) => void
  /** Told what they are called. */
  onRemove: (date: string) => void
  /** Has each stand by itself. */
  onPart: () => void
}) {
  const { t } = useTranslation()
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined) return null
  const date = rangeOfDaysText(first.day, last.day)
  return (
    <div role="group" aria-label={date} className={styles.day}>
      <div className={styles.head}>
        <span>{date}</span>
        <Button
          variant="quiet"
          icon="bin"
          data-removes={first.day}
          aria-label={t('access.otherDays.remove', { date })}
          onPress={() => onRemove(date)}
        />
      </div>
      {isOutside && <p className={fields.small}>{t('access.otherDays.outside', { count: days.length })}</p>}
      {lists.length > 0 && (
        <p className={fields.small}>
          {t('access.otherDays.beforeLists', {
            lists: listText(lists.map(({ name }) => shortened(name))),
            count: days.length,
            interpolation: { escapeValue: false },
          })}
        </p>
      )}
      <DayHours {...{ problem, onIncomplete, onChange }} day={first} />
      {days.length > 1 && (
        <div className={styles.actions}>
          <Button variant="quiet" onPress={onPart}>
            {t('access.otherDays.part', { count: days.length })}
          </Button>
        </div>
      )}
    </div>
  )
}

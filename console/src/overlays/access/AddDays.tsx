import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { otherDayText } from '../../i18n/week-text'
import type { Draft } from '../../model/draft'
import { canAddDays, LAST_CHOSEN } from '../../model/problems'
import { countNewDays, type DraftDay } from '../../model/weekly'
import { Button } from '../../ui/Button'
import type { Lack } from '../../ui/DateParts'
import { DateTimePicker } from '../../ui/DateTimePicker'
import { dateOf, dayOf } from './day-dates'
import fields from './fields.module.css'
import { useAnnounce } from './announcement'
import { useField } from './use-field'
import type { OnIncomplete, ProblemOf } from './use-incomplete'
import styles from './weekly.module.css'

/** Chooses a day, or all from one to another, and adds them to those that are there. */
export function AddDays({
  days,
  most,
  full,
  chosen: { newDay, newLastDay },
  today,
  problem,
  onIncomplete,
  onChoose,
  onAdd,
}: {
  days: readonly DraftDay[]
  /** So many there are at most. */
  most: number
  /** What is said when there are as many. */
  full: string
  chosen: Pick<Draft, 'newDay' | 'newLastDay'>
  /** Counted from 1 January 1970. */
  today: number
  problem: ProblemOf
  onIncomplete: OnIncomplete
  onChoose: (chosen: Partial<Pick<Draft, 'newDay' | 'newLastDay'>>) => void
  /** Adds all days from one to another, and empties what is chosen. */
  onAdd: (first: number, last: number) => void
}) {
  const { t } = useTranslation()
  const announce = useAnnounce()
  const shown = (day: number | null) => (day === null ? null : dateOf(day))
  const first = useField(newDay, shown)
  const last = useField(newLastDay, shown)
  // While a date is half filled in, what counted before still does, and is not what stands there.
  const [firstLack, setFirstLack] = useState<Lack | null>(null)
  const [lastLack, setLastLack] = useState<Lack | null>(null)
  const isWhole = firstLack === null && lastLack === null
  const canAdd = isWhole && canAddDays({ otherDays: days, newDay, newLastDay }, today, most)
  const count = newDay === null ? 0 : countNewDays(days, newDay, newLastDay ?? newDay)
  const isFull = days.length >= most

  function add(from: number) {
    onAdd(from, newLastDay ?? from)
    announce(
      newLastDay === null
        ? t('access.said.dayAdded', { date: otherDayText(from) })
        : t('access.said.daysAdded', { count }),
    )
  }

  return (
    <div className={styles.add}>
      <div onBlur={first.onBlur}>
        <DateTimePicker
          granularity="day"
          mayBeEmpty
          label={t('access.otherDays.date')}
          value={first.value}
          placeholderValue={dateOf(today)}
          firstDay={dateOf(today)}
          isDisabled={isFull}
          error={problem('date')}
          onIncomplete={(lack) => {
            setFirstLack(lack)
            onIncomplete('date', lack)
          }}
          onChange={(date) => onChoose({ newDay: date === null ? null : dayOf(date) })}
        />
      </div>
      <div onBlur={last.onBlur}>
        <DateTimePicker
          granularity="day"
          mayBeEmpty
          label={t('access.otherDays.lastDate')}
          value={last.value}
          placeholderValue={dateOf(newDay ?? today)}
          firstDay={dateOf(newDay ?? today)}
          isDisabled={isFull}
          error={problem('date', LAST_CHOSEN)}
          onIncomplete={(lack) => {
            setLastLack(lack)
            onIncomplete('date', lack, LAST_CHOSEN)
          }}
          onChange={(date) => onChoose({ newLastDay: date === null ? null : dayOf(date) })}
        />
      </div>
      <div className={styles.actions}>
        <Button
          icon="plus"
          isDisabled={!canAdd}
          onPress={() => {
            if (canAdd && newDay !== null) add(newDay)
          }}
        >
          {canAdd && newLastDay !== null ? t('access.otherDays.addSeveral', { count }) : t('access.otherDays.add')}
        </Button>
      </div>
      {isFull && <p className={fields.small}>{full}</p>}
    </div>
  )
}

import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { otherDayText } from '../../i18n/week-text'
import type { Draft } from '../../model/draft'
import { canAddDays, LAST_CHOSEN } from '../../model/problems'
import { countNewDays, hasDaysLeft, withDays } from '../../model/weekly'
import { Button } from '../../ui/Button'
import { DateTimePicker } from '../../ui/DateTimePicker'
import { dateOf, dayOf } from './day-dates'
import fields from './fields.module.css'
import { useSay } from './said'
import { useField } from './use-field'
import { useFocusNext } from './use-focus-next'
import type { OnIncomplete, ProblemOf } from './use-incomplete'
import styles from './weekly.module.css'

/** Chooses a day, or all from one to another, and adds them to the days otherwise. */
export function AddDays({
  draft,
  today,
  list,
  problem,
  onIncomplete,
  edit,
}: {
  draft: Draft
  /** Counted from 1 January 1970. */
  today: number
  /** The days that are there, in their order. */
  list: RefObject<HTMLUListElement | null>
  problem: ProblemOf
  onIncomplete: OnIncomplete
  edit: (change: (draft: Draft) => Draft) => void
}) {
  const { t } = useTranslation()
  const focusNext = useFocusNext()
  const say = useSay()
  const { otherDays, newDay, newLastDay } = draft
  const shown = (day: number | null) => (day === null ? null : dateOf(day))
  const first = useField(newDay, shown)
  const last = useField(newLastDay, shown)
  const canAdd = canAddDays(draft, today)
  const count = newDay === null ? 0 : countNewDays(otherDays, newDay, newLastDay ?? newDay)
  const isFull = !hasDaysLeft(otherDays)

  function add(from: number) {
    const at = otherDays.filter(({ day }) => day < from).length
    focusNext(() => list.current?.children[at]?.querySelector('input:checked'))
    edit((current) => ({
      ...current,
      ...{ newDay: null, newLastDay: null },
      otherDays: withDays(current.otherDays, from, newLastDay ?? from),
    }))
    say(
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
          label={t('access.otherDays.date')}
          value={first.value}
          placeholderValue={dateOf(today)}
          firstDay={dateOf(today)}
          isDisabled={isFull}
          error={problem('date')}
          onIncomplete={(lack) => onIncomplete('date', lack)}
          onChange={(date) => edit((current) => ({ ...current, newDay: date === null ? null : dayOf(date) }))}
        />
      </div>
      <div onBlur={last.onBlur}>
        <DateTimePicker
          granularity="day"
          label={t('access.otherDays.lastDate')}
          value={last.value}
          placeholderValue={dateOf(newDay ?? today)}
          firstDay={dateOf(newDay ?? today)}
          isDisabled={isFull}
          error={problem('date', LAST_CHOSEN)}
          onIncomplete={(lack) => onIncomplete('date', lack, LAST_CHOSEN)}
          onChange={(date) => edit((current) => ({ ...current, newLastDay: date === null ? null : dayOf(date) }))}
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
      {isFull && <p className={fields.small}>{t('access.otherDays.full')}</p>}
    </div>
  )
}

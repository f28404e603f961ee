import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { dayHoursText, rangeOfDaysText } from '../../i18n/week-text'
import { isTooLong, type DraftListedDay } from '../../model/list-draft'
import { NAME_MAX } from '../../model/names'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/TextField'
import { DayHours } from '../access/DayHours'
import { useFocusNext } from '../access/use-focus-next'
import type { OnIncomplete, ProblemOf } from '../access/use-incomplete'
import { FIELD } from '../frame/use-attempts'
import weekly from '../access/weekly.module.css'
import styles from './day-lists.module.css'

/**
 * A day of a list, or several one after another that are alike and are changed and removed as one: in a line, or with fields while it is
 * being changed.
 */
export function ListedDayRow({
  days,
  isOpen,
  isWrong,
  problem,
  onIncomplete,
  onOpen,
  onChange,
  onRemove,
  onPart,
}: {
  /** At least one. */
  days: readonly DraftListedDay[]
  isOpen: boolean
  /** Whether one of its fields says that something is wrong with it: Done then leads there. */
  isWrong: boolean
  problem: ProblemOf
  onIncomplete: OnIncomplete
  onOpen: (open: boolean) => void
  onChange: (changed: Partial<Pick<DraftListedDay, 'name' | 'hours'>>) => void
  onRemove: () => void
  /** Has each stand by itself. */
  onPart: () => void
}) {
  const { t } = useTranslation()
  const row = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext()
  const [day] = days
  const last = days.at(-1)
  useEffect(() => {
    // Its field takes the focus without being scrolled to: of a long list the day may lie far from what added it.
    if (isOpen && row.current?.contains(document.activeElement)) row.current.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  if (day === undefined || last === undefined) return null
  const date = rangeOfDaysText(day.day, last.day)
  const remove = (
    <Button
      variant="quiet"
      icon="bin"
      data-removes={day.day}
      aria-label={t('access.otherDays.remove', { date })}
      onPress={onRemove}
    />
  )
  if (!isOpen) {
    return (
      <div ref={row} className={styles.row}>
        <span>{dayHoursText({ ...day, last: last.day })}</span>
        <Button variant="quiet" aria-label={t('dayLists.changeDay', { date })} onPress={() => onOpen(true)}>
          {t('dayLists.edit')}
        </Button>
        {remove}
      </div>
    )
  }
  return (
    <div ref={row} role="group" aria-label={date} className={weekly.day}>
      <div className={weekly.head}>
        <span>{date}</span>
        {remove}
      </div>
      <TextField
        label={t('dayLists.dayName')}
        autoFocus
        value={day.name}
        error={isTooLong(day.name) ? t('errors.field.longerThan', { count: NAME_MAX }) : undefined}
        onChange={(name) => onChange({ name })}
        onKeyDown={(event) => {
          // To the dialog Enter is a press of Save, which changes the day for everybody.
          if (event.key !== 'Enter') return event.continuePropagation()
          // What gets the focus is not pressed by it.
          event.preventDefault()
          if (!event.repeat && !event.nativeEvent.isComposing) finish()
        }}
      />
      <DayHours {...{ day, problem, onIncomplete }} onChange={(hours) => onChange({ hours })} />
      <div className={weekly.actions}>
        <Button onPress={finish}>{t('dayLists.done')}</Button>
        {days.length > 1 && (
          <Button variant="quiet" onPress={onPart}>
            {t('access.otherDays.part', { count: days.length })}
          </Button>
        )}
      </div>
    </div>
  )

  function finish() {
    if (isWrong) {
      row.current?.querySelector('[data-invalid]')?.querySelector<HTMLElement>(FIELD)?.focus()
      return
    }
    focusNext(() => row.current?.querySelector('button'))
    onOpen(false)
  }
}

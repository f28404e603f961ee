import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { dayHoursText, otherDayText } from '../../i18n/week-text'
import { isTooLong, type DraftListedDay } from '../../model/list-draft'
import { Button } from '../../ui/Button'
import { TextField } from '../../ui/TextField'
import { DayHours } from '../access/DayHours'
import { useFocusNext } from '../access/use-focus-next'
import type { OnIncomplete, ProblemOf } from '../access/use-incomplete'
import weekly from '../access/weekly.module.css'
import styles from './day-lists.module.css'

/** What takes the focus in a field. */
const FIELD = 'input:not([hidden]), [role=spinbutton]'

/** One day of a list: in a line, or with its fields while it is being changed. */
export function ListedDayRow({
  day,
  isOpen,
  isWrong,
  problem,
  onIncomplete,
  onOpen,
  onChange,
  onRemove,
}: {
  day: DraftListedDay
  isOpen: boolean
  /** Whether one of its fields says that something is wrong with it: Done then leads there. */
  isWrong: boolean
  problem: ProblemOf
  onIncomplete: OnIncomplete
  onOpen: (open: boolean) => void
  onChange: (day: DraftListedDay) => void
  onRemove: () => void
}) {
  const { t } = useTranslation()
  const row = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext()
  const date = otherDayText(day.day)
  useEffect(() => {
    // Its field takes the focus without being scrolled to: of a long list the day may lie far from what added it.
    if (isOpen && row.current?.contains(document.activeElement)) row.current.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
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
        <span>{dayHoursText(day)}</span>
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
        error={isTooLong(day.name) ? t('errors.field.tooLong') : undefined}
        onChange={(name) => onChange({ ...day, name })}
        onKeyDown={(event) => {
          // To the dialog Enter is a press of Save, which changes the day for everybody.
          if (event.key !== 'Enter') return event.continuePropagation()
          // What gets the focus is not pressed by it.
          event.preventDefault()
          if (!event.repeat && !event.nativeEvent.isComposing) finish()
        }}
      />
      <DayHours {...{ day, problem, onIncomplete }} onChange={(hours) => onChange({ ...day, hours })} />
      <div className={weekly.actions}>
        <Button onPress={finish}>{t('dayLists.done')}</Button>
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

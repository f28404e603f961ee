import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { dayHoursText, otherDayText } from '../../i18n/week-text'
import { isTooLong, type DraftListedDay } from '../../model/list-draft'
import { dayAt } from '../../model/problems'
import { hasHoursLeft, withHours } from '../../model/weekly'
import { Button } from '../../ui/Button'
import { Segmented } from '../../ui/Segmented'
import { TextField } from '../../ui/TextField'
import fields from '../access/fields.module.css'
import { dayLabels } from '../access/HoursFields'
import { HoursList } from '../access/HoursList'
import { useFocusNext } from '../access/use-focus-next'
import type { OnIncomplete, ProblemOf } from '../access/use-incomplete'
import weekly from '../access/weekly.module.css'
import styles from './day-lists.module.css'

/** One day of a list: in a line, or with its fields while it is being changed. */
export function ListedDayRow({
  day,
  isOpen,
  problem,
  onIncomplete,
  onOpen,
  onChange,
  onRemove,
}: {
  day: DraftListedDay
  isOpen: boolean
  problem: ProblemOf
  onIncomplete: OnIncomplete
  onOpen: (open: boolean) => void
  onChange: (day: DraftListedDay) => void
  onRemove: () => void
}) {
  const { t } = useTranslation()
  const row = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext()
  const fullId = useId()
  const hasRoom = hasHoursLeft(day)
  const date = otherDayText(day.day)
  const remove = (
    <Button variant="quiet" icon="bin" aria-label={t('access.otherDays.remove', { date })} onPress={onRemove} />
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
      />
      <Segmented
        label={t('access.otherDays.open')}
        value={day.hours.length === 0 ? 'closed' : 'hours'}
        segments={[
          { value: 'closed', label: t('access.otherDays.closed') },
          { value: 'hours', label: t('access.otherDays.hours') },
        ]}
        onChange={(value) => onChange({ ...day, hours: value === 'closed' ? [] : withHours([]) })}
      />
      {day.hours.length > 0 && (
        <HoursList
          hours={day.hours}
          place={dayAt(day)}
          labels={dayLabels}
          {...{ hasRoom, fullId, problem, onIncomplete }}
          onChange={(hours) => onChange({ ...day, hours })}
        />
      )}
      <p id={fullId} role="status" className={fields.small}>
        {!hasRoom && t('access.otherDays.hoursFull')}
      </p>
      <div className={weekly.actions}>
        <Button
          onPress={() => {
            focusNext(() => row.current?.querySelector('button'))
            onOpen(false)
          }}
        >
          {t('dayLists.done')}
        </Button>
      </div>
    </div>
  )
}

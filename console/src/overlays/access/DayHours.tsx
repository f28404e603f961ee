import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { dayAt } from '../../model/problems'
import { hasHoursLeft, withHours, type DraftDay } from '../../model/weekly'
import { Segmented } from '../../ui/Segmented'
import fields from './fields.module.css'
import { dayLabels } from './HoursFields'
import { HoursList } from './HoursList'
import type { OnIncomplete, ProblemOf } from './use-incomplete'

/** Whether a day that is otherwise is closed, or the hours that it has. */
export function DayHours({
  day,
  problem,
  onIncomplete,
  onChange,
}: {
  day: DraftDay
  problem: ProblemOf
  onIncomplete: OnIncomplete
  onChange: (hours: DraftDay['hours']) => void
}) {
  const { t } = useTranslation()
  const fullId = useId()
  const hasRoom = hasHoursLeft(day)
  return (
    <>
      <Segmented
        label={t('access.otherDays.open')}
        value={day.hours.length === 0 ? 'closed' : 'hours'}
        segments={[
          { value: 'closed', label: t('access.otherDays.closed') },
          { value: 'hours', label: t('access.otherDays.hours') },
        ]}
        onChange={(value) => onChange(value === 'closed' ? [] : withHours([]))}
      />
      {day.hours.length > 0 && (
        <HoursList
          hours={day.hours}
          place={dayAt(day)}
          labels={dayLabels}
          {...{ hasRoom, fullId, problem, onIncomplete, onChange }}
        />
      )}
      <p id={fullId} role="status" className={fields.small}>
        {!hasRoom && t('access.otherDays.hoursFull')}
      </p>
    </>
  )
}

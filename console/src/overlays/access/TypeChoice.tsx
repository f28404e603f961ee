import { useTranslation } from 'react-i18next'
import type { CalendarType } from '../../model/calendar'
import { Segmented } from '../../ui/Segmented'

/** The three types of access. */
export function TypeChoice({
  value,
  error,
  onChange,
  isTemporaryDisabled = false,
  isRecurringDisabled,
}: {
  value: CalendarType
  error: string | undefined
  onChange: (type: CalendarType) => void
  isTemporaryDisabled?: boolean
  isRecurringDisabled: boolean
}) {
  const { t } = useTranslation()
  return (
    <Segmented
      label={t('access.type')}
      value={value}
      error={error}
      onChange={onChange}
      segments={[
        {
          value: 'temporary',
          label: t('access.types.temporary'),
          icon: 'clock',
          tone: 'temporary',
          isDisabled: isTemporaryDisabled,
        },
        {
          value: 'recurring',
          label: t('access.types.recurring'),
          icon: 'week',
          tone: 'recurring',
          isDisabled: isRecurringDisabled,
        },
        { value: 'permanent', label: t('access.types.permanent'), icon: 'key', tone: 'permanent' },
      ]}
    />
  )
}

import { Time } from '@internationalized/date'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { clockText } from '../../i18n/format'
import { spanText } from '../../i18n/week-text'
import { MIDNIGHT } from '../../model/calendar'
import { isNight } from '../../model/lines'
import { hoursAt } from '../../model/problems'
import type { DraftHours } from '../../model/weekly'
import { Button } from '../../ui/Button'
import { Icon } from '../../ui/Icon'
import { TimeField } from '../../ui/TimeField'
import styles from './weekly.module.css'
import { useField } from './use-field'
import type { OnIncomplete, ProblemOf } from './use-incomplete'

const timeOf = (seconds: number) =>
  new Time(Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60)
const secondsOf = (time: Time) => time.hour * 3600 + time.minute * 60 + time.second

/** What the fields are called: hours of weekdays, and of one day. */
export const dailyLabels = { from: 'access.dailyFrom', to: 'access.dailyTo' } as const
export const dayLabels = { from: 'access.otherDays.from', to: 'access.otherDays.to' } as const

export type HoursLabels = typeof dailyLabels | typeof dayLabels

/** Hours of some day, from and to. `onRemove` null: they are the only ones. */
export function HoursFields({
  hours,
  overlapped,
  place,
  labels,
  problem,
  isDisabled = false,
  onIncomplete,
  onChange,
  onRemove,
}: {
  hours: DraftHours
  /** Other hours of the same day, of which they have some. */
  overlapped: DraftHours | undefined
  /** Of what they are the hours: a line or a day. */
  place: string
  labels: HoursLabels
  problem: ProblemOf
  isDisabled?: boolean
  onIncomplete: OnIncomplete
  onChange: (hours: DraftHours) => void
  onRemove: (() => void) | null
}) {
  const { t } = useTranslation()
  const at = hoursAt(place, hours)
  const from = useField(hours.from, timeOf)
  const to = useField(hours.to, timeOf)
  const { to: end } = hours
  return (
    <div data-hours data-several={onRemove !== null || undefined} className={styles.hours}>
      <div onBlur={from.onBlur}>
        <TimeField
          label={t(labels.from)}
          description={overlapText()}
          value={from.value}
          isDisabled={isDisabled}
          error={problem('dailyStart', at)}
          onIncomplete={(lack) => onIncomplete('dailyStart', lack, at)}
          onChange={(time) => {
            if (time !== null) onChange({ ...hours, from: secondsOf(time) })
          }}
        />
      </div>
      <div onBlur={to.onBlur}>
        <TimeField
          label={t(labels.to)}
          description={endText()}
          value={to.value}
          isDisabled={isDisabled}
          error={problem('dailyEnd', at)}
          onIncomplete={(lack) => onIncomplete('dailyEnd', lack, at)}
          onChange={(time) => {
            if (time !== null) onChange({ ...hours, to: secondsOf(time) || MIDNIGHT })
          }}
        />
      </div>
      {onRemove !== null && (
        <Button
          variant="quiet"
          icon="bin"
          aria-label={t('access.removeHours', { hours: spanText(hours.from, hours.to) })}
          isDisabled={isDisabled}
          onPress={onRemove}
        />
      )}
    </div>
  )

  /** Said where it begins, and empty rather than absent, as is what the end says. */
  function overlapText(): string {
    return overlapped ? t('access.overlaps', { hours: spanText(overlapped.from, overlapped.to) }) : ''
  }

  /** Which midnight, or whose morning. Empty rather than absent: React Aria tells the field's parts of no line that comes later. */
  function endText(): ReactNode {
    if (end === MIDNIGHT) return t('access.midnight')
    if (!isNight(hours) || problem('dailyEnd', at) !== undefined) return ''
    // It may be meant, or typed the wrong way round: nobody should have to find out from small print.
    return (
      <span className={styles.night}>
        <Icon name="info" size={16} />
        <span>{t('access.nextDay', { time: clockText(end * 1000, 'UTC') })}</span>
      </span>
    )
  }
}

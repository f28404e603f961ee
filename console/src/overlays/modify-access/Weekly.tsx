import { Time } from '@internationalized/date'
import { useTranslation } from 'react-i18next'
import { weekdayText } from '../../i18n/calendar-text'
import { MIDNIGHT, weekdays } from '../../model/calendar'
import { settleDailyEnd, withDailyStart, type Draft, type Problem } from '../../model/draft'
import { Checkbox } from '../../ui/Checkbox'
import { TimeField } from '../../ui/TimeField'
import { ToggleGroup } from '../../ui/ToggleGroup'
import styles from './Overlay.module.css'
import { WeekBars } from './WeekBars'
import { useField } from './use-field'

const daysOfWeek = ['0', '1', '2', '3', '4', '5', '6'] as const

const timeOf = (seconds: number) =>
  new Time(Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60, seconds % 60)
const secondsOf = (time: Time) => time.hour * 3600 + time.minute * 60 + time.second

/** The weekdays and daily times of recurring access, by the clock of the door. */
export function Weekly({
  draft,
  problem,
  onIncomplete,
  edit,
}: {
  draft: Draft
  problem: (field: Problem['field']) => string | undefined
  /** Told whether a part of a field is empty. */
  onIncomplete: (field: 'dailyStart' | 'dailyEnd', isIncomplete: boolean) => void
  edit: (change: (draft: Draft) => Draft) => void
}) {
  const { t } = useTranslation()
  const isDisabled = draft.saveAsDefault
  const from = useField(draft.dailyStart, timeOf)
  const to = useField(draft.dailyEnd, timeOf, () => edit(settleDailyEnd))
  return (
    <>
      <ToggleGroup
        label={t('access.weekdays')}
        labelHidden
        choices={daysOfWeek.map((day) => ({
          value: day,
          label: weekdayText(Number(day), 'short'),
          name: weekdayText(Number(day), 'long'),
        }))}
        value={weekdays(draft.days).map((day) => daysOfWeek[day] ?? '0')}
        isDisabled={isDisabled}
        error={problem('days')}
        onChange={(days) =>
          edit((current) => ({ ...current, days: days.reduce((bits, day) => bits | (1 << Number(day)), 0) }))
        }
      />
      <div className={styles.times}>
        <div onBlur={from.onBlur}>
          <TimeField
            label={t('access.dailyFrom')}
            value={from.value}
            isDisabled={isDisabled}
            error={problem('dailyStart')}
            onIncomplete={(is) => onIncomplete('dailyStart', is)}
            onChange={(time) => {
              if (time !== null) edit((current) => withDailyStart(current, secondsOf(time)))
            }}
          />
        </div>
        <div onBlur={to.onBlur}>
          <TimeField
            label={t('access.dailyTo')}
            description={draft.dailyEnd === MIDNIGHT ? t('access.midnight') : undefined}
            value={to.value}
            isDisabled={isDisabled}
            error={problem('dailyEnd')}
            onIncomplete={(is) => onIncomplete('dailyEnd', is)}
            onChange={(time) => {
              if (time !== null) edit((current) => ({ ...current, dailyEnd: secondsOf(time) || MIDNIGHT }))
            }}
          />
        </div>
      </div>
      <WeekBars days={draft.days} weeks={draft.weeks} from={draft.dailyStart} to={draft.dailyEnd} />
      <Checkbox
        isSelected={draft.saveAsDefault}
        onChange={(saveAsDefault) => edit((current) => ({ ...settleDailyEnd(current), saveAsDefault }))}
      >
        {t('access.saveAsDefault')}
        <small className={styles.small}>{t('access.saveAsDefaultText')}</small>
      </Checkbox>
    </>
  )
}

import { Time } from '@internationalized/date'
import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { weekdayText } from '../../i18n/calendar-text'
import { MIDNIGHT, weekdays } from '../../model/calendar'
import type { Draft, Problem } from '../../model/draft'
import { Button } from '../../ui/Button'
import { Checkbox } from '../../ui/Checkbox'
import type { Lack } from '../../ui/DateParts'
import { Note } from '../../ui/Note'
import { TimeField } from '../../ui/TimeField'
import { ToggleGroup } from '../../ui/ToggleGroup'
import styles from './fields.module.css'
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
  children,
}: {
  draft: Draft
  problem: (field: Problem['field']) => string | undefined
  /** Told what keeps a field from being a time. */
  onIncomplete: (field: 'dailyStart' | 'dailyEnd', lack: Lack | null) => void
  edit: (change: (draft: Draft) => Draft) => void
  /** Stands below the times: the week as it is drawn, and what meets it. */
  children: ReactNode
}) {
  const { t } = useTranslation()
  // What is kept as the default is not edited meanwhile, unless something is wrong with it.
  const isWrong = (['days', 'dailyStart', 'dailyEnd'] as const).some((field) => problem(field) !== undefined)
  const isDisabled = draft.saveAsDefault && !isWrong
  const from = useField(draft.dailyStart, timeOf)
  const to = useField(draft.dailyEnd, timeOf)
  const lastHour = useRef<HTMLDivElement>(null)
  const asDefault = useRef<HTMLInputElement>(null)
  /** An offer goes away with what it mends: the focus goes to the hours, or to what then keeps them from being edited. */
  const mend = (open: Partial<Draft>) => {
    edit((current) => ({ ...current, ...open }))
    const field = draft.saveAsDefault ? asDefault.current : lastHour.current?.querySelector('[role=spinbutton]')
    if (field instanceof HTMLElement) field.focus()
  }
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
            onIncomplete={(lack) => onIncomplete('dailyStart', lack)}
            onChange={(time) => {
              if (time !== null) edit((current) => ({ ...current, dailyStart: secondsOf(time) }))
            }}
          />
        </div>
        <div ref={lastHour} onBlur={to.onBlur}>
          <TimeField
            label={t('access.dailyTo')}
            description={draft.dailyEnd === MIDNIGHT ? t('access.midnight') : undefined}
            value={to.value}
            isDisabled={isDisabled}
            error={problem('dailyEnd')}
            onIncomplete={(lack) => onIncomplete('dailyEnd', lack)}
            onChange={(time) => {
              if (time !== null) edit((current) => ({ ...current, dailyEnd: secondsOf(time) || MIDNIGHT }))
            }}
          />
        </div>
      </div>
      {draft.dailyEnd < draft.dailyStart && problem('dailyEnd') !== undefined && (
        <Note
          action={
            <span className={styles.choices}>
              <Button onPress={() => mend({ dailyEnd: MIDNIGHT })}>{t('access.overnight.untilMidnight')}</Button>
              <Button onPress={() => mend({ dailyStart: 0, dailyEnd: MIDNIGHT })}>
                {t('access.overnight.allDay')}
              </Button>
            </span>
          }
        >
          {t('access.overnight.text')}
        </Note>
      )}
      {children}
      <Checkbox
        inputRef={asDefault}
        isSelected={draft.saveAsDefault}
        onChange={(saveAsDefault) => edit((current) => ({ ...current, saveAsDefault }))}
      >
        {t('access.saveAsDefault')}
        <small className={styles.small}>{t('access.saveAsDefaultText')}</small>
      </Checkbox>
    </>
  )
}

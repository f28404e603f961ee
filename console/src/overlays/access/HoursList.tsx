import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { overlapped, withChanged, withHours, without, type DraftHours } from '../../model/weekly'
import { Button } from '../../ui/Button'
import { HoursFields, type HoursLabels } from './HoursFields'
import { useAnnounce } from './announcement'
import { usable, useFocusNext } from './use-focus-next'
import type { OnIncomplete, ProblemOf } from './use-incomplete'
import styles from './weekly.module.css'

/** All hours of a line or a day, with what adds and removes them. */
export function HoursList({
  hours,
  place,
  labels,
  hasRoom,
  fullId,
  problem,
  isDisabled = false,
  onIncomplete,
  onChange,
  children,
}: {
  hours: readonly DraftHours[]
  /** Of what they are the hours. */
  place: string
  labels: HoursLabels
  /** Whether there may be further hours. */
  hasRoom: boolean
  /** The id of what says why there is no more room. */
  fullId: string
  problem: ProblemOf
  isDisabled?: boolean
  onIncomplete: OnIncomplete
  onChange: (hours: readonly DraftHours[]) => void
  /** Stands beside what adds hours. */
  children?: ReactNode
}) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const focusNext = useFocusNext()
  const announce = useAnnounce()
  return (
    <div ref={list} className={styles.list}>
      {hours.map((part) => (
        <HoursFields
          key={part.id}
          hours={part}
          overlapped={overlapped(hours, part)}
          {...{ place, labels, problem, isDisabled, onIncomplete }}
          onChange={(changed) => onChange(withChanged(hours, changed))}
          onRemove={
            hours.length === 1
              ? null
              : () => {
                  focusNext(() => usable(add.current) ?? list.current?.querySelector('[role=spinbutton]'))
                  onChange(without(hours, part.id))
                  announce(t('access.said.hoursRemoved'))
                }
          }
        />
      ))}
      <div className={styles.actions}>
        <Button
          ref={add}
          icon="plus"
          isDisabled={isDisabled || !hasRoom}
          aria-describedby={hasRoom ? undefined : fullId}
          onPress={() => {
            focusNext(() =>
              [...(list.current?.querySelectorAll<HTMLElement>('[data-hours]') ?? [])]
                .at(-1)
                ?.querySelector('[role=spinbutton]'),
            )
            onChange(withHours(hours))
            announce(t('access.said.hoursAdded'))
          }}
        >
          {t('access.addHours')}
        </Button>
        {children}
      </div>
    </div>
  )
}

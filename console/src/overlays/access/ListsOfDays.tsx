import { useTranslation } from 'react-i18next'
import { shortened } from '../../i18n/isolate'
import { dayHoursText, otherDaysText } from '../../i18n/week-text'
import { isOver, LISTS_MAX, type DayList } from '../../model/day-lists'
import type { Draft } from '../../model/draft'
import { Checkbox } from '../../ui/Checkbox'
import { Note } from '../../ui/Note'
import fields from './fields.module.css'
import styles from './weekly.module.css'

/** So many days ahead are counted, and so many of them told one by one. */
const YEAR = 365
const NEXT = 3

/** The lists of days of the domain, of which access uses those that are chosen. */
export function ListsOfDays({
  lists,
  chosen,
  today,
  error,
  edit,
}: {
  /** In the order in which they are offered. */
  lists: readonly DayList[]
  chosen: readonly string[]
  /** By the clock of the doors. */
  today: number
  error: string | undefined
  edit: (change: (draft: Draft) => Draft) => void
}) {
  const { t } = useTranslation()
  const isFull = chosen.length >= LISTS_MAX
  if (lists.length === 0) return <p className={fields.small}>{t('access.dayLists.none')}</p>
  return (
    <div role="group" aria-label={t('access.dayLists.label')} data-invalid={error !== undefined || undefined}>
      <ul className={styles.days}>
        {lists.map((list) => (
          <li key={list.id}>
            {choice(list.id, labelOf(list))}
            {chosen.includes(list.id) && <Coming {...{ list, today }} />}
          </li>
        ))}
      </ul>
      {isFull && <p className={fields.small}>{t('access.dayLists.full')}</p>}
      {error !== undefined && (
        <Note tone="danger" announce>
          {error}
        </Note>
      )}
    </div>
  )

  function choice(id: string, label: string) {
    const isSelected = chosen.includes(id)
    return (
      <Checkbox
        isSelected={isSelected}
        isDisabled={isFull && !isSelected}
        onChange={(on) =>
          edit((draft) => ({
            ...draft,
            dayLists: on ? [...draft.dayLists, id] : draft.dayLists.filter((one) => one !== id),
          }))
        }
      >
        {label}
      </Checkbox>
    )
  }

  function labelOf(list: DayList): string {
    const { name, days } = list
    if (isOver(list, today)) return t('access.dayLists.over', { name: shortened(name) })
    const ahead = otherDaysText({ otherDays: days.filter(({ day }) => day >= today && day < today + YEAR) })
    return ahead === null
      ? t('access.dayLists.noneAhead', { name: shortened(name) })
      : t('access.dayLists.ahead', { name: shortened(name), days: ahead })
  }
}

function Coming({ list: { name, days }, today }: { list: DayList; today: number }) {
  const { t } = useTranslation()
  const next = days.filter(({ day }) => day >= today).slice(0, NEXT)
  if (next.length === 0) return null
  return (
    <ul aria-label={t('access.dayLists.coming', { name: shortened(name) })} className={styles.coming}>
      {next.map((day) => (
        <li key={day.day}>{dayHoursText(day)}</li>
      ))}
    </ul>
  )
}

import { useTranslation } from 'react-i18next'
import { shortened } from '../../i18n/isolate'
import { otherDayText } from '../../i18n/week-text'
import type { ListedDay } from '../../model/day-lists'
import { withoutDays, withThese, type ListDraft } from '../../model/list-draft'
import { Checkbox } from '../../ui/Checkbox'
import fields from '../access/fields.module.css'
import weekly from '../access/weekly.module.css'

/** The holidays of some communes alone, of which those are chosen that count where the doors are: each for all its years. */
export function LocalHolidays({
  days,
  draft,
  edit,
}: {
  /** By date. */
  days: readonly ListedDay[]
  draft: ListDraft
  edit: (change: (draft: ListDraft) => ListDraft) => void
}) {
  const { t } = useTranslation()
  const names = [...new Set(days.map(({ name }) => name))]
  if (names.length === 0) return null
  return (
    <div role="group" aria-labelledby="local-holidays">
      <p id="local-holidays" className={fields.small}>
        {t('dayLists.local')}
      </p>
      <ul className={weekly.days}>
        {names.map((name) => {
          const called = days.filter((one) => one.name === name)
          const isThere = called.every(({ day }) => draft.days.some((one) => one.day === day))
          return (
            <li key={name}>
              <Checkbox
                isSelected={isThere}
                onChange={(on) => edit((current) => (on ? withThese(current, called) : withoutDays(current, called)))}
              >
                {t('dayLists.localDay', { name: shortened(name), date: otherDayText(called[0]?.day ?? 0) })}
              </Checkbox>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

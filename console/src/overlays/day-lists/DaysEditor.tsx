import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateFormat } from '../../i18n/format'
import { LISTED_DAYS_MAX } from '../../model/day-lists'
import { isTooLong, withListedDays, yearOf, type DraftListedDay } from '../../model/list-draft'
import { dayAt, hoursAt } from '../../model/problems'
import { inRanges, rangesOf } from '../../model/weekly'
import { Disclosure } from '../../ui/Disclosure'
import { Note } from '../../ui/Note'
import { AddDays } from '../access/AddDays'
import fields from '../access/fields.module.css'
import { besideRemoved, useFocusNext } from '../access/use-focus-next'
import weekly from '../access/weekly.module.css'
import { ListedDayRow } from './ListedDayRow'
import styles from './day-lists.module.css'
import type { ListEditor } from './use-list-editor'

/** Up to so many days stand in sight whatever their years. */
const FEW = 12

/** The days of a list, year by year, and what adds another. */
export function DaysEditor({ editor }: { editor: ListEditor }) {
  const { t } = useTranslation()
  const { draft, edit, problem, onIncomplete, today, day: openedDay, openDay } = editor
  const { days } = draft
  const section = useRef<HTMLElement>(null)
  const adding = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext()
  // Days that come alike, or are added together, stand together: what is typed later parts or joins none of them.
  const [ranges, setRanges] = useState(() => rangesOf(days))
  const years = [...new Set(days.map(({ day }) => yearOf(day)))]
  const wrong = editor.error('days')
  return (
    <section ref={section} className={weekly.list} aria-labelledby="list-days">
      <h3 id="list-days">{t('dayLists.daysLabel')}</h3>
      {days.length === 0 && <p className={fields.small}>{t('dayLists.noDays')}</p>}
      {years.map((year) => {
        const ofYear = days.filter(({ day }) => yearOf(day) === year)
        return (
          <Disclosure
            key={year}
            label={dateFormat({ year: 'numeric', timeZone: 'UTC' }).format(Date.UTC(year, 0, 1))}
            detail={t('dayLists.days', { count: ofYear.length })}
            defaultExpanded={days.length <= FEW || year === yearOf(today)}
            mustShow={ofYear.some((day) => day.day === openedDay || isWrong(day))}
          >
            <ul className={styles.days}>
              {inRanges(ofYear, ranges).map((alike) => {
                const first = alike[0]?.day ?? 0
                const isAmong = (one: DraftListedDay) => alike.includes(one)
                return (
                  <li key={first}>
                    <ListedDayRow
                      {...{ problem, onIncomplete }}
                      days={alike}
                      isOpen={alike.some((day) => day.day === openedDay || isWrong(day))}
                      isWrong={alike.some(isWrong)}
                      onOpen={(open) => openDay(open ? first : null)}
                      onChange={(changed) => {
                        // One that is shown for what is wrong with it stays open once that is mended, until Done is pressed.
                        openDay(first)
                        change(days.map((one) => (isAmong(one) ? { ...one, ...changed } : one)))
                      }}
                      onRemove={() => {
                        const beside = besideRemoved(section.current, first)
                        focusNext(() => beside() ?? firstField())
                        change(days.filter((one) => !isAmong(one)))
                      }}
                      onPart={() =>
                        setRanges(ranges.filter((one) => alike.every(({ day }) => day < one.first || day > one.last)))
                      }
                    />
                  </li>
                )
              })}
            </ul>
          </Disclosure>
        )
      })}
      {wrong !== undefined && (
        <Note tone="danger" announce>
          {wrong}
        </Note>
      )}
      <div ref={adding}>
        <AddDays
          days={days}
          most={LISTED_DAYS_MAX}
          full={t('dayLists.full')}
          chosen={draft}
          {...{ today, problem, onIncomplete }}
          onChoose={(chosen) => edit((current) => ({ ...current, ...chosen }))}
          onAdd={(first, last) => {
            openDay(first)
            setRanges([...ranges, { first, last }])
            edit((current) => withListedDays(current, first, last))
          }}
        />
      </div>
    </section>
  )

  function change(next: readonly DraftListedDay[]) {
    edit((current) => ({ ...current, days: next }))
  }

  function firstField() {
    return adding.current?.querySelector<HTMLElement>('[role=spinbutton]')
  }

  /** What is wrong with a day must be seen. */
  function isWrong(day: DraftListedDay): boolean {
    const hasWrongHours = day.hours.some((part) => {
      const at = hoursAt(dayAt(day), part)
      return problem('dailyStart', at) !== undefined || problem('dailyEnd', at) !== undefined
    })
    return hasWrongHours || isTooLong(day.name)
  }
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listText } from '../../i18n/format'
import { fewText, namedDayText } from '../../i18n/week-text'
import { renewed, yearsFrom } from '../../model/list-draft'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'
import fields from '../access/fields.module.css'
import styles from '../day-lists/day-lists.module.css'
import { holidayLanguages } from '../day-lists/place-text'
import type { ListEditor } from '../day-lists/use-list-editor'
import { useStep } from '../use-step'

/** Puts the holidays of the years that come into the draft of a list; whoever wants them saves them. */
export function Renew({ editor, country }: { editor: ListEditor; country: string }) {
  const { t } = useTranslation()
  const { pending, failed, run } = useStep()
  const [outcome, setOutcome] = useState<readonly string[] | null>(null)
  const years = yearsFrom(editor.today)
  return (
    <div className={styles.renew}>
      <Button
        icon="refresh"
        isPending={pending !== null}
        pendingLabel={t('dayLists.fetching')}
        onPress={() => void renew()}
      >
        {t('dayLists.renew')}
      </Button>
      <p className={fields.small}>{t('dayLists.renewText', { from: String(years[0]), to: String(years.at(-1)) })}</p>
      {outcome !== null && (
        <Note tone="success" announce>
          {outcome.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Note>
      )}
      {failed !== null && (
        <Note tone="danger" announce>
          {t('dayLists.notFetched')}
        </Note>
      )}
    </div>
  )

  async function renew() {
    setOutcome(null)
    const reckoned = await run(() => reckon().catch(logged))
    if (reckoned === null) return
    const holidays = reckoned.value
    // Years in which nothing is known are not taken out for nothing.
    if (holidays.length === 0) return setOutcome([t('dayLists.noHolidays')])
    const renewal = renewed(editor.draft.days, holidays, years)
    editor.edit((current) => ({ ...current, days: renewed(current.days, holidays, years).days }))
    setOutcome(textsOf(renewal))
  }

  async function reckon() {
    const { holidaysOf } = await import('../../model/holidays')
    return holidaysOf(country, years, holidayLanguages(), (names) => listText(names))
  }

  /** What has come, what has gone, and what somebody removed and may want back. */
  function textsOf({ added, gone, left }: ReturnType<typeof renewed>): string[] {
    const days = fewText(left.map(({ day, name }) => namedDayText(day, name)))
    return [
      added > 0 ? t('dayLists.renewed', { count: added }) : t('dayLists.nothingNew'),
      ...(gone > 0 ? [t('dayLists.pastGone', { count: gone })] : []),
      ...(left.length > 0
        ? [t('dayLists.leftAway', { count: left.length, days, interpolation: { escapeValue: false } })]
        : []),
    ]
  }
}

/** That the holidays could not be reckoned is a fault of the console, of which people are told only that it is so. */
function logged(failure: unknown): never {
  console.error(failure)
  throw failure
}

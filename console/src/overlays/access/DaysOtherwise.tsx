import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomain } from '../../api/queries/use-domain'
import { namesText } from '../../i18n/calendar-text'
import { shortened } from '../../i18n/isolate'
import { dayHoursText, fewText } from '../../i18n/week-text'
import type { DayList } from '../../model/day-lists'
import { ruleOf, type Draft } from '../../model/draft'
import { widerDays } from '../../model/wider-days'
import { dayAtDoor, type Zone } from '../../model/zone'
import { Note } from '../../ui/Note'
import { useDayLists } from '../use-day-lists'
import { ListsOfDays } from './ListsOfDays'
import { OtherDays } from './OtherDays'
import type { OnIncomplete, ProblemOf } from './use-incomplete'

type Edit = (change: (draft: Draft) => Draft) => void

/** The days of recurring access that are otherwise: those of lists, and its own. */
export function DaysOtherwise({
  listsError,
  ...fields
}: {
  draft: Draft
  zone: Zone
  now: number
  problem: ProblemOf
  /** What is wrong with the lists that are chosen. */
  listsError?: string
  onIncomplete: OnIncomplete
  edit: Edit
}) {
  const { t } = useTranslation()
  const { draft, zone, now, edit } = fields
  const lists = useDayLists()
  const gone = useGoneLists(draft.dayLists, lists, edit)
  const chosen = draft.dayLists.flatMap((id) => lists.find((list) => list.id === id) ?? [])
  const rule = ruleOf(draft)
  const wider = rule === null ? [] : widerDays(rule, chosen, zone, now)
  return (
    <>
      {gone.length > 0 && (
        <Note tone="warning" announce>
          {t('access.dayLists.gone', { count: gone.length, names: namesText(gone) })}
        </Note>
      )}
      <OtherDays {...fields} lists={chosen} mustShow={listsError !== undefined}>
        <ListsOfDays {...{ lists, edit }} chosen={draft.dayLists} today={dayAtDoor(now, zone)} error={listsError} />
        {wider.length > 0 && (
          <Note tone="warning">
            {t('access.dayLists.wider', {
              days: fewText(wider.map(dayHoursText)),
              interpolation: { escapeValue: false },
            })}
          </Note>
        )}
      </OtherDays>
    </>
  )
}

/** Takes lists that somebody else removes out of the draft, which could not be saved with them; answers what they were called. */
function useGoneLists(chosen: readonly string[], lists: readonly DayList[], edit: Edit): readonly string[] {
  const { complete } = useDomain()
  const [seen, setSeen] = useState(lists)
  const [gone, setGone] = useState<{ ids: string; names: readonly string[] }>({ ids: '', names: [] })
  const missing = complete ? chosen.filter((id) => lists.every((list) => list.id !== id)) : []
  const ids = missing.join()
  if (missing.length === 0 && seen !== lists) setSeen(lists)
  if (missing.length > 0 && gone.ids !== ids) {
    setGone({ ids, names: missing.map((id) => shortened(seen.find((list) => list.id === id)?.name ?? id)) })
  }
  const leave = useEffectEvent(() =>
    edit((draft) => ({ ...draft, dayLists: draft.dayLists.filter((id) => !missing.includes(id)) })),
  )
  useEffect(() => {
    if (ids !== '') leave()
  }, [ids])
  return gone.names
}

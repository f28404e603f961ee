import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DayListContent } from '../../model/day-lists'
import { LISTED_DAYS_MAX } from '../../model/day-lists'
import {
  isListChanged,
  isTooLong,
  listDraftOf,
  listOf,
  listProblems,
  mergedList,
  sameList,
} from '../../model/list-draft'
import type { ListDraft } from '../../model/list-draft'
import { NAME_MAX } from '../../model/names'
import type { Step } from '../../model/plan'
import { isWaiting } from '../../model/problems'
import { dayAtDoor, zoneOf } from '../../model/zone'
import { useIncomplete, type ProblemOf } from '../access/use-incomplete'
import { useAttempts } from '../frame/use-attempts'
import { useEditor } from '../frame/use-editor'
import { useFieldErrors } from '../frame/use-field-errors'
import { useNow } from '../use-now'
import { viewerZone } from '../viewer-zone'

/** One step of making, saving or removing a list. */
export type ListStep = Step<DayListContent, `dayLists.failed.${'create' | 'save' | 'remove'}`>

/** The fields of a list, with what they hold. */
interface Refusable extends Pick<ListDraft, 'name' | 'country' | 'days'> {
  date: unknown
}

/** Holds a list of days as it is edited. `live` is what stands. */
export function useListEditor(name: string, live: DayListContent) {
  const { t } = useTranslation()
  const now = useNow()
  // No door is asked: it is the day that whoever reads this has.
  const today = dayAtDoor(now, zoneOf(viewerZone()))
  const editor = useEditor<DayListContent, ListDraft, ListStep>({
    name,
    live,
    now,
    same: sameList,
    draftOf: listDraftOf,
    isChanged: isListChanged,
    // Whoever changes one day does not mean another: only where both have changed the same does somebody have to decide.
    merge: (stood, draft, theirs) => {
      const { list, collides } = mergedList(stood, draft, theirs, 'mine')
      return collides ? null : list
    },
  })
  const { draft, opened, edited, failed, standing, theirs } = editor
  const { attempts, refuse, form } = useAttempts()
  const { incomplete, onIncomplete } = useIncomplete()
  // Which day is being changed.
  const [day, openDay] = useState<number | null>(null)
  const wrong = [...listProblems(draft, opened, today), ...incomplete]
  const named = wrong.filter((problem) => attempts > 0 || (edited && !isWaiting(problem)))
  const isNameless = draft.name.trim() === ''
  const isFull = draft.days.length > LISTED_DAYS_MAX
  const isLong = isTooLong(draft.name)
  const error = useFieldErrors<Refusable>({
    draft: { ...draft, date: draft.days },
    problems: {
      ...(isNameless && attempts > 0 && { name: t('errors.field.required') }),
      ...(isLong && { name: t('errors.field.longerThan', { count: NAME_MAX }) }),
      ...(isFull && { days: t('dayLists.tooMany') }),
    },
    reason: failed?.reason ?? null,
    wire: { hours: 'days', daily_start: 'days', daily_end: 'days' },
  })
  const problem: ProblemOf = (field, at) => {
    const found = named.find((one) => one.field === field && one.at === at)
    if (found !== undefined)
      return found.code === 'tooManyDays' ? t('dayLists.full') : t(`access.problem.${found.code}`)
    return field === 'date' ? error('date') : undefined
  }

  const over = (prefer: 'mine' | 'theirs') =>
    theirs === null ? draft : mergedList(listDraftOf(standing), draft, listDraftOf(theirs), prefer).list

  return {
    ...editor,
    today,
    error,
    problem,
    onIncomplete,
    day,
    openDay,
    form,
    attempts,
    /** Presses Save in vain where something is wrong; answers whether it is. */
    refuses(): boolean {
      const isWrong =
        isNameless || isLong || isFull || wrong.length > 0 || draft.days.some((one) => isTooLong(one.name))
      if (isWrong) refuse()
      return isWrong
    },
    /** What Save asks for: one's own changes made to the newest list. */
    wanted: () => listOf(over('mine')),
    /** What it is where somebody else's changes count before one's own. */
    theirWay: () => listOf(over('theirs')),
    /** Goes on from the newest list, with those of one's own changes that do not collide. */
    takeTheirs: () => {
      const next = over('theirs')
      editor.takeTheirs()
      editor.edit(() => next)
    },
  }
}

/** What the parts of the form need of it. */
export type ListEditor = ReturnType<typeof useListEditor>

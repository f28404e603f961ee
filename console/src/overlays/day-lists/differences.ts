import { i18n } from '../../i18n/i18n'
import { dayHoursText, fewText, otherDayText } from '../../i18n/week-text'
import type { DayListContent } from '../../model/day-lists'
import type { Difference } from '../frame/Conflict'

/** How what somebody else made of a list differs from one's own. */
export function listDifferences(theirs: DayListContent, mine: DayListContent): Difference[] {
  const found: Difference[] = []
  if (theirs.name !== mine.name) found.push({ what: i18n.t('dayLists.name'), theirs: theirs.name, mine: mine.name })
  const dayIn = ({ days }: DayListContent, day: number) => days.find((one) => one.day === day)
  const contentOf = (list: DayListContent, day: number) => {
    const there = dayIn(list, day)
    return JSON.stringify(there && [there.name, there.hours])
  }
  const days = [...new Set([...theirs.days, ...mine.days].map(({ day }) => day))].sort((a, b) => a - b)
  const differing = days.filter((day) => contentOf(theirs, day) !== contentOf(mine, day))
  if (differing.length === 0) return found
  const textOf = (list: DayListContent) => {
    return fewText(
      differing.map((day) => {
        const there = dayIn(list, day)
        return there === undefined ? i18n.t('dayLists.notListed', { date: otherDayText(day) }) : dayHoursText(there)
      }),
    )
  }
  return [...found, { what: i18n.t('dayLists.differing'), theirs: textOf(theirs), mine: textOf(mine) }]
}

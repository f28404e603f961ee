import { useTranslation } from 'react-i18next'
import type { Draft } from '../../model/draft'
import { hoursAt, lineAt, type Problem } from '../../model/problems'
import { useFieldErrors } from '../frame/use-field-errors'

/** The fields that a refusal of the server can be about, with what they hold: what it refused is said until that is another. */
interface Refusable extends Pick<Draft, 'type' | 'start' | 'end' | 'refresh' | 'remote'> {
  days: unknown
  dailyStart: unknown
  dailyEnd: unknown
  hours: unknown
  date: unknown
  dayLists: unknown
}

/** What is wrong with the fields of an access, by field and place. The server names no place: what it refuses is said at the first. */
export function useAccessErrors(draft: Draft, problems: readonly Problem[], reason: unknown) {
  const { t } = useTranslation()
  const { type, start, end, refresh, remote, lines, otherDays, dayLists } = draft
  const refused = useFieldErrors<Refusable>({
    draft: {
      ...{ type, start, end, refresh, remote, days: lines, dailyStart: lines, dailyEnd: lines, hours: lines },
      date: otherDays,
      dayLists,
    },
    problems: {},
    reason,
    wire: serverFields,
  })
  const [line] = lines
  const [hours] = line?.hours ?? []
  const first = line && hours && [undefined, lineAt(line), hoursAt(lineAt(line), hours)]
  return (field: keyof Refusable, at?: string): string | undefined => {
    const found = problems.find((one) => one.field === field && one.at === at)
    if (found !== undefined) return t(`access.problem.${found.code}`)
    return first?.includes(at) ? refused(field) : undefined
  }
}

/** What the server calls the fields of a calendar and a link. */
const serverFields = {
  calendar_id: 'type',
  link_profile: 'remote',
  start_time: 'start',
  end_time: 'end',
  number_of_weeks: 'days',
  week_days: 'days',
  daily_start: 'dailyStart',
  daily_end: 'dailyEnd',
  rule_sets: 'hours',
  other_days: 'date',
  day_lists: 'dayLists',
  refresh_interval: 'refresh',
} as const

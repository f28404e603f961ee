/** What keeps a draft of access from being saved. */
import { OTHER_DAYS_MAX, SETS_MAX } from './calendar'
import { minuteOf, type Draft } from './draft'
import { countSets, crossesWeeks, isNight } from './lines'
import { countNewDays, isTwice, type DraftDay, type DraftHours, type DraftLine } from './weekly'
import { DAY, MINUTE } from './zone'

/** The latest start of a day, 23:58:59, in seconds: at least a minute is left of the day. */
export const LATEST_DAILY_START = 86_339
/** The last day that the server takes. */
export const LAST_DAY = Date.UTC(2999, 11, 31) / DAY

/** What keeps a draft from being saved; the field is where it is said. */
export interface Problem {
  field: 'type' | 'start' | 'end' | 'days' | 'dailyStart' | 'dailyEnd' | 'hours' | 'date'
  /** Of which line, or of which hours, where there are several. */
  at?: string
  code:
    | 'administratorsPermanent'
    | 'recurringUnsupported'
    | 'fromBeforeNow'
    | 'toMissing'
    | 'toBeforeFrom'
    | 'fromAfterEnds'
    | 'toPassed'
    | 'noWeekday'
    | 'dailyStartLate'
    | 'dailyEndEarly'
    | 'hoursTwice'
    | 'closesFirst'
    | 'closesEarly'
    | 'nightAcrossWeeks'
    | 'tooManyHours'
    | 'dayNotAdded'
    | 'daysNotAdded'
    | 'daysBackwards'
    | 'tooManyDays'
    | 'dayFirstMissing'
    | 'dayTaken'
    | 'dayOutside'
    | 'dayPast'
    // A part of the field is empty.
    | 'dateIncomplete'
    | 'timeIncomplete'
    | 'dayIncomplete'
    // The parts name a day, or a time of day, that does not exist.
    | 'noDay'
    | 'noTime'
}

/** What the doors and people of a cell allow. */
export interface Allowed {
  administrator: boolean
  recurring: boolean
  /** Which day it is by their clock, where days otherwise are chosen. */
  today?: number
}

/** What is wrong with a draft. `opened` is the draft as it was when the editor opened, at `openedAt`: what is kept is not wrong. */
export function problemsOf(draft: Draft, opened: Draft, openedAt: number, now: number, allowed: Allowed): Problem[] {
  const problems: Problem[] = []
  const { type, start, startless, end } = draft
  if (allowed.administrator && type !== 'permanent') problems.push({ field: 'type', code: 'administratorsPermanent' })
  if (!allowed.recurring && type === 'recurring') problems.push({ field: 'type', code: 'recurringUnsupported' })
  const hasOwnStart = !startless && (start !== opened.start || opened.startless)
  if (type === 'temporary' && start < minuteOf(openedAt) && hasOwnStart) {
    problems.push({ field: 'start', code: 'fromBeforeNow' })
  }
  if (type === 'temporary' || (type === 'recurring' && draft.dated)) {
    const kept = opened.type === type && opened.end === end
    const comesEarly = (at: number | null) => !startless && at !== null && at < start + MINUTE
    if (type === 'recurring' && draft.ownEnds) {
      // The ends of lines are nobody's choice here: only a From that is can be wrong.
      const isAfter = hasOwnStart && draft.lines.some((line) => comesEarly(line.end))
      if (isAfter) problems.push({ field: 'start', code: 'fromAfterEnds' })
    } else if (comesEarly(end)) problems.push({ field: 'end', code: 'toBeforeFrom' })
    else if (end === null) {
      if (type === 'temporary' && (startless || start <= now)) problems.push({ field: 'end', code: 'toMissing' })
    } else if (end <= now && !kept) problems.push({ field: 'end', code: 'toPassed' })
  }
  if (type === 'recurring') problems.push(...weeklyProblems(draft, opened, allowed.today))
  return problems
}

/** The place of a line. */
export function lineAt(line: Pick<DraftLine, 'id'>): string {
  return `line ${line.id}`
}

/** The place of a day otherwise. */
export function dayAt({ day }: Pick<DraftDay, 'day'>): string {
  return `day ${day}`
}

/** Whether a place is a day otherwise, or in one. */
export function isOfDay(place: string | undefined): boolean {
  return place?.startsWith('day ') ?? false
}

/** The place of hours in a line or a day. */
export function hoursAt(place: string, hours: Pick<DraftHours, 'id'>): string {
  return `${place} hours ${hours.id}`
}

function weeklyProblems(draft: Draft, opened: Draft, today = 0): Problem[] {
  const problems: Problem[] = []
  const { lines, otherDays } = draft
  for (const line of lines) {
    if (line.days === 0) problems.push({ field: 'days', at: lineAt(line), code: 'noWeekday' })
    if (crossesWeeks(line)) problems.push({ field: 'days', at: lineAt(line), code: 'nightAcrossWeeks' })
    problems.push(
      ...hoursProblems(lineAt(line), line.hours, true, opened.lines.find(({ id }) => id === line.id)?.hours),
    )
  }
  problems.push(...dayProblems(otherDays, opened.otherDays))
  if (countSets(lines) > SETS_MAX) problems.push({ field: 'hours', code: 'tooManyHours' })
  return [...problems, ...newDayProblems(draft, today)]
}

/** What is wrong with the hours of days that are otherwise; hours that a day of `opened` has are kept, and not wrong. */
export function dayProblems(days: readonly DraftDay[], opened: readonly DraftDay[]): Problem[] {
  return days.flatMap((day) =>
    hoursProblems(dayAt(day), day.hours, false, opened.find((other) => other.day === day.day)?.hours),
  )
}

/** Only the hours of weekdays go on until the next morning: a day otherwise is one day. */
function hoursProblems(
  place: string,
  hours: readonly DraftHours[],
  mayBeNight: boolean,
  opened: readonly DraftHours[] = [],
): Problem[] {
  const cameTwice = (part: DraftHours) =>
    isTwice(opened, part) && opened.some(({ id, from, to }) => id === part.id && from === part.from && to === part.to)
  return hours.flatMap((part): Problem[] => {
    const at = hoursAt(place, part)
    if (isTwice(hours, part) && !cameTwice(part)) return [{ field: 'dailyStart', at, code: 'hoursTwice' }]
    if (mayBeNight && isNight(part)) return []
    if (isNight(part)) return [{ field: 'dailyEnd', at, code: 'closesFirst' }]
    if (part.from > LATEST_DAILY_START) return [{ field: 'dailyStart', at, code: 'dailyStartLate' }]
    return part.to < part.from + 60
      ? [{ field: 'dailyEnd', at, code: mayBeNight ? 'dailyEndEarly' : 'closesEarly' }]
      : []
  })
}

/** The place of the last of several days that are chosen. */
export const LAST_CHOSEN = 'last'

/** What is wrong with days that are chosen, if it is only that they are not added yet. There are at most so many in all. */
export function newDayProblems(
  { otherDays, newDay, newLastDay }: Pick<Draft, 'otherDays' | 'newDay' | 'newLastDay'>,
  today: number,
  most = OTHER_DAYS_MAX,
): Problem[] {
  const isOutside = (day: number) => day < 0 || day > LAST_DAY
  const first = (code: Problem['code']): Problem[] => [{ field: 'date', code }]
  const last = (code: Problem['code']): Problem[] => [{ field: 'date', at: LAST_CHOSEN, code }]
  if (newDay === null) return newLastDay === null ? [] : last('dayFirstMissing')
  if (isOutside(newDay)) return first('dayOutside')
  if (newDay < today) return first('dayPast')
  if (newLastDay !== null && isOutside(newLastDay)) return last('dayOutside')
  if (newLastDay !== null && newLastDay < newDay) return last('daysBackwards')
  const count = countNewDays(otherDays, newDay, newLastDay ?? newDay)
  if (count === 0) return first('dayTaken')
  if (otherDays.length + count > most) return newLastDay === null ? first('tooManyDays') : last('tooManyDays')
  return first(newLastDay === null ? 'dayNotAdded' : 'daysNotAdded')
}

/** Whether days that are chosen can be added. */
export function canAddDays(
  draft: Pick<Draft, 'otherDays' | 'newDay' | 'newLastDay'>,
  today: number,
  most = OTHER_DAYS_MAX,
): boolean {
  return draft.newDay !== null && newDayProblems(draft, today, most).every(isWaiting)
}

/** Whether a problem is only that chosen days are not added yet. */
export function isWaiting({ code }: Problem): boolean {
  return code === 'dayNotAdded' || code === 'daysNotAdded' || code === 'dayFirstMissing'
}

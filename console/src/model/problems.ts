/** What keeps a draft of access from being saved. */
import { SETS_MAX } from './calendar'
import { minuteOf, type Draft } from './draft'
import { countSets, crossesWeeks, isNight } from './lines'
import { isTwice, type DraftDay, type DraftHours, type DraftLine } from './weekly'
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
    | 'pastMidnight'
    | 'nightAcrossWeeks'
    | 'tooManyHours'
    | 'dayNotAdded'
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

function weeklyProblems({ lines, otherDays, newDay }: Draft, opened: Draft, today = 0): Problem[] {
  const problems: Problem[] = []
  for (const line of lines) {
    if (line.days === 0) problems.push({ field: 'days', at: lineAt(line), code: 'noWeekday' })
    if (crossesWeeks(line)) problems.push({ field: 'days', at: lineAt(line), code: 'nightAcrossWeeks' })
    problems.push(
      ...hoursProblems(lineAt(line), line.hours, true, opened.lines.find(({ id }) => id === line.id)?.hours),
    )
  }
  problems.push(...dayProblems(otherDays, opened.otherDays))
  if (countSets(lines) > SETS_MAX) problems.push({ field: 'hours', code: 'tooManyHours' })
  if (newDay !== null) problems.push({ field: 'date', code: newDayCode(newDay, otherDays, today) })
  return problems
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
    if (isNight(part)) return [{ field: 'dailyEnd', at, code: 'pastMidnight' }]
    if (part.from > LATEST_DAILY_START) return [{ field: 'dailyStart', at, code: 'dailyStartLate' }]
    return part.to < part.from + 60 ? [{ field: 'dailyEnd', at, code: 'dailyEndEarly' }] : []
  })
}

/** What is wrong with a day that is chosen and not yet added. */
export function newDayCode(day: number, others: readonly DraftDay[], today: number): Problem['code'] {
  if (day < 0 || day > LAST_DAY) return 'dayOutside'
  if (day < today) return 'dayPast'
  return others.some((other) => other.day === day) ? 'dayTaken' : 'dayNotAdded'
}

/**
 * The draft of the access editor: what a person has set so far, what it begins with, and what may be saved. Instants
 * are milliseconds since 1970, daily times seconds of the door's day, both whole minutes where a person chose them.
 */
import {
  calendarType,
  DEFAULT_REFRESH,
  EVERY_DAY,
  MIDNIGHT,
  WORKING_DAYS,
  type Calendar,
  type CalendarType,
} from './calendar'
import { DAY, HOUR, instantOf, MINUTE, type Zone } from './zone'

/** The latest start of a day, 23:58:59, in seconds: at least a minute is left of the day. */
export const LATEST_DAILY_START = 86_339
/** How long temporary access lasts unless said otherwise, in milliseconds: 30 days. */
export const DEFAULT_LENGTH = 30 * DAY
/** The refresh intervals to choose from, in seconds: 15 minutes, 1 hour, 1 day, 1 week, 1 month, 6 months, 1 year. */
export const REFRESH_INTERVALS = [900, 3600, DEFAULT_REFRESH, 604_800, 2_592_000, 15_768_000, 31_536_000] as const

/** When recurring access is open unless said otherwise. */
export interface RecurringDefaults {
  /** Weekdays as bits, Monday 1 … Sunday 64. */
  days: number
  dailyStart: number
  dailyEnd: number
}

/** Monday to Friday, 09:00 to 17:00. */
export const recurringDefaults: RecurringDefaults = { days: WORKING_DAYS, dailyStart: 32_400, dailyEnd: 61_200 }

/** What the editor holds. Fields that the type does not show keep their values, unsaved. */
export interface Draft {
  type: CalendarType
  start: number
  /** Null: without end, or not chosen. */
  end: number | null
  /** Recurring: whether the start and end dates are shown and count. */
  dated: boolean
  days: number
  dailyStart: number
  /** 86,400 is the midnight that ends the day. */
  dailyEnd: number
  /** Every n-th week; kept from the saved calendar. */
  weeks: number | null
  refresh: number
  remote: boolean
  /** Keep the weekdays and daily times as the defaults; they are not edited meanwhile. */
  saveAsDefault: boolean
}

/** The minute that an instant lies in. */
export function minuteOf(at: number): number {
  return Math.floor(at / MINUTE) * MINUTE
}

/** A draft of the default calendar of a type. */
export function newDraft(type: CalendarType, now: number, defaults: RecurringDefaults, remote: boolean): Draft {
  const start = minuteOf(now)
  return {
    type,
    start,
    end: type === 'temporary' ? start + DEFAULT_LENGTH : null,
    dated: false,
    days: defaults.days,
    dailyStart: defaults.dailyStart,
    dailyEnd: defaults.dailyEnd,
    weeks: null,
    refresh: DEFAULT_REFRESH,
    remote,
    saveAsDefault: false,
  }
}

/** The draft of saved access. */
export function draftOf(saved: Calendar | null, now: number, defaults: RecurringDefaults, remote: boolean): Draft {
  const type = calendarType(saved, now)
  const draft = newDraft(type, now, defaults, remote)
  if (saved === null) return draft
  // A calendar without a beginning has been open ever since; one that ended must not seem to begin after its end.
  const ended = saved.end !== null && saved.end <= draft.start
  const start = saved.start ?? (ended ? saved.end - DEFAULT_LENGTH : draft.start)
  const common = { ...draft, start, end: saved.end, refresh: saved.refresh }
  if (type !== 'recurring') return common
  return {
    ...common,
    dated: saved.end !== null || start > now,
    days: saved.days === 0 ? EVERY_DAY : saved.days,
    dailyStart: saved.dailyStart ?? 0,
    dailyEnd: saved.dailyEnd ?? MIDNIGHT,
    weeks: saved.weeks,
  }
}

/** The draft with another type: what is saved where that is of this type, else the type's default, with dates that somebody chose. */
export function switchType(
  draft: Draft,
  type: CalendarType,
  saved: Calendar | null | undefined,
  now: number,
  defaults: RecurringDefaults,
): Draft {
  if (type === draft.type) return draft
  if (saved !== undefined && calendarType(saved, now) === type) return draftOf(saved, now, defaults, draft.remote)
  const fresh = newDraft(type, now, defaults, draft.remote)
  const { start, end } = draft
  // What is over would keep from saving; what was only offered nobody meant.
  const isOffered = start === fresh.start && end === start + DEFAULT_LENGTH
  const hasDates = (draft.type === 'temporary' || draft.dated) && !isOffered && (end === null || end > now)
  return type === 'permanent' || !hasDates ? fresh : { ...fresh, start, end, dated: type === 'recurring' }
}

/** From and To of a draft. */
export type Range = Pick<Draft, 'start' | 'end'>

/**
 * The draft with another From. Where that passes To, To moves along by as many days and keeps its time of day, or within a day by as many
 * hours. `held` is what stood before From was touched, for a date typed part by part passes through others. Nothing else that was typed
 * is changed: what is wrong with it is said.
 */
export function withStart(draft: Draft, start: number, held: Range, zone: Zone): Draft {
  if (held.end === null || start + MINUTE <= held.end || held.end <= held.start)
    return { ...draft, start, end: held.end }
  const wall = (at: number) => at + zone.offset(at)
  const days = Math.floor(wall(start) / DAY) - Math.floor(wall(held.start) / DAY)
  const sameTime = instantOf(wall(held.end) + days * DAY, zone)
  const sameLength = instantOf(wall(held.end) + wall(start) - wall(held.start), zone)
  return { ...draft, start, end: Math.max(sameTime >= start + MINUTE ? sameTime : sameLength, start + MINUTE) }
}

/**
 * The draft of recurring access with its dates shown, or hidden and without end. Access that was new at `openedAt` then begins with the
 * next full hour of the door's clock; other access keeps its From, from which weeks are counted. To is 30 days ahead if there is none.
 */
export function withDates(draft: Draft, dated: boolean, openedAt: number, now: number, zone: Zone): Draft {
  const present = minuteOf(now)
  if (!dated) return { ...draft, dated, end: null, start: Math.min(draft.start, minuteOf(openedAt)) }
  const start = draft.start === minuteOf(openedAt) ? fullHourAfter(present, zone) : draft.start
  return { ...draft, dated, start, end: draft.end ?? Math.max(start, fullHourAfter(present, zone)) + DEFAULT_LENGTH }
}

/** The next instant at which a clock shows a full hour. */
function fullHourAfter(at: number, zone: Zone): number {
  const wall = at + zone.offset(at)
  return instantOf((Math.floor(wall / HOUR) + 1) * HOUR, zone)
}

/** The draft of access that has ended, going on for 30 days from today, to the time of day at which it ended. */
export function extended(draft: Draft, now: number, zone: Zone): Draft {
  if (draft.end === null) return draft
  const wall = (at: number) => at + zone.offset(at)
  const today = Math.floor(wall(now) / DAY) * DAY
  return { ...draft, end: instantOf(today + (wall(draft.end) % DAY) + DEFAULT_LENGTH, zone) }
}

/** The calendar that a draft asks for; null for permanent access that needs none. */
export function ruleOf(draft: Draft): Calendar | null {
  const rule = {
    start: draft.start,
    end: null,
    weeks: null,
    days: 0,
    dailyStart: null,
    dailyEnd: null,
    refresh: draft.refresh,
  }
  switch (draft.type) {
    case 'permanent':
      return draft.refresh === DEFAULT_REFRESH ? null : rule
    case 'temporary':
      return { ...rule, end: draft.end }
    case 'recurring':
      return {
        ...rule,
        end: draft.dated ? draft.end : null,
        weeks: draft.weeks,
        days: draft.days,
        dailyStart: draft.dailyStart,
        dailyEnd: draft.dailyEnd,
      }
  }
}

/** The calendar to save: what stands (undefined: no access yet) is kept where the draft says the same as when it was opened. */
export function wantedRule(draft: Draft, opened: Draft, saved: Calendar | null | undefined): Calendar | null {
  const same = draft.type === opened.type && JSON.stringify(ruleOf(draft)) === JSON.stringify(ruleOf(opened))
  return same && saved !== undefined ? saved : ruleOf(draft)
}

/** Whether a person has changed anything that is saved. */
export function isChanged(draft: Draft, opened: Draft): boolean {
  const shown = (of: Draft) => JSON.stringify([of.type, ruleOf(of), of.remote, of.saveAsDefault])
  return shown(draft) !== shown(opened)
}

/** What keeps a draft from being saved; the field is where it is said. */
export interface Problem {
  field: 'type' | 'start' | 'end' | 'days' | 'dailyStart' | 'dailyEnd'
  code:
    | 'administratorsPermanent'
    | 'recurringUnsupported'
    | 'fromBeforeNow'
    | 'toMissing'
    | 'toBeforeFrom'
    | 'toPassed'
    | 'noWeekday'
    | 'dailyStartLate'
    | 'dailyEndEarly'
    | 'pastMidnight'
    // A part of the field is empty.
    | 'dateIncomplete'
    | 'timeIncomplete'
    // The parts name a day, or a time of day, that does not exist.
    | 'noDay'
    | 'noTime'
}

/** What the doors and people of a cell allow. */
export interface Allowed {
  administrator: boolean
  recurring: boolean
}

/** What is wrong with a draft. `opened` is the draft as it was when the editor opened, at `openedAt`: what is kept is not wrong. */
export function problemsOf(draft: Draft, opened: Draft, openedAt: number, now: number, allowed: Allowed): Problem[] {
  const problems: Problem[] = []
  const { type, start, end } = draft
  if (allowed.administrator && type !== 'permanent') problems.push({ field: 'type', code: 'administratorsPermanent' })
  if (!allowed.recurring && type === 'recurring') problems.push({ field: 'type', code: 'recurringUnsupported' })
  if (type === 'temporary' && start < minuteOf(openedAt) && start !== opened.start) {
    problems.push({ field: 'start', code: 'fromBeforeNow' })
  }
  if (type === 'temporary' || (type === 'recurring' && draft.dated)) {
    const kept = opened.type === type && opened.end === end
    if (end === null) {
      if (type === 'temporary' && start <= now) problems.push({ field: 'end', code: 'toMissing' })
    } else if (end < start + MINUTE) problems.push({ field: 'end', code: 'toBeforeFrom' })
    else if (end <= now && !kept) problems.push({ field: 'end', code: 'toPassed' })
  }
  if (type === 'recurring') {
    if (draft.days === 0) problems.push({ field: 'days', code: 'noWeekday' })
    if (draft.dailyStart > LATEST_DAILY_START) problems.push({ field: 'dailyStart', code: 'dailyStartLate' })
    if (draft.dailyEnd < draft.dailyStart) problems.push({ field: 'dailyEnd', code: 'pastMidnight' })
    else if (draft.dailyEnd < draft.dailyStart + 60) problems.push({ field: 'dailyEnd', code: 'dailyEndEarly' })
  }
  return problems
}

/**
 * The draft of the access editor: what a person has set so far, what it begins with, and what may be saved. Instants
 * are milliseconds since 1970, daily times seconds of the door's day, both whole minutes where a person chose them.
 */
import { calendarType, DEFAULT_REFRESH, endOf, WITHOUT_BOUNDS, type Calendar, type CalendarType } from './calendar'
import { linesOf, setsOf } from './lines'
import { draftHours, draftLines, linesOfWeek, plainHours, WEEK_PRESETS } from './weekly'
import type { DraftDay, DraftLine, WeekHours } from './weekly'
import { DAY, HOUR, instantOf, MINUTE, type Zone } from './zone'

/** How long temporary access lasts unless said otherwise, in milliseconds: 30 days. */
export const DEFAULT_LENGTH = 30 * DAY
/** The refresh intervals to choose from, in seconds: 15 minutes, 1 hour, 1 day, 1 week, 1 month, 6 months, 1 year. */
export const REFRESH_INTERVALS = [900, 3600, DEFAULT_REFRESH, 604_800, 2_592_000, 15_768_000, 31_536_000] as const

/** When recurring access is open unless said otherwise: Monday to Friday, 09:00 to 17:00. */
export const recurringDefaults = WEEK_PRESETS[0] as WeekHours

/** What the editor holds. Fields that the type does not show keep their values, unsaved. */
export interface Draft {
  type: CalendarType
  start: number
  /** Whether nobody has set From, so that none is saved: `start` is only what lengths are reckoned from. */
  startless: boolean
  /** Null: without end, or not chosen. */
  end: number | null
  /** Recurring: whether the start and end dates are shown and count. */
  dated: boolean
  /** At least one, with at least one part of a day. */
  lines: readonly DraftLine[]
  /** Whether the lines keep the ends that they came with, of which `end` is the last, also without dates; else all end with `end`. */
  ownEnds: boolean
  otherDays: readonly DraftDay[]
  /** Ids of lists of days. */
  dayLists: readonly string[]
  /** A day that is chosen and not yet one of them. */
  newDay: number | null
  /** The last of several days that are chosen, of which that is the first. */
  newLastDay: number | null
  refresh: number
  remote: boolean
  /** Keep the weekdays and daily times, which are not edited meanwhile, and the lists as the defaults. */
  saveAsDefault: boolean
}

/** The minute that an instant lies in. */
export function minuteOf(at: number): number {
  return Math.floor(at / MINUTE) * MINUTE
}

/** A draft of the default calendar of a type. */
export function newDraft(type: CalendarType, now: number, defaults: WeekHours, remote: boolean): Draft {
  const start = minuteOf(now)
  return {
    type,
    start,
    startless: false,
    end: type === 'temporary' ? start + DEFAULT_LENGTH : null,
    dated: false,
    lines: linesOfWeek(defaults),
    ownEnds: false,
    otherDays: [],
    dayLists: [],
    newDay: null,
    newLastDay: null,
    refresh: DEFAULT_REFRESH,
    remote,
    saveAsDefault: false,
  }
}

/** The draft of saved access. */
export function draftOf(saved: Calendar | null, now: number, defaults: WeekHours, remote: boolean): Draft {
  const type = calendarType(saved, now)
  const draft = newDraft(type, now, defaults, remote)
  if (saved === null) return draft
  // A calendar without a beginning has been open ever since; what is reckoned from one must not come after its end.
  const end = endOf(saved)
  const ended = end !== null && end <= draft.start
  const start = saved.start ?? (ended ? end - DEFAULT_LENGTH : draft.start)
  const common = { ...draft, start, startless: saved.start === null, end, refresh: saved.refresh }
  if (type !== 'recurring') return common
  return {
    ...common,
    dated: saved.sets.some((set) => set.end !== null) || start > now,
    lines: draftLines(linesOf(saved)),
    ownEnds: saved.sets.some((set) => set.end !== end),
    otherDays: saved.otherDays.map(({ day, hours }) => ({ day, hours: draftHours(hours) })),
    dayLists: saved.dayLists,
  }
}

/**
 * The draft with another type: what is saved where that is of this type, else the type's default, with `lists` and dates that somebody
 * chose.
 */
export function switchType(
  draft: Draft,
  type: CalendarType,
  saved: Calendar | null | undefined,
  now: number,
  defaults: WeekHours,
  lists: readonly string[] = [],
): Draft {
  if (type === draft.type) return draft
  if (saved !== undefined && calendarType(saved, now) === type) return draftOf(saved, now, defaults, draft.remote)
  const fresh = { ...newDraft(type, now, defaults, draft.remote), dayLists: type === 'recurring' ? lists : [] }
  const { start, startless, end } = draft
  // What is over would keep from saving; what was only offered nobody meant.
  const isOffered = startless ? end === null : start === fresh.start && end === start + DEFAULT_LENGTH
  const hasDates = (draft.type === 'temporary' || draft.dated) && !isOffered && (end === null || end > now)
  return type === 'permanent' || !hasDates ? fresh : { ...fresh, start, startless, end, dated: type === 'recurring' }
}

/** The lines that are not over by an end of their own; all where each is. */
export function presentLines({ lines, ownEnds }: Pick<Draft, 'lines' | 'ownEnds'>, now: number): readonly DraftLine[] {
  const present = ownEnds ? lines.filter(({ end }) => end === null || end > now) : lines
  return present.length === 0 ? lines : present
}

/** From and To of a draft. */
export type Range = Pick<Draft, 'start' | 'end'>

/** What stood before From was touched. */
export type Held = Range & Pick<Draft, 'ownEnds'>

/** The draft with another To, which then is that of all its lines. */
export function withEnd(draft: Draft, end: number | null): Draft {
  return end === draft.end ? draft : { ...draft, end, ownEnds: false }
}

/** The draft without a From, so that it is open at once; not where weeks are counted from it. */
export function withoutStart(draft: Draft): Draft {
  return needsStart(draft) ? draft : { ...draft, startless: true }
}

/** Whether weeks are counted from the week of From. */
export function needsStart({ type, lines }: Pick<Draft, 'type' | 'lines'>): boolean {
  return type === 'recurring' && lines.some(({ weeks }) => weeks !== null && weeks > 1)
}

/** The midnight that ends a day, which is counted from 1 January 1970, by the clock of the door. */
export function endOfDay(day: number, zone: Zone): number {
  return instantOf((day + 1) * DAY, zone)
}

/**
 * The draft with another From. Where that passes To, To moves along by as many days and keeps its time of day, or within a day by as many
 * hours. `held` is what stood before From was touched, for a date typed part by part passes through others. Nothing else that was typed
 * is changed: what is wrong with it is said.
 */
export function withStart(before: Draft, start: number, held: Held, zone: Zone): Draft {
  const draft = { ...before, startless: false }
  if (held.end === null || start + MINUTE <= held.end || held.end <= held.start)
    return { ...draft, start, end: held.end, ownEnds: held.ownEnds }
  const wall = (at: number) => at + zone.offset(at)
  const days = Math.floor(wall(start) / DAY) - Math.floor(wall(held.start) / DAY)
  const sameTime = instantOf(wall(held.end) + days * DAY, zone)
  const sameLength = instantOf(wall(held.end) + wall(start) - wall(held.start), zone)
  return withEnd({ ...draft, start }, Math.max(sameTime >= start + MINUTE ? sameTime : sameLength, start + MINUTE))
}

/**
 * The draft of recurring access with its dates shown, or hidden and without end. Access that was new at `openedAt` then begins with the
 * next full hour of the door's clock; other access keeps its From, from which weeks are counted. To is 30 days ahead if there is none.
 * Lines with ends of their own keep them either way: what is over does not come back by that.
 */
export function withDates(draft: Draft, dated: boolean, openedAt: number, now: number, zone: Zone): Draft {
  const present = minuteOf(now)
  if (!dated) {
    const start = draft.startless ? draft.start : Math.min(draft.start, minuteOf(openedAt))
    return { ...draft, dated, end: draft.ownEnds ? draft.end : null, start }
  }
  const isNew = draft.start === minuteOf(openedAt) && !draft.startless
  const start = isNew ? fullHourAfter(present, zone) : draft.start
  if (draft.ownEnds) return { ...draft, dated, start }
  const end = draft.end ?? Math.max(start, fullHourAfter(present, zone)) + DEFAULT_LENGTH
  return withEnd({ ...draft, dated, start }, end)
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
  return withEnd(draft, instantOf(today + (wall(draft.end) % DAY) + DEFAULT_LENGTH, zone))
}

/** The calendar that a draft asks for, without its lists; null for permanent access that needs none. */
export function ruleOf(draft: Draft): Calendar | null {
  const rule = {
    start: draft.startless ? null : draft.start,
    sets: [WITHOUT_BOUNDS],
    otherDays: [],
    dayLists: [],
    lists: [],
    refresh: draft.refresh,
  }
  switch (draft.type) {
    case 'permanent':
      return draft.refresh === DEFAULT_REFRESH ? null : rule
    case 'temporary':
      return { ...rule, sets: [{ ...WITHOUT_BOUNDS, end: draft.end }] }
    case 'recurring': {
      const endOfLine = (line: DraftLine) => (draft.ownEnds ? line.end : draft.dated ? draft.end : null)
      return {
        ...rule,
        sets: setsOf(draft.lines.map((line) => ({ ...line, end: endOfLine(line) }))),
        otherDays: draft.otherDays.map(({ day, hours }) => ({ day, hours: plainHours(hours) })),
        dayLists: draft.dayLists,
      }
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
  const shown = (of: Draft) =>
    JSON.stringify([of.type, ruleOf(of), of.newDay, of.newLastDay, of.remote, of.saveAsDefault])
  return shown(draft) !== shown(opened)
}

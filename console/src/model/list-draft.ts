/** A list of days as it is edited: what a person has made of it so far, what keeps it from being saved, and how it is renewed. */
import { LISTED_DAYS_MAX, type DayListContent, type ListedDay } from './day-lists'
import { NAME_MAX } from './names'
import { dayProblems, newDayProblems, type Problem } from './problems'
import { draftHours, plainHours, withDays, type DraftDay } from './weekly'
import { DAY } from './zone'

/** For so many calendar years, from this one on, a list of a country's holidays is made. */
export const YEARS = 5

/** A day of a list that is being edited. */
export interface DraftListedDay extends DraftDay {
  readonly name: string
}

/** What the editor of a list holds. */
export interface ListDraft {
  name: string
  country: string | null
  /** By date. */
  days: readonly DraftListedDay[]
  /** A day that is chosen and not yet one of them. */
  newDay: number | null
  /** The last of several that are chosen. */
  newLastDay: number | null
}

/** A list without anything. */
export const nothingListed: DayListContent = { name: '', country: null, days: [] }

export function listDraftOf({ name, country, days }: DayListContent): ListDraft {
  return { name, country, days: days.map(draftDayOf), newDay: null, newLastDay: null }
}

export function draftDayOf({ day, name, hours }: ListedDay): DraftListedDay {
  return { day, name, hours: draftHours(hours) }
}

/** The list that a draft asks for. */
export function listOf({ name, country, days }: ListDraft): DayListContent {
  return {
    name: name.trim(),
    country,
    days: days.map((one) => ({ day: one.day, name: one.name.trim(), hours: plainHours(one.hours) })),
  }
}

/** Whether two lists say the same. */
export function sameList(a: DayListContent, b: DayListContent): boolean {
  const contentOf = ({ name, country, days }: DayListContent) =>
    JSON.stringify([name, country, days.map((one) => [one.day, one.name, one.hours])])
  return contentOf(a) === contentOf(b)
}

/** Whether a person has changed anything. */
export function isListChanged(draft: ListDraft, opened: ListDraft): boolean {
  const isChosen = draft.newDay !== opened.newDay || draft.newLastDay !== opened.newLastDay
  return isChosen || !sameList(listOf(draft), listOf(opened))
}

/**
 * What one's own changes and somebody else's come to, and whether they collide: at a day, or at the name. Where they do, `prefer` counts.
 */
export function mergedList(stood: ListDraft, mine: ListDraft, theirs: ListDraft, prefer: 'mine' | 'theirs') {
  let collides = false
  const pick = <T>(of: (list: ListDraft) => T, key: (one: T) => string): T => {
    const [before, own, other] = [of(stood), of(mine), of(theirs)]
    if (key(own) === key(before)) return other
    if (key(other) === key(before) || key(other) === key(own)) return own
    collides = true
    return prefer === 'mine' ? own : other
  }
  const dayOf = (day: number) => (list: ListDraft) => list.days.find((one) => one.day === day)
  const contentOf = (one: DraftListedDay | undefined) =>
    JSON.stringify(one && [one.name.trim(), plainHours(one.hours)]) ?? ''
  const name = pick(
    (list) => list.name,
    (text) => text.trim(),
  )
  const dates = new Set([...stood.days, ...mine.days, ...theirs.days].map(({ day }) => day))
  const days = inOrder([...dates].flatMap((day) => pick(dayOf(day), contentOf) ?? []))
  return { list: { ...mine, name, country: theirs.country, days }, collides }
}

/** The draft with all days from one to another, closed where they are new. */
export function withListedDays(draft: ListDraft, first: number, last = first): ListDraft {
  const nameOf = new Map(draft.days.map(({ day, name }) => [day, name]))
  const days = withDays(draft.days, first, last).map((day) => ({ ...day, name: nameOf.get(day.day) ?? '' }))
  return { ...draft, newDay: null, newLastDay: null, days }
}

/** The draft with these days too; those that are there stay as they are. */
export function withThese(draft: ListDraft, days: readonly ListedDay[]): ListDraft {
  const added = days.filter(({ day }) => draft.days.every((one) => one.day !== day))
  return { ...draft, days: inOrder([...draft.days, ...added.map(draftDayOf)]) }
}

/** The draft without these days. */
export function withoutDays(draft: ListDraft, days: readonly ListedDay[]): ListDraft {
  return { ...draft, days: draft.days.filter((one) => days.every(({ day }) => day !== one.day)) }
}

/** What is wrong with the days of a draft; those of `opened` are kept and not wrong. */
export function listProblems(draft: ListDraft, opened: ListDraft, today: number): Problem[] {
  const chosen = newDayProblems({ ...draft, otherDays: draft.days }, today, LISTED_DAYS_MAX)
  return [...dayProblems(draft.days, opened.days), ...chosen]
}

/** Whether a name is too long, of a list or of a day. */
export function isTooLong(name: string): boolean {
  return Array.from(name.trim()).length > NAME_MAX
}

/** The calendar years for which a list is made on a day, counted from 1970-01-01. */
export function yearsFrom(today: number): number[] {
  const first = yearOf(today)
  return Array.from({ length: YEARS }, (_, index) => first + index)
}

/** The calendar year of a day. */
export function yearOf(day: number): number {
  return new Date(day * DAY).getUTCFullYear()
}

/**
 * The list with the holidays of these years. What stands in it stays as it is, and earlier years go. Of a year of which the list has most
 * holidays those that it lacks were removed by somebody: they stay away, as `left`.
 */
export function renewed(days: readonly DraftListedDay[], holidays: readonly ListedDay[], years: readonly number[]) {
  const there = new Set(days.map(({ day }) => day))
  const ofYears = years.map((year) => holidays.filter(({ day }) => yearOf(day) === year))
  const missing = ofYears.map((all) => all.filter(({ day }) => !there.has(day)))
  const isCovered = (at: number) => 2 * (missing[at]?.length ?? 0) < (ofYears[at]?.length ?? 0)
  const added = missing.filter((_days, at) => !isCovered(at)).flat()
  const kept = days.filter(({ day }) => yearOf(day) >= (years[0] ?? 0))
  return {
    days: inOrder([...kept, ...added.map(draftDayOf)]),
    added: added.length,
    left: missing.filter((_days, at) => isCovered(at)).flat(),
    gone: days.length - kept.length,
  }
}

const inOrder = (days: readonly DraftListedDay[]) => days.toSorted((a, b) => a.day - b.day)

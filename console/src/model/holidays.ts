/**
 * Public holidays of countries, reckoned by the library date-holidays. It is large: whoever wants it imports this file when it is needed
 * (`import()`), and nothing else does.
 */
import Holidays from 'date-holidays'
import type { ListedDay } from './day-lists'
import { DAY } from './zone'

/** A part of a country, by the code that it has within it. */
export interface Part {
  readonly code: string
  readonly name: string
}

/** The server takes no other codes of parts. */
const partCode = /^[A-Z0-9]{1,3}$/
/** What begins at midnight may last an hour longer where the clock is put back. */
const SLACK = 1.5

/** The countries of which holidays are known: ISO 3166-1. */
export function countries(): string[] {
  return Object.keys(new Holidays().getCountries())
}

/** The parts of a country that have holidays of their own; named in the first of these languages that they are known in. */
export function partsOf(country: string, languages: readonly string[]): Part[] {
  const states: Record<string, string> | undefined = new Holidays().getStates(country, languages[0])
  return Object.entries(states ?? {})
    .filter(([code]) => partCode.test(code))
    .map(([code, name]) => ({ code, name }))
}

/**
 * The public holidays of a country (`DK`), a part (`DE-BY`) or a region of one (`DE-BY-KATH`) in these years, by date, each closed. Two of
 * one date are one day with the names of both, joined by `join`.
 */
export function holidaysOf(
  place: string,
  years: readonly number[],
  languages: readonly string[],
  join: (names: readonly string[]) => string,
): ListedDay[] {
  const [country = '', part = '', region = ''] = place.split('-')
  // The clock of the browser is not to move a date: all of it is reckoned in UTC.
  const options = { types: ['public' as const], languages: [...languages], timezone: 'UTC' }
  const holidays =
    part === ''
      ? new Holidays(country, options)
      : region === ''
        ? new Holidays(country, part, options)
        : new Holidays(country, part, region, options)
  const names = new Map<number, Set<string>>()
  for (const { date, start, end, name } of years.flatMap((year) => holidays.getHolidays(year))) {
    const first = Date.parse(date.slice(0, 10)) / DAY
    const hours = Number(date.slice(11, 13)) + (end.getTime() - start.getTime()) / 3_600_000
    const count = Math.max(Math.ceil((hours - SLACK) / 24), 1)
    for (let day = first; day < first + count; day += 1) {
      const there = names.get(day)
      if (there === undefined) names.set(day, new Set([name]))
      else there.add(name)
    }
  }
  return [...names].map(([day, called]) => ({ day, name: join([...called]), hours: [] })).sort((a, b) => a.day - b.day)
}

/**
 * The public holidays of these years that a part of a country has in some of its communes alone, as far as the library marks them: a list
 * of the part lacks them.
 */
export function localHolidaysOf(
  place: string,
  years: readonly number[],
  languages: readonly string[],
  join: (names: readonly string[]) => string,
): ListedDay[] {
  const [country = '', part = ''] = place.split('-')
  if (part === '') return []
  const regions: Record<string, string> | undefined = new Holidays().getRegions(country, part)
  const everywhere = new Set(holidaysOf(place, years, languages, join).map(({ day }) => day))
  const found = new Map<number, ListedDay>()
  for (const region of Object.keys(regions ?? {})) {
    for (const holiday of holidaysOf(`${place}-${region}`, years, languages, join)) {
      if (!everywhere.has(holiday.day)) found.set(holiday.day, holiday)
    }
  }
  return [...found.values()].sort((a, b) => a.day - b.day)
}

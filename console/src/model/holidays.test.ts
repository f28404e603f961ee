import { describe, expect, it } from 'vitest'
import { countries, holidaysOf, localHolidaysOf, partsOf } from './holidays'
import { DAY } from './zone'

const join = (names: readonly string[]) => names.join(' / ')
const told = (place: string, years: number[], languages = ['en']) =>
  holidaysOf(place, years, languages, join).map(
    ({ day, name }) => `${new Date(day * DAY).toISOString().slice(0, 10)} ${name}`,
  )

describe('the holidays of a country', () => {
  it('are its public ones alone, in the language that is asked for, each a closed day', () => {
    const days = holidaysOf('DK', [2026], ['de', 'en'], join)
    expect(days.every(({ hours }) => hours.length === 0)).toBe(true)
    expect(told('DK', [2026], ['de', 'en'])).toEqual([
      '2026-01-01 Neujahr',
      '2026-04-02 Gründonnerstag',
      '2026-04-03 Karfreitag',
      '2026-04-05 Ostersonntag',
      '2026-04-06 Ostermontag',
      '2026-05-14 Christi Himmelfahrt',
      '2026-05-24 Pfingstsonntag',
      '2026-05-25 Pfingstmontag',
      '2026-12-25 Weihnachten',
      '2026-12-26 2. Weihnachtstag',
    ])
  })

  it('are called as the country does in its own language', () => {
    expect(told('DK', [2026], ['da', 'en'])[0]).toBe('2026-01-01 Nytårsdag')
  })

  it('are those of a part of it where one is asked for', () => {
    expect(told('DE', [2026], ['de']).some((day) => day.includes('Fronleichnam'))).toBe(false)
    expect(told('DE-BY', [2026], ['de'])).toContain('2026-06-04 Fronleichnam')
  })

  it('of some communes alone are told apart, where the library marks them', () => {
    const local = (place: string) => localHolidaysOf(place, [2027], ['de'], join).map(({ name }) => name)
    expect(local('DE-BY')).toEqual(['Augsburger Friedensfest', 'Mariä Himmelfahrt'])
    expect(local('DE-TH')).toEqual(['Fronleichnam'])
    expect([local('DE-HE'), local('DE'), local('DK')]).toEqual([[], [], []])
  })

  it('of more than a day are each of its days', () => {
    expect(told('SA', [2026])).toEqual(
      expect.arrayContaining([19, 20, 21, 22].map((day) => expect.stringMatching(`^2026-03-${day}`) as string)),
    )
  })

  it('of one date are one day with both names, and dates come once, in order', () => {
    const years = [2026, 2027, 2028, 2029, 2030]
    for (const country of ['DK', 'DE', 'IL', 'TR', 'US', 'JP', 'SZ']) {
      const days = holidaysOf(country, years, ['en'], join).map(({ day }) => day)
      expect(days.length).toBeGreaterThan(30)
      expect(days).toEqual([...new Set(days)].sort((a, b) => a - b))
    }
  })

  it('are known of many, each by a code that the server takes', () => {
    const codes = countries()
    expect(codes).toContain('DK')
    expect(codes.length).toBeGreaterThan(150)
    expect(codes.filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([])
    const parts = codes.flatMap((code) => partsOf(code, ['en']))
    expect(parts.filter(({ code }) => !/^[A-Z0-9]{1,3}$/.test(code))).toEqual([])
    expect(partsOf('DE', ['de'])).toContainEqual({ code: 'BY', name: 'Bayern' })
    expect(partsOf('DK', ['da'])).toEqual([])
  })
})

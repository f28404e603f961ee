import { beforeAll, expect, it } from 'vitest'
import { i18n, startI18n } from '../i18n/i18n'
import { zoneOptions } from './zone-options'

beforeAll(() => startI18n())

/** The zones that these letters find, as the field compares them. */
async function found(letters: string, language = 'en-GB', present: string | null = null): Promise<string[]> {
  await i18n.changeLanguage(language)
  const options = zoneOptions(present)
  await i18n.changeLanguage('en-GB')
  return options.filter(({ label, words }) => [label, ...words].join('|').includes(letters)).map(({ id }) => id)
}

it.each([
  ['Kopenhagen', 'de', 'Europe/Copenhagen'],
  ['København', 'da-DK', 'Europe/Copenhagen'],
  ['Tokio', 'de', 'Asia/Tokyo'],
  ['Kalkutta', 'de', 'Asia/Kolkata'],
  ['Europe/Kyiv', 'en-GB', 'Europe/Kyiv'],
  ['Europe/Kiev', 'en-GB', 'Europe/Kyiv'],
  ['Kiew', 'de', 'Europe/Kyiv'],
  ['America/Buenos_Aires', 'en-GB', 'America/Argentina/Buenos_Aires'],
])('%s finds in %s: %s', async (letters, language, zone) => {
  expect(await found(letters, language)).toEqual([zone])
})

it('a zone that is there keeps the name that it has', async () => {
  expect(await found('Calcutta', 'en-GB', 'Asia/Calcutta')).toEqual(['Asia/Calcutta', 'Asia/Kolkata'])
})

it('each zone is one that a clock can be set by, and stands there once', () => {
  const ids = zoneOptions(null).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const timeZone of ids) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow()
})

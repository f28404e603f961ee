import { beforeAll, describe, expect, it } from 'vitest'
import { accessLine, accessWords, namesText, spanText, weekText, type SaidCalendar } from './calendar-text'
import { i18n, startI18n } from './i18n'
import daDK from './locales/da-DK.json'
import de from './locales/de.json'

const now = Date.parse('2026-11-20T13:02:00Z')
const zone = 'Europe/Copenhagen'
const none = { start: null, end: null, weeks: null, days: 0, dailyStart: null, dailyEnd: null }
const at = (text: string) => Date.parse(text)

beforeAll(async () => {
  await startI18n()
  i18n.addResourceBundle('da-DK', 'translation', daDK)
  i18n.addResourceBundle('de', 'translation', de)
})

async function inLanguage<T>(tag: string, say: () => T): Promise<T> {
  await i18n.changeLanguage(tag)
  const said = say()
  await i18n.changeLanguage('en-GB')
  return said
}

const until = { ...none, end: at('2026-11-24T09:00:00Z') }
const weekly = { ...none, days: 31, dailyStart: 32_400, dailyEnd: 61_200 }

describe('access in words', () => {
  it.each([
    ['permanent', 'permanent', null, { title: 'Always', detail: '' }],
    ['permanent with a calendar', 'permanent', none, { title: 'Always', detail: '' }],
    ['temporary', 'temporary', until, { title: 'Until 24 Nov', detail: '10:00' }],
    [
      'with its year when it is another',
      'temporary',
      { ...none, end: at('2027-01-01T00:00:00Z') },
      { title: 'Until 1 Jan 2027', detail: '01:00' },
    ],
    ['ended', 'temporary', { ...none, end: at('2026-11-03T09:00:00Z') }, { title: 'Ended 3 Nov', detail: '10:00' }],
    [
      'to come',
      'temporary',
      { ...until, start: at('2026-11-23T09:00:00Z') },
      { title: 'From 23 Nov', detail: 'until 24 Nov' },
    ],
    [
      'to come without end',
      'temporary',
      { ...none, start: at('2026-11-23T09:00:00Z') },
      { title: 'From 23 Nov', detail: '10:00' },
    ],
    ['recurring', 'recurring', weekly, { title: 'Mon–Fri', detail: '09:00–17:00' }],
    ['recurring on whole days', 'recurring', { ...none, days: 32 }, { title: 'Sat', detail: 'all day' }],
    [
      'recurring every day',
      'recurring',
      { ...none, dailyStart: 0, dailyEnd: 3600 },
      { title: 'Every day', detail: '00:00–01:00' },
    ],
    [
      'recurring every other week',
      'recurring',
      { ...weekly, weeks: 2 },
      { title: 'Mon–Fri, every 2 weeks', detail: '09:00–17:00' },
    ],
    [
      'recurring with an end',
      'recurring',
      { ...weekly, end: until.end },
      { title: 'Mon–Fri', detail: '09:00–17:00', limits: ['until 24 Nov'] },
    ],
    [
      'recurring from a day to come',
      'recurring',
      { ...weekly, start: at('2026-11-23T09:00:00Z') },
      { title: 'Mon–Fri', detail: '09:00–17:00', limits: ['from 23 Nov'] },
    ],
    ['recurring that ended', 'recurring', { ...weekly, end: now }, { title: 'Ended 20 Nov', detail: '14:02' }],
  ] as const)('%s', (_name, type, calendar, expected) => {
    expect(accessWords(type, calendar, zone, now)).toEqual({ limits: [], ...expected })
  })

  const toCome = { ...until, start: at('2026-11-23T09:00:00Z') }

  it.each([
    ['permanent', null, 'Always'],
    ['temporary', until, 'Until 24 Nov, 10:00'],
    ['temporary', toCome, 'From 23 Nov, 10:00, until 24 Nov, 10:00'],
    ['temporary', { ...toCome, end: null }, 'From 23 Nov, 10:00'],
    ['temporary', { ...none, end: at('2026-11-03T09:00:00Z') }, 'Ended 3 Nov, 10:00'],
    ['recurring', weekly, 'Mon–Fri 09:00–17:00'],
    ['recurring', { ...none, days: 127 }, 'Every day all day'],
    ['recurring', { ...weekly, end: until.end }, 'Mon–Fri 09:00–17:00, until 24 Nov'],
    ['recurring', { ...weekly, start: toCome.start }, 'Mon–Fri 09:00–17:00, from 23 Nov'],
    [
      'recurring',
      { ...weekly, weeks: 2, start: toCome.start, end: until.end },
      'Mon–Fri, every 2 weeks 09:00–17:00, from 23 Nov until 24 Nov',
    ],
  ] as const)('in one line: %s %#', (type, calendar, expected) => {
    expect(accessLine(type, calendar, zone, now)).toBe(expected)
  })

  it('in one line, with the year and the clock named', () => {
    const full = { full: true, utc: true }
    expect(accessLine('temporary', until, 'UTC', now, full)).toBe('Until 24 Nov 2026, 09:00 UTC')
    expect(accessLine('recurring', weekly, 'UTC', now, full)).toBe('Mon–Fri 09:00–17:00 UTC')
    expect(accessLine('recurring', { ...none, days: 31 }, 'UTC', now, full)).toBe('Mon–Fri all day')
  })

  it('in one line, in every language', async () => {
    expect(await inLanguage('da-DK', () => accessLine('recurring', weekly, zone, now))).toBe('Man–fre 09.00–17.00')
    expect(await inLanguage('da-DK', () => weekText(9, null))).toBe('Man og tors')
    expect(await inLanguage('de', () => accessLine('recurring', weekly, zone, now))).toBe('Mo–Fr 09:00–17:00')
    expect(await inLanguage('de', () => accessLine('temporary', until, zone, now))).toBe('Bis 24. Nov., 10:00')
    const ended = { ...none, end: at('2026-11-03T09:00:00Z') }
    expect(await inLanguage('de', () => accessLine('temporary', ended, zone, now))).toBe('Endete am 3. Nov., 10:00')
    expect(await inLanguage('da-DK', () => accessLine('temporary', ended, zone, now))).toBe('Sluttede 3. nov., 10.00')
  })

  it('inside a sentence, in small letters where the language writes them', async () => {
    const within = (type: 'temporary' | 'recurring' | 'permanent', calendar: SaidCalendar | null) =>
      accessLine(type, calendar, zone, now, { within: true })
    const spell = { ...until, start: at('2026-11-23T09:00:00Z') }
    const said = () => [
      within('permanent', null),
      within('temporary', until),
      within('temporary', spell),
      within('temporary', { ...spell, end: null }),
      within('recurring', { ...weekly, days: 127, end: until.end }),
    ]
    expect(said()).toEqual([
      ...['always', 'until 24 Nov, 10:00', 'from 23 Nov, 10:00 until 24 Nov, 10:00', 'from 23 Nov, 10:00'],
      'every day 09:00–17:00, until 24 Nov',
    ])
    expect(await inLanguage('de', said)).toEqual([
      ...['immer', 'bis 24. Nov., 10:00', 'von 23. Nov., 10:00 bis 24. Nov., 10:00', 'ab 23. Nov., 10:00'],
      'jeden Tag 09:00–17:00, bis 24. Nov.',
    ])
    expect(await inLanguage('da-DK', () => within('recurring', weekly))).toBe('man–fre 09.00–17.00')
  })

  it('in the order that a language wants', async () => {
    const words = {
      ...{ until: '{{date}}まで', range: '{{from}}～{{to}}', days: '{{days}}' },
      recurringUntil: '{{until}}まで{{days}}の{{hours}}',
    }
    i18n.addResourceBundle('ja', 'translation', { access: { words } })
    const said = (type: 'temporary' | 'recurring') => accessLine(type, { ...weekly, end: until.end }, zone, now)
    expect(await inLanguage('ja', () => said('temporary'))).toBe('11月24日 10:00まで')
    expect(await inLanguage('ja', () => said('recurring'))).toBe('11月24日まで月～金の09:00～17:00')
    expect(await inLanguage('ja', () => weekText(9, null))).toBe('月、木')
  })

  it('joins three and more days in a row', () => {
    expect([1, 3, 7, 9, 65, 112, 127, 0].map((days) => weekText(days, null))).toEqual([
      'Mon',
      'Mon, Tue',
      'Mon–Wed',
      'Mon, Thu',
      'Mon, Sun',
      'Fri–Sun',
      'Every day',
      'Every day',
    ])
  })

  it('ends a day at 24:00', async () => {
    expect(spanText(79_200, 86_400)).toBe('22:00–24:00')
    expect(await inLanguage('da-DK', () => spanText(79_200, 86_400))).toBe('22.00–24.00')
  })

  it('counts names beyond the third', () => {
    expect(namesText(['A', 'B', 'C'])).toBe('A, B and C')
    expect(namesText(['Flat 10', 'flat 9', 'Attic', 'Éclair', 'Zoo', 'Bar'])).toBe('Attic, Bar, Éclair and 3 more')
    expect(namesText(['Flat 10', 'flat 9'])).toBe('flat 9 and Flat 10')
    expect(namesText(['A', 'B', 'C', 'D'])).toBe('A, B, C and D')
    expect(namesText(['A', 'B', 'C', 'D', 'E'])).toBe('A, B, C and 2 more')
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { accessText, accessWithin, accessWords, namesText, type ShownCalendar } from './calendar-text'
import { spanText, weekText, type ShownLine } from './week-text'
import { i18n, startI18n } from './i18n'
import daDK from './locales/da-DK.json'
import de from './locales/de.json'

const now = Date.parse('2026-11-20T13:02:00Z')
const zone = 'Europe/Copenhagen'
const always: ShownLine = { days: 127, weeks: null, end: null, hours: [{ from: 0, to: 86_400 }] }
const none = { start: null, end: null, lines: [always], otherDays: [], lists: [] }
/** A line of other weekdays or hours: `9, 17` is from nine to five. */
const line = (days: number, ...hours: [number, number][]) => ({
  ...always,
  days,
  hours: hours.map(([from, to]) => ({ from: from * 3600, to: to * 3600 })),
})
const of = (...lines: ShownLine[]) => ({ ...none, lines })
const office = line(31, [9, 17])
const at = (text: string) => Date.parse(text)

beforeAll(async () => {
  await startI18n()
  i18n.addResourceBundle('da-DK', 'translation', daDK)
  i18n.addResourceBundle('de', 'translation', de)
})

async function inLanguage<T>(tag: string, say: () => T): Promise<T> {
  await i18n.changeLanguage(tag)
  const text = say()
  await i18n.changeLanguage('en-GB')
  return text
}

const until = { ...none, end: at('2026-11-24T09:00:00Z') }
const weekly = of(office)
const fortnightly = of({ ...office, weeks: 2 })

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
    [
      'until a midnight, which is the day before',
      'temporary',
      { ...none, end: at('2026-12-24T23:00:00Z') },
      { title: 'Until 24 Dec', detail: '' },
    ],
    [
      'until the midnight of New Year',
      'temporary',
      { ...none, end: at('2026-12-31T23:00:00Z') },
      { title: 'Until 31 Dec', detail: '' },
    ],
    [
      'ended at a midnight',
      'temporary',
      { ...none, end: at('2026-11-03T23:00:00Z') },
      { title: 'Ended 3 Nov', detail: '' },
    ],
    [
      'recurring until a midnight',
      'recurring',
      { ...weekly, end: at('2026-12-24T23:00:00Z') },
      { title: 'Mon–Fri', detail: '09:00–17:00', limits: ['until 24 Dec'] },
    ],
    ['recurring', 'recurring', weekly, { title: 'Mon–Fri', detail: '09:00–17:00' }],
    ['recurring on whole days', 'recurring', of({ ...always, days: 32 }), { title: 'Sat', detail: 'all day' }],
    ['recurring every day', 'recurring', of(line(127, [0, 1])), { title: 'Every day', detail: '00:00–01:00' }],
    [
      'recurring every other week',
      'recurring',
      fortnightly,
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
    ['recurring', none, 'Every day all day'],
    ['recurring', { ...weekly, end: until.end }, 'Mon–Fri 09:00–17:00, until 24 Nov'],
    ['recurring', { ...weekly, start: toCome.start }, 'Mon–Fri 09:00–17:00, from 23 Nov'],
    [
      'recurring',
      { ...fortnightly, start: toCome.start, end: until.end },
      'Mon–Fri, every 2 weeks 09:00–17:00, from 23 Nov until 24 Nov',
    ],
  ] as const)('in one line: %s %#', (type, calendar, expected) => {
    expect(accessText(type, calendar, zone, now)).toBe(expected)
  })

  it('in one line, with the year and the clock named', () => {
    const full = { full: true, utc: true }
    expect(accessText('temporary', until, 'UTC', now, full)).toBe('Until 24 Nov 2026, 09:00 UTC')
    expect(accessText('recurring', weekly, 'UTC', now, full)).toBe('Mon–Fri 09:00–17:00 UTC')
    expect(accessText('recurring', of({ ...always, days: 31 }), 'UTC', now, full)).toBe('Mon–Fri all day')
  })

  it('in one line, until a midnight: the day before, whole', async () => {
    const christmas = { ...none, end: at('2026-12-24T23:00:00Z') }
    const text = () => [
      accessText('temporary', christmas, zone, now),
      accessText('temporary', christmas, zone, now, { full: true }),
      accessText('temporary', { ...christmas, start: at('2026-12-23T23:00:00Z') }, zone, now, { within: true }),
      accessText('recurring', { ...weekly, end: christmas.end }, zone, now),
      accessText('recurring', of(office, { ...line(32, [10, 14]), end: christmas.end }), zone, now),
      accessWithin('temporary', christmas, zone, now),
    ]
    expect(text()).toEqual([
      ...['Until 24 Dec', 'Until 24 Dec 2026', 'from 24 Dec, 00:00 until 24 Dec'],
      'Mon–Fri 09:00–17:00, until 24 Dec',
      'Mon–Fri 09:00–17:00; Sat 10:00–14:00 until 24 Dec',
      'until 24 Dec',
    ])
    expect((await inLanguage('de', text))[0]).toBe('Bis 24. Dez.')
    expect((await inLanguage('da-DK', text))[0]).toBe('Til 24. dec.')
    expect(accessText('temporary', christmas, 'UTC', now, { utc: true })).toBe('Until 24 Dec, 23:00 UTC')
    const utc = { ...none, end: at('2026-12-25T00:00:00Z') }
    expect(accessText('temporary', utc, 'UTC', now, { utc: true })).toBe('Until 24 Dec UTC')
  })

  it('in one line, in every language', async () => {
    expect(await inLanguage('da-DK', () => accessText('recurring', weekly, zone, now))).toBe('Man–fre 09.00–17.00')
    expect(await inLanguage('da-DK', () => weekText(9, null))).toBe('Man og tors')
    expect(await inLanguage('de', () => accessText('recurring', weekly, zone, now))).toBe('Mo–Fr 09:00–17:00')
    expect(await inLanguage('de', () => accessText('temporary', until, zone, now))).toBe('Bis 24. Nov., 10:00')
    const ended = { ...none, end: at('2026-11-03T09:00:00Z') }
    expect(await inLanguage('de', () => accessText('temporary', ended, zone, now))).toBe('Endete 3. Nov., 10:00')
    expect(await inLanguage('da-DK', () => accessText('temporary', ended, zone, now))).toBe('Sluttede 3. nov., 10.00')
  })

  it('inside a sentence, in small letters where the language writes them', async () => {
    const within = (type: 'temporary' | 'recurring' | 'permanent', calendar: ShownCalendar | null) =>
      accessText(type, calendar, zone, now, { within: true })
    const spell = { ...until, start: at('2026-11-23T09:00:00Z') }
    const text = () => [
      within('permanent', null),
      within('temporary', until),
      within('temporary', spell),
      within('temporary', { ...spell, end: null }),
      within('recurring', { ...of(line(127, [9, 17])), end: until.end }),
    ]
    expect(text()).toEqual([
      ...['always', 'until 24 Nov, 10:00', 'from 23 Nov, 10:00 until 24 Nov, 10:00', 'from 23 Nov, 10:00'],
      'every day 09:00–17:00, until 24 Nov',
    ])
    expect(await inLanguage('de', text)).toEqual([
      ...['immer', 'bis 24. Nov., 10:00', 'von 23. Nov., 10:00 bis 24. Nov., 10:00', 'ab 23. Nov., 10:00'],
      'jeden Tag 09:00–17:00, bis 24. Nov.',
    ])
    expect(await inLanguage('da-DK', () => within('recurring', weekly))).toBe('man–fre 09.00–17.00')
  })

  it('in the order that a language wants', async () => {
    const words = {
      ...{ until: '{{date}}まで', range: '{{from}}～{{to}}', days: '{{days}}' },
      ...{ recurringUntil: '{{until}}まで{{times}}', line: '{{days}}の{{hours}}' },
    }
    i18n.addResourceBundle('ja', 'translation', { access: { words } })
    const text = (type: 'temporary' | 'recurring') => accessText(type, { ...weekly, end: until.end }, zone, now)
    expect(await inLanguage('ja', () => text('temporary'))).toBe('11月24日 10:00まで')
    expect(await inLanguage('ja', () => text('recurring'))).toBe('11月24日まで月～金の09:00～17:00')
    expect(await inLanguage('ja', () => weekText(9, null))).toBe('月、木')
  })

  const closed = { hours: [] }
  const lunch = of(line(31, [9, 12], [13, 17]))
  const porter = of(line(31, [22, 6]))
  const shop = of(office, line(32, [10, 14]))

  it.each([
    ['a lunch break', lunch, 'Mon–Fri', '9–12, 13–17', []],
    ['a night', porter, 'Mon–Fri', '22:00–06:00', []],
    ['two lines', shop, 'Mon–Fri 9–17', 'Sat 10–14', []],
    ['parts with minutes', of(line(31, [9.5, 12], [13, 24])), 'Mon–Fri', '09:30–12:00, 13:00–24:00', []],
    ['parts until midnight', of(line(31, [9, 12], [13, 24])), 'Mon–Fri', '9–12, 13–24', []],
    ['all day and hours', of({ ...always, days: 32 }, office), 'Sat all day', 'Mon–Fri 9–17', []],
    ['closed days', { ...lunch, otherDays: [closed, closed] }, 'Mon–Fri', '9–12, 13–17', ['closed on 2 days']],
    [
      'lists of days',
      { ...lunch, lists: [{ name: 'Holidays in Denmark' }, { name: 'Club' }] },
      'Mon–Fri',
      '9–12, 13–17',
      ['with exceptions'],
    ],
    [
      'closed days and a list',
      { ...lunch, otherDays: [closed], lists: [{ name: 'Club' }] },
      'Mon–Fri',
      '9–12, 13–17',
      ['with exceptions'],
    ],
    ['a day of other hours', { ...weekly, otherDays: [closed, office] }, 'Mon–Fri', '09:00–17:00', ['with exceptions']],
  ])('of %s', (_name, calendar, title, detail, limits) => {
    expect(accessWords('recurring', calendar, zone, now)).toEqual({ title, detail, limits })
  })

  it('briefly as each language does', async () => {
    const text = () => accessWords('recurring', lunch, zone, now).detail
    expect(await inLanguage('de', text)).toBe('9–12 und 13–17')
    expect(await inLanguage('da-DK', text)).toBe('9–12 og 13–17')
    expect(accessWords('recurring', lunch, 'UTC', now, true).detail).toBe('9–12, 13–17 UTC')
  })

  it('of several hours in one line, in every language', async () => {
    const both = { ...of(line(31, [9, 12], [13, 17]), line(32, [22, 6])), otherDays: [closed] }
    const text = () => accessText('recurring', both, zone, now)
    expect(text()).toBe('Mon–Fri 09:00–12:00, 13:00–17:00; Sat 22:00–06:00; closed on 1 day')
    expect(await inLanguage('de', text)).toBe('Mo–Fr 09:00–12:00 und 13:00–17:00; Sa 22:00–06:00; an 1 Tag geschlossen')
    expect(await inLanguage('da-DK', text)).toBe('Man–fre 09.00–12.00 og 13.00–17.00; lør 22.00–06.00; lukket på 1 dag')
    expect(accessText('recurring', both, 'UTC', now, { utc: true, within: true })).toBe(
      'Mon–Fri 09:00–12:00, 13:00–17:00 UTC; Sat 22:00–06:00 UTC; closed on 1 day',
    )
  })

  it('tells closed days from those of other hours, after the end of the whole, in every language', async () => {
    const mixed = { ...weekly, end: until.end, otherDays: [closed, closed, closed, office] }
    const text = () => accessText('recurring', mixed, zone, now)
    expect(text()).toBe('Mon–Fri 09:00–17:00, until 24 Nov; closed on 3 days, other hours on 1 day')
    expect(await inLanguage('de', text)).toBe(
      'Mo–Fr 09:00–17:00, bis 24. Nov.; an 3 Tagen geschlossen, an 1 Tag andere Zeiten',
    )
    expect(await inLanguage('da-DK', text)).toBe(
      'Man–fre 09.00–17.00, til 24. nov.; lukket på 3 dage, andre tider på 1 dag',
    )
  })

  it('of a line that ends before the others says when', () => {
    const ending = of(office, { ...line(32, [10, 14]), end: until.end })
    expect(accessText('recurring', ending, zone, now)).toBe('Mon–Fri 09:00–17:00; Sat 10:00–14:00 until 24 Nov')
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

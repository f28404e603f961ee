import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { calendarType, endOf, readCalendar, writeCalendar, type Calendar } from '../../model/calendar'
import { draftOf, newDraft, recurringDefaults, ruleOf, wantedRule, type Draft } from '../../model/draft'
import { oneSet } from '../../testing/example'
import { lastingDays, linesOf, shownCalendar } from '../../model/lines'
import { problemsOf } from '../../model/problems'
import { draftHours, withDays, type DraftLine } from '../../model/weekly'
import { DAY, HOUR, MINUTE, zoneOf } from '../../model/zone'
import { accessSummaryText, lengthText, outrankedText } from '../../i18n/access-summary'
import { shapeOf } from '../../i18n/calendar-text'
import { daysText, hoursText } from '../../i18n/week-text'
import { dateTimeText } from '../../i18n/format'
import { showLanguage, startI18n } from '../../i18n/i18n'
import { languageTags } from '../../i18n/languages'

beforeAll(async () => {
  ;(globalThis as { document?: unknown }).document ??= { documentElement: {} }
  await startI18n()
})
beforeEach(() => showLanguage('en-GB'))

const now = Date.parse('2026-11-20T13:02:00Z')
const copenhagen = { zone: 'Europe/Copenhagen', shared: true }
const end = Date.parse('2026-12-03T09:00:00Z')
const hours = { days: 31, dailyStart: 32_400, dailyEnd: 61_200 }
const summary = (calendar: Calendar | null, remote = false, clock = copenhagen) =>
  accessSummaryText(
    'Anna',
    'Front door',
    calendarType(calendar, now),
    shownCalendar(calendar, clock.zone, now),
    remote,
    clock,
    now,
  )

describe('the summary', () => {
  it.each([
    [null, 'Anna can open Front door at any time, at the door.'],
    [oneSet({ end }), 'Anna can open Front door until 3 Dec 2026, 10:00 (Copenhagen time), at the door.'],
    [
      oneSet({ start: now + DAY, end }),
      'Anna can open Front door from 21 Nov 2026, 14:02 until 3 Dec 2026, 10:00 (Copenhagen time), at the door.',
    ],
    [
      oneSet({ end: Date.parse('2026-12-24T23:00:00Z') }),
      'Anna can open Front door until 24 Dec 2026 (Copenhagen time), at the door.',
    ],
    [
      oneSet({ ...hours, end: Date.parse('2026-12-24T23:00:00Z') }),
      'Anna can open Front door Mon–Fri 09:00–17:00 (Copenhagen time) until 24 Dec 2026, at the door.',
    ],
    [
      oneSet({ end: now }),
      'Anna cannot open Front door with this access: it ended 20 Nov 2026, 14:02 (Copenhagen time).',
    ],
    [
      oneSet({ ...hours, weeks: 2, days: 127, start: 0 }),
      'Anna can open Front door every day every 2 weeks 09:00–17:00, next in the week of 16 Nov (Copenhagen time), at the door, until this access is removed.',
    ],
  ] as const)('of %j', (calendar, text) => {
    expect(summary(calendar)).toBe(text)
  })

  it('says days, hours, whose clock, the end, and from where', () => {
    expect(summary(oneSet({ ...hours, end }), true)).toBe(
      'Anna can open Front door Mon–Fri 09:00–17:00 (Copenhagen time) until 3 Dec 2026, 10:00, at the door and from afar.',
    )
  })

  it('says that hours are by the clock of each door where they have several, and by whose clock the end is', () => {
    const split = { zone: 'UTC', shared: false }
    expect(summary(oneSet({ ...hours, end }), false, split)).toBe(
      'Anna can open Front door Mon–Fri 09:00–17:00 (each door’s own clock) until 3 Dec 2026, 09:00 (UTC), at the door.',
    )
    expect(summary(oneSet({ end }), false, split)).toContain('until 3 Dec 2026, 09:00 (UTC)')
  })

  it.each([
    ['de', 'Anna kann Front door Mo–Fr 09:00–17:00 (Zeit in Kopenhagen) bis 03.12.2026, 10:00 öffnen, an der Tür.'],
    ['da-DK', 'Anna kan åbne Front door man–fre 09.00–17.00 (tid i København) indtil 3. dec. 2026, 10.00, ved døren.'],
  ] as const)('is whole in %s', async (tag, text) => {
    await showLanguage(tag)
    expect(summary(oneSet({ ...hours, end })).replaceAll('\u202f', ' ')).toBe(text)
  })
})

it('names what is outranked by its people, or else by its doors', () => {
  const holiday = { userGroup: 'Holiday guests' }
  const { zone } = copenhagen
  expect(outrankedText(holiday, 'temporary', shownCalendar(oneSet({ end }), zone, now), zone, now)).toBe(
    'Holiday guests (until 3 Dec)',
  )
  expect(outrankedText({ lockGroup: 'Flats' }, 'permanent', null, 'UTC', now)).toBe('Flats (always)')
  expect(outrankedText({ ...holiday, lockGroup: 'Flats' }, 'permanent', null, 'UTC', now)).toBe(
    'Holiday guests (always)',
  )
})

it('a length is said in days, hours and minutes, those that there are', () => {
  expect(lengthText({ days: 1, hours: 0, minutes: 3 })).toBe('1 day, 3 minutes')
})

/** Numbers from 0 to below `limit`, the same in every run. */
function dice(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

function anyLine(id: number, roll: (limit: number) => number): DraftLine {
  const hours = () => ({ from: roll(1440) * 60, to: roll(1441) * 60 })
  const weeks = roll(3) === 0 ? 1 + roll(4) : null
  return { id, days: roll(128), weeks, end: null, hours: draftHours(roll(2) === 0 ? [hours()] : [hours(), hours()]) }
}

function anyDraft(roll: (limit: number) => number): Draft {
  const type = (['temporary', 'recurring', 'permanent'] as const)[roll(3)] ?? 'permanent'
  const start = now + (roll(200) - 100) * HOUR
  return {
    ...newDraft(type, now, recurringDefaults, roll(2) === 0),
    start,
    end: roll(4) === 0 ? null : start + (roll(2000) - 200) * HOUR + roll(60) * MINUTE,
    dated: roll(2) === 0,
    lines: Array.from({ length: 1 + roll(2) }, (_, id) => anyLine(id, roll)),
    otherDays: roll(3) === 0 ? withDays([], 21_000) : [],
    refresh: roll(2) === 0 ? 3600 : 86_400,
  }
}

describe('whatever a person sets and may save', () => {
  it.each(languageTags)(
    'is summed up as the cell says it once it is saved, %s',
    async (tag) => {
      await showLanguage(tag)
      const roll = dice(7)
      const seen = new Set<string>()
      for (let round = 0; round < 3000; round += 1) {
        const draft = anyDraft(roll)
        const anyone = { administrator: false, recurring: true }
        if (
          problemsOf(draft, newDraft(draft.type, now, recurringDefaults, false), now - 100 * DAY, now, anyone).length >
          0
        )
          continue
        const rule = wantedRule(draft, draftOf(null, now, recurringDefaults, false), undefined)
        expect(rule).toEqual(ruleOf(draft))
        const text = summary(rule)
        // What comes back from the server, as a cell would tell it.
        const saved = rule && readCalendar({ id: 'calendar-1', created: '', ...writeCalendar(rule) } as never)
        const type = calendarType(saved, now)
        const { shape, from, until } = shapeOf(type, shownCalendar(saved, copenhagen.zone, now), now)
        seen.add(shape)
        for (const instant of [from, until]) {
          if (instant !== null) expect(text).toContain(dateTimeText(instant, copenhagen.zone))
        }
        if (saved !== null && type === 'recurring') {
          for (const { days, hours } of linesOf(saved)) {
            expect(text).toContain(hoursText(hours))
            if (days !== 127) expect(text).toContain(daysText(days))
          }
          const { first, last } = lastingDays(saved.start, endOf(saved), zoneOf(copenhagen.zone))
          if (saved.otherDays.some(({ day }) => day >= first && day <= last))
            expect(text).toMatch(/\. (Closed on 1 day|An 1 Tag geschlossen|Lukket på 1 dag)\.$/)
        }
        expect(text).not.toMatch(/\{\{|undefined|NaN/)
      }
      expect([...seen].sort()).toEqual(
        [
          'always',
          'from',
          'fromUntil',
          'recurring',
          'recurringFrom',
          'recurringFromUntil',
          'recurringUntil',
          'until',
        ].sort(),
      )
      // Thousands of drafts: a machine with little to spare is slow, not wrong.
    },
    30_000,
  )
})

import { describe, expect, it } from 'vitest'
import { calendarType, endOf, readCalendar, type Calendar } from './calendar'
import {
  DEFAULT_LENGTH,
  draftOf,
  extended,
  isChanged,
  newDraft,
  presentLines,
  recurringDefaults,
  ruleOf,
  switchType,
  wantedRule,
  withDates,
  withEnd,
  withStart,
  type Draft,
} from './draft'
import { calendar, calendarOf, oneSet } from '../testing/example'
import { problemsOf } from './problems'
import { linesOfWeek, withDays, type DraftHours, type DraftLine } from './weekly'
import { DAY, HOUR, MINUTE, utc, zoneOf } from './zone'

const now = Date.parse('2026-11-20T12:34:56Z')
const minute = Date.parse('2026-11-20T12:34:00Z')
const anyone = { administrator: false, recurring: true }

const opened = (saved: Calendar | null) => draftOf(saved, now, recurringDefaults, false)
const fresh = (type: Draft['type']) => newDraft(type, now, recurringDefaults, false)
const codes = (draft: Draft, from: Draft = draft, allowed: Parameters<typeof problemsOf>[4] = anyone) =>
  problemsOf(draft, from, now, now, allowed).map(({ code }) => code)

describe('default calendars', () => {
  it('temporary: from now for 30 days', () => {
    expect(ruleOf(fresh('temporary'))).toMatchObject({
      start: minute,
      sets: [{ end: minute + 30 * DAY, days: 0 }],
      refresh: 86_400,
    })
  })

  it('recurring: Monday to Friday, nine to five, without end', () => {
    const sets = [{ end: null, weeks: null, days: 31, dailyStart: 32_400, dailyEnd: 61_200 }]
    expect(ruleOf(fresh('recurring'))).toMatchObject({ start: minute, sets, otherDays: [] })
  })

  it('recurring: as kept on this browser', () => {
    const kept = [{ days: 96, hours: [{ from: 36_000, to: 50_400 }] }]
    expect(newDraft('recurring', now, kept, false).lines).toMatchObject(kept)
  })

  it('permanent: no calendar, unless keys are refreshed at another interval than a day', () => {
    expect(ruleOf(fresh('permanent'))).toBeNull()
    const hourly = ruleOf({ ...fresh('permanent'), refresh: 3600 })
    expect(hourly).toEqual(oneSet({ start: minute, refresh: 3600 }))
    expect(calendarType(hourly, now)).toBe('permanent')
  })
})

const saved = {
  permanent: null,
  temporary: readCalendar(
    calendar('calendar-1', { start_time: '2026-11-01T00:00:00Z', end_time: '2026-12-01T00:00:00Z' }),
  ),
  expired: readCalendar(
    calendar('calendar-1', { start_time: '2026-10-01T00:00:00Z', end_time: '2026-11-01T00:00:00Z' }),
  ),
  recurring: readCalendar(
    calendar('calendar-1', {
      ...{ start_time: '2026-11-01T00:00:00Z', number_of_weeks: 2, week_days: [1, 3] },
      ...{ daily_start: 28_800, daily_end: 43_200, refresh_interval: 900 },
    }),
  ),
  weekly: readCalendar(calendar('calendar-1', { week_days: [5] })),
}

const ending = (end: number): Calendar => ({
  ...saved.recurring,
  sets: saved.recurring.sets.map((set) => ({ ...set, end })),
})

/** The draft with other weekdays or hours. */
function withWeek(draft: Draft, given: { days?: number; from?: number; to?: number }): Draft {
  const [line] = draft.lines as [DraftLine]
  const [hours] = line.hours as [DraftHours]
  const { days = line.days, from = hours.from, to = hours.to } = given
  return { ...draft, lines: [{ ...line, days, hours: [{ ...hours, from, to }] }] }
}

describe('a draft of saved access', () => {
  it.each(Object.keys(saved) as (keyof typeof saved)[])('of %s is unchanged and saves what stands', (name) => {
    const draft = opened(saved[name])
    expect(draft.type).toBe(calendarType(saved[name], now))
    expect(isChanged(draft, opened(saved[name]))).toBe(false)
    expect(wantedRule(draft, draft, saved[name])).toEqual(saved[name])
  })

  it('that ended and never had a beginning reckons from one before its end, and saves none', () => {
    const draft = opened({ ...saved.expired, start: null })
    expect(draft).toMatchObject({ start: Date.parse('2026-11-01T00:00:00Z') - DEFAULT_LENGTH, startless: true })
    expect(codes(draft)).toEqual([])
    expect(ruleOf({ ...draft, refresh: 900 })?.start).toBeNull()
  })

  it('has no From where none was set, until one is', () => {
    const draft = withWeek(opened(saved.weekly), { days: 1 })
    expect(ruleOf(draft)?.start).toBeNull()
    const dated = withDates(draft, true, now, now, utc)
    expect(ruleOf(dated)?.start).toBeNull()
    expect(ruleOf(withDates(dated, false, now, now, utc))?.start).toBeNull()
    expect(ruleOf(withStart(dated, minute, dated, utc))?.start).toBe(minute)
    expect(codes({ ...dated, end: now - HOUR }, draft)).toEqual(['toPassed'])
  })

  it('keeps the number of weeks of a recurring calendar through an edit', () => {
    const draft = withWeek(opened(saved.recurring), { days: 1 })
    expect(wantedRule(draft, opened(saved.recurring), saved.recurring)).toMatchObject({
      sets: [{ weeks: 2, days: 1 }],
      refresh: 900,
    })
  })

  it('shows a calendar without daily times as whole days', () => {
    expect(opened(saved.weekly).lines).toMatchObject([{ days: 32, hours: [{ from: 0, to: 86_400 }] }])
  })

  it('is changed by each thing a person can set', () => {
    const draft = opened(saved.recurring)
    for (const change of [
      { type: 'permanent' },
      withWeek(draft, { days: 1 }),
      withWeek(draft, { from: 0 }),
      withWeek(draft, { to: 60_000 }),
      { lines: [...draft.lines, ...draft.lines] },
      { otherDays: withDays([], 20_000) },
      { newDay: 20_000 },
      { refresh: 3600 },
      { remote: true },
      { saveAsDefault: true },
    ] as const) {
      expect(isChanged({ ...draft, ...change }, draft), JSON.stringify(change)).toBe(true)
    }
  })
})

describe('switching the type', () => {
  const go = (draft: Draft, type: Draft['type'], from: Calendar | null | undefined) =>
    switchType(draft, type, from, now, recurringDefaults)

  it('resets to the default calendar of the new type', () => {
    expect(go(opened(saved.temporary), 'permanent', saved.temporary)).toEqual(fresh('permanent'))
    expect(go(fresh('temporary'), 'recurring', undefined)).toEqual(fresh('recurring'))
    expect(go(opened(saved.recurring), 'temporary', saved.recurring)).toEqual(fresh('temporary'))
  })

  it('from temporary to recurring keeps dates that stand or were chosen', () => {
    const { start } = saved.temporary
    const end = endOf(saved.temporary)
    const draft = go(opened(saved.temporary), 'recurring', saved.temporary)
    expect(draft).toMatchObject({ lines: fresh('recurring').lines, dated: true })
    expect(ruleOf(draft)).toMatchObject({ start, sets: [{ end, days: 31 }] })
    for (const dates of [
      { start: minute + DAY, end: minute + 3 * DAY },
      { start: minute + DAY, end: null },
    ]) {
      const wanted = ruleOf(go({ ...fresh('temporary'), ...dates }, 'recurring', undefined))
      expect(wanted).toMatchObject({ start: dates.start, sets: [{ end: dates.end }] })
    }
  })

  it('and back does so too', () => {
    const dates = { start: minute + DAY, end: minute + 3 * DAY }
    const there = go({ ...fresh('temporary'), ...dates }, 'recurring', undefined)
    expect(go(there, 'temporary', undefined)).toEqual({ ...fresh('temporary'), ...dates })
  })

  it('keeps no dates that are over', () => {
    expect(go(opened(saved.expired), 'recurring', saved.expired)).toEqual(fresh('recurring'))
  })

  it('back to the saved type reloads the saved calendar', () => {
    const there = go(opened(saved.recurring), 'temporary', saved.recurring)
    expect(go(there, 'recurring', saved.recurring)).toEqual(opened(saved.recurring))
  })

  it('back without saved access gives the default again', () => {
    const there = go({ ...fresh('temporary'), end: now + HOUR }, 'permanent', undefined)
    expect(go(there, 'temporary', undefined)).toEqual(fresh('temporary'))
  })

  it('keeps the remote choice', () => {
    expect(go({ ...fresh('temporary'), remote: true }, 'permanent', undefined).remote).toBe(true)
  })
})

describe('the start and end dates of recurring access', () => {
  it('are hidden when there is no end and the start is past', () => {
    expect(opened(saved.recurring).dated).toBe(false)
  })

  it('are shown for an end or a start to come', () => {
    expect(opened(ending(now + DAY)).dated).toBe(true)
    expect(opened({ ...saved.recurring, start: now + DAY }).dated).toBe(true)
  })

  const later = now + 5 * MINUTE

  it('switched on for new access go from the next full hour at the door to 30 days after it', () => {
    const kathmandu = zoneOf('Asia/Kathmandu')
    const { start, end } = withDates(fresh('recurring'), true, now, later, kathmandu)
    // 12:39 UTC is 18:24 in Kathmandu.
    expect(new Date(start).toISOString()).toBe('2026-11-20T13:15:00.000Z')
    expect(end).toBe(start + 30 * DAY)
  })

  it('switched on for access that stands keep its From, and end in 30 days unless an end is there', () => {
    const dated = withDates(opened(saved.recurring), true, now, now, utc)
    expect(dated.start).toBe(saved.recurring.start)
    expect(new Date(dated.end as number).toISOString()).toBe('2026-12-20T13:00:00.000Z')
    expect(withDates(opened(ending(now + DAY)), true, now, now, utc).end).toBe(now + DAY)
  })

  it('switched on and off again leave new access as it was', () => {
    const draft = fresh('recurring')
    expect(withDates(withDates(draft, true, now, now, utc), false, now, later, utc)).toEqual(draft)
  })

  it('switched off clear the end, and do not leave a hidden start to come', () => {
    const toCome = opened({ ...ending(now + 2 * DAY), start: now + DAY })
    const off = withDates(toCome, false, now, now, utc)
    expect(ruleOf(off)).toMatchObject({ start: minute, sets: [{ end: null }] })
  })
})

describe('rule sets that end at different times', () => {
  const [early, late] = [now + 2 * DAY, now + 9 * DAY]
  const iso = (at: number) => new Date(at).toISOString()
  const rules = [
    { week_days: [0], end_time: iso(early) },
    { week_days: [1], end_time: iso(late) },
  ]
  const draft = opened(readCalendar(calendarOf('calendar-1', rules, { start_time: '2026-11-01T00:00:00Z' })))
  const ends = (of: Draft) => ruleOf(of)?.sets.map(({ end }) => end)

  it('keep their ends through an edit of something else, and show the last', () => {
    expect(draft).toMatchObject({ end: late, dated: true, ownEnds: true })
    expect(ends({ ...draft, otherDays: withDays([], 20_811) })).toEqual([early, late])
    expect(ends(withStart(draft, now, draft, utc))).toEqual([early, late])
  })

  it('end together once another end is chosen', () => {
    expect(ends(withEnd(draft, late + DAY))).toEqual([late + DAY, late + DAY])
    expect(ends(withEnd(draft, late))).toEqual([early, late])
  })

  it('keep their ends without dates too', () => {
    const off = withDates(draft, false, now, now, utc)
    expect(ends(off)).toEqual([early, late])
    expect(ends(withDates(off, true, now, now, utc))).toEqual([early, late])
  })

  it('all begin before they end', () => {
    expect(codes({ ...draft, start: early }, draft)).toEqual(['fromAfterEnds'])
  })

  it('of which one is past hinder nothing, and it stays so', () => {
    const past = now - 20 * DAY
    const other = [{ week_days: [0] }, { week_days: [5], end_time: iso(past) }]
    const half = opened(readCalendar(calendarOf('calendar-1', other)))
    const changed = withWeek(half, { days: 3 })
    const lines = [...changed.lines, ...half.lines.slice(1)]
    expect(codes({ ...half, lines }, half)).toEqual([])
    expect(ruleOf({ ...half, lines })).toMatchObject({ start: null, sets: [{ end: null }, { end: past }] })
    expect(presentLines(half, now)).toEqual(half.lines.slice(0, 1))
    expect(presentLines({ ...half, lines: half.lines.slice(1) }, now)).toHaveLength(1)
    const off = withDates(half, false, now, now, utc)
    expect(ends(off)).toEqual([null, past])
    expect(ends(withDates(off, true, now, now, utc))).toEqual([null, past])
    expect(ends(withEnd(half, now + DAY))).toEqual([now + DAY, now + DAY])
  })
})

describe('fields that follow', () => {
  it('To moves along with a From that passes it, by as many days', () => {
    const draft = { ...fresh('temporary'), end: minute + 3 * DAY }
    expect(withStart(draft, minute + 10 * DAY, draft, utc)).toMatchObject({
      start: minute + 10 * DAY,
      end: minute + 13 * DAY,
    })
    expect(withStart(draft, minute + 3 * DAY, draft, utc).end).toBe(minute + 6 * DAY)
    expect(withStart(draft, minute + 3 * DAY - MINUTE, draft, utc).end).toBe(draft.end)
    expect(withStart({ ...draft, end: null }, minute + DAY, { ...draft, end: null }, utc).end).toBeNull()
  })

  it('a From typed part by part moves To by the range that stood before the first part', () => {
    const draft = { ...fresh('temporary'), end: minute + 3 * DAY }
    const early = withStart(draft, Date.parse('0002-11-20T13:02:00Z'), draft, utc)
    expect(withStart(early, minute + 365 * DAY, draft, utc).end).toBe(minute + 368 * DAY)
    const late = withStart(draft, minute + 365 * DAY, draft, utc)
    expect(withStart(late, minute + DAY, draft, utc).end).toBe(draft.end)
  })

  it('a range keeps its length by the clock of the door, over a change of the clocks too', () => {
    const zone = zoneOf('Europe/Copenhagen')
    const stay = {
      ...fresh('temporary'),
      start: Date.parse('2026-11-20T15:00:00+01:00'),
      end: Date.parse('2026-11-22T11:00:00+01:00'),
    }
    // On 28 March 2027 the clocks go forward.
    expect(withStart(stay, Date.parse('2027-03-27T15:00:00+01:00'), stay, zone).end).toBe(
      Date.parse('2027-03-29T11:00:00+02:00'),
    )
  })

  it('a To that moves along keeps its time of day, whatever that of From is', () => {
    const at = (time: string) => Date.parse(`${time}Z`)
    const stay = { ...fresh('temporary'), start: at('2026-11-20T15:00'), end: at('2026-11-22T11:00') }
    expect(withStart(stay, at('2026-12-01T18:30'), stay, utc).end).toBe(at('2026-12-03T11:00'))
  })

  it('within a day it moves by the hours that From does', () => {
    const at = (time: string) => Date.parse(`2026-11-20T${time}Z`)
    const visit = { ...fresh('temporary'), start: at('15:00'), end: at('16:00') }
    expect(withStart(visit, at('17:30'), visit, utc).end).toBe(at('18:30'))
  })

  it('a To that was before From already stays as it was typed', () => {
    const draft = { ...fresh('temporary'), end: minute - DAY }
    expect(withStart(draft, minute + DAY, draft, utc).end).toBe(minute - DAY)
  })

  it('access that has ended goes on for 30 days from today, to the time of day at which it ended', () => {
    const zone = zoneOf('Europe/Copenhagen')
    const ended = { ...opened(saved.expired), end: Date.parse('2026-10-11T11:00:00+02:00') }
    expect(extended(ended, now, zone)).toEqual({ ...ended, end: Date.parse('2026-12-20T11:00:00+01:00') })
  })
})

describe('what keeps a draft from being saved', () => {
  it('nothing, for the defaults and for what is saved', () => {
    for (const type of ['permanent', 'temporary', 'recurring'] as const) expect(codes(fresh(type))).toEqual([])
    for (const calendar of Object.values(saved)) expect(codes(opened(calendar))).toEqual([])
  })

  it('a From before now, unless it is the saved one', () => {
    expect(codes({ ...fresh('temporary'), start: minute - MINUTE })).toEqual([])
    expect(codes({ ...fresh('temporary'), start: minute - MINUTE }, fresh('temporary'))).toEqual(['fromBeforeNow'])
    expect(codes({ ...opened(saved.temporary), end: now + DAY }, opened(saved.temporary))).toEqual([])
  })

  it('no To, or one too early', () => {
    const draft = fresh('temporary')
    expect(codes({ ...draft, end: null })).toEqual(['toMissing'])
    expect(codes({ ...draft, end: draft.start + MINUTE - 1 })).toEqual(['toBeforeFrom'])
    const expired = opened(saved.expired)
    expect(codes({ ...expired, end: now - HOUR }, expired)).toEqual(['toPassed'])
    expect(codes({ ...expired, end: now + HOUR }, expired)).toEqual([])
  })

  it('no weekday, or daily times out of order', () => {
    const draft = fresh('recurring')
    expect(codes(withWeek(draft, { days: 0 }))).toEqual(['noWeekday'])
    expect(codes(withWeek(draft, { from: 32_400, to: 32_400 }))).toEqual(['dailyEndEarly'])
    expect(codes(withWeek(draft, { from: 32_400, to: 32_459 }))).toEqual(['dailyEndEarly'])
    expect(codes(withWeek(draft, { from: 79_200, to: 21_600 }))).toEqual([])
    expect(codes(withWeek(draft, { from: 0, to: 86_400 }))).toEqual([])
    expect(codes(withWeek(draft, { from: 86_340, to: 86_400 }))).toEqual(['dailyStartLate'])
  })

  it('a Sunday night of every second week, whose morning lies in a week that does not count', () => {
    const night = withWeek(fresh('recurring'), { days: 64, from: 79_200, to: 21_600 })
    const lines = night.lines.map((line) => ({ ...line, weeks: 2 }))
    expect(codes(night)).toEqual([])
    expect(codes({ ...night, lines })).toEqual(['nightAcrossWeeks'])
  })

  it('more than sixteen rule sets, of which a night is two', () => {
    const nights = (count: number) => [
      { days: 1, hours: Array.from({ length: count }, () => ({ from: 79_200, to: 21_600 })) },
    ]
    expect(codes({ ...fresh('recurring'), lines: linesOfWeek(nights(8)) })).toEqual([])
    expect(codes({ ...fresh('recurring'), lines: linesOfWeek(nights(9)) })).toEqual(['tooManyHours'])
  })

  it('hours of a day otherwise that pass its midnight, or a day that is chosen and not added', () => {
    const christmas = 20_811
    const day = (from: number, to: number) => ({ day: christmas, hours: [{ id: 0, from, to }] })
    const draft = fresh('recurring')
    expect(codes({ ...draft, otherDays: [day(32_400, 61_200)] })).toEqual([])
    expect(codes({ ...draft, otherDays: [day(79_200, 21_600)] })).toEqual(['closesFirst'])
    expect(codes({ ...draft, otherDays: [day(79_200, 79_200)] })).toEqual(['closesEarly'])
    expect(codes({ ...draft, newDay: christmas })).toEqual(['dayNotAdded'])
    expect(codes({ ...draft, newDay: christmas, otherDays: withDays([], christmas) })).toEqual(['dayTaken'])
    expect(codes({ ...draft, newDay: christmas }, draft, { ...anyone, today: christmas })).toEqual(['dayNotAdded'])
    expect(codes({ ...draft, newDay: christmas }, draft, { ...anyone, today: christmas + 1 })).toEqual(['dayPast'])
    expect(codes({ ...draft, otherDays: withDays([], 1) }, draft, { ...anyone, today: 2 })).toEqual([])
    expect(codes({ ...draft, newDay: -1 })).toEqual(['dayOutside'])
    const several = (newLastDay: number, first: number | null = christmas) => ({ ...draft, newDay: first, newLastDay })
    expect(codes(several(christmas + 2))).toEqual(['daysNotAdded'])
    expect(codes(several(christmas - 1))).toEqual(['daysBackwards'])
    expect(codes(several(christmas + 63))).toEqual(['daysNotAdded'])
    expect(codes(several(christmas + 64))).toEqual(['tooManyDays'])
    expect(codes(several(christmas, null))).toEqual(['dayFirstMissing'])
    expect(codes({ ...several(christmas + 2), otherDays: withDays([], christmas, christmas + 2) })).toEqual([
      'dayTaken',
    ])
    expect(codes({ ...draft, newDay: Date.parse('3000-01-01') / DAY })).toEqual(['dayOutside'])
  })

  it('the same hours twice on a line or a day, unless they came so; not some of the same', () => {
    const hours = (...to: number[]) => to.map((end, id) => ({ id, from: 32_400, to: end }))
    const line = (...to: number[]) => {
      const draft = fresh('recurring')
      return { ...draft, lines: draft.lines.map((one) => ({ ...one, hours: hours(...to) })) }
    }
    expect(codes(line(61_200, 61_200), line(61_200))).toEqual(['hoursTwice'])
    expect(codes(line(61_200, 61_200))).toEqual([])
    expect(codes(line(61_200, 64_800), line(61_200))).toEqual([])
    const day = { day: 20_811, hours: hours(61_200, 61_200) }
    expect(codes({ ...fresh('recurring'), otherDays: [day] }, fresh('recurring'))).toEqual(['hoursTwice'])
  })

  it('any type but permanent for an administrator', () => {
    const administrator = { administrator: true, recurring: true }
    expect(codes(fresh('temporary'), fresh('temporary'), administrator)).toEqual(['administratorsPermanent'])
    expect(codes(fresh('permanent'), fresh('permanent'), administrator)).toEqual([])
  })

  it('recurring access on locks older than V3', () => {
    const old = { administrator: false, recurring: false }
    expect(codes(fresh('recurring'), fresh('recurring'), old)).toEqual(['recurringUnsupported'])
    expect(codes(fresh('temporary'), fresh('temporary'), old)).toEqual([])
  })

  it('hidden dates of recurring access do not', () => {
    expect(codes({ ...opened(saved.recurring), end: 0 })).toEqual([])
  })
})

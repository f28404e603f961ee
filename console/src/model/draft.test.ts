import { describe, expect, it } from 'vitest'
import { calendarType, readCalendar, type Calendar } from './calendar'
import {
  DEFAULT_LENGTH,
  draftOf,
  extended,
  isChanged,
  newDraft,
  problemsOf,
  recurringDefaults,
  ruleOf,
  switchType,
  wantedRule,
  withDates,
  withStart,
  type Draft,
} from './draft'
import { calendar } from './example'
import { DAY, HOUR, MINUTE, utc, zoneOf } from './zone'

const now = Date.parse('2026-11-20T12:34:56Z')
const minute = Date.parse('2026-11-20T12:34:00Z')
const anyone = { administrator: false, recurring: true }

const opened = (saved: Calendar | null) => draftOf(saved, now, recurringDefaults, false)
const fresh = (type: Draft['type']) => newDraft(type, now, recurringDefaults, false)
const codes = (draft: Draft, from: Draft = draft, allowed = anyone) =>
  problemsOf(draft, from, now, now, allowed).map(({ code }) => code)

describe('default calendars', () => {
  it('temporary: from now for 30 days', () => {
    expect(ruleOf(fresh('temporary'))).toMatchObject({
      start: minute,
      end: minute + 30 * DAY,
      days: 0,
      refresh: 86_400,
    })
  })

  it('recurring: Monday to Friday, nine to five, without end', () => {
    const expected = { start: minute, end: null, days: 31, dailyStart: 32_400, dailyEnd: 61_200 }
    expect(ruleOf(fresh('recurring'))).toMatchObject(expected)
  })

  it('recurring: as kept on this browser', () => {
    const kept = { days: 96, dailyStart: 36_000, dailyEnd: 50_400 }
    expect(newDraft('recurring', now, kept, false)).toMatchObject(kept)
  })

  it('permanent: no calendar, unless keys are refreshed at another interval than a day', () => {
    expect(ruleOf(fresh('permanent'))).toBeNull()
    const hourly = ruleOf({ ...fresh('permanent'), refresh: 3600 })
    expect(hourly).toMatchObject({ end: null, days: 0, dailyStart: null, dailyEnd: null, refresh: 3600 })
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

describe('a draft of saved access', () => {
  it.each(Object.keys(saved) as (keyof typeof saved)[])('of %s is unchanged and saves what stands', (name) => {
    const draft = opened(saved[name])
    expect(draft.type).toBe(calendarType(saved[name], now))
    expect(isChanged(draft, opened(saved[name]))).toBe(false)
    expect(wantedRule(draft, draft, saved[name])).toEqual(saved[name])
  })

  it('that ended and never had a beginning shows one before its end', () => {
    const draft = opened({ ...saved.expired, start: null })
    expect(draft.start).toBe((saved.expired.end as number) - DEFAULT_LENGTH)
    expect(codes(draft)).toEqual([])
  })

  it('keeps the number of weeks of a recurring calendar through an edit', () => {
    const draft = { ...opened(saved.recurring), days: 1 }
    expect(wantedRule(draft, opened(saved.recurring), saved.recurring)).toMatchObject({
      weeks: 2,
      days: 1,
      refresh: 900,
    })
  })

  it('shows a calendar without daily times as whole days', () => {
    expect(opened(saved.weekly)).toMatchObject({ dailyStart: 0, dailyEnd: 86_400, days: 32 })
  })

  it('is changed by each thing a person can set', () => {
    const draft = opened(saved.recurring)
    for (const change of [
      { type: 'permanent' },
      { days: 1 },
      { dailyStart: 0 },
      { dailyEnd: 60_000 },
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
    const { start, end } = saved.temporary
    const draft = go(opened(saved.temporary), 'recurring', saved.temporary)
    expect(draft).toMatchObject({ ...recurringDefaults, dated: true })
    expect(ruleOf(draft)).toMatchObject({ start, end, days: 31 })
    const weekend = { start: minute + DAY, end: minute + 3 * DAY }
    expect(ruleOf(go({ ...fresh('temporary'), ...weekend }, 'recurring', undefined))).toMatchObject(weekend)
    const toCome = { start: minute + DAY, end: null }
    expect(ruleOf(go({ ...fresh('temporary'), ...toCome }, 'recurring', undefined))).toMatchObject(toCome)
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
    expect(opened({ ...saved.recurring, end: now + DAY }).dated).toBe(true)
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
    const ending = opened({ ...saved.recurring, end: now + DAY })
    expect(withDates(ending, true, now, now, utc).end).toBe(now + DAY)
  })

  it('switched on and off again leave new access as it was', () => {
    const draft = fresh('recurring')
    expect(withDates(withDates(draft, true, now, now, utc), false, now, later, utc)).toEqual(draft)
  })

  it('switched off clear the end, and do not leave a hidden start to come', () => {
    const off = withDates(opened({ ...saved.recurring, start: now + DAY, end: now + 2 * DAY }), false, now, now, utc)
    expect(ruleOf(off)).toMatchObject({ start: minute, end: null })
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
    expect(codes({ ...draft, days: 0 })).toEqual(['noWeekday'])
    expect(codes({ ...draft, dailyEnd: draft.dailyStart })).toEqual(['dailyEndEarly'])
    expect(codes({ ...draft, dailyEnd: draft.dailyStart + 59 })).toEqual(['dailyEndEarly'])
    expect(codes({ ...draft, dailyStart: 79_200, dailyEnd: 21_600 })).toEqual(['pastMidnight'])
    expect(codes({ ...draft, dailyStart: 0, dailyEnd: 86_400 })).toEqual([])
    expect(codes({ ...draft, dailyStart: 86_340, dailyEnd: 86_400 })).toEqual(['dailyStartLate'])
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

import { afterEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showLanguage } from '../../i18n/i18n'
import { otherDayText } from '../../i18n/week-text'
import { calendarOf, dayList } from '../../testing/example'
import { expectAccessible } from '../../testing/axe'
import type { Fixture } from '../../testing/fixture'
import { signedIn } from '../../testing/session'
import { day, house, open, street } from './testing'

signedIn()

const today = Math.floor(Date.now() / day)
const closed = (days: number) => ({ date: new Date((today + days) * day).toISOString().slice(0, 10), hours: [] })
const open10 = (days: number) => ({ ...closed(days), hours: [{ daily_start: 36_000, daily_end: 50_400 }] })

/** The street door of a guest, open on all days but these. */
function houseWith(other_days: readonly ReturnType<typeof closed | typeof open10>[]): Fixture {
  const doors = house()
  doors.calendars[0] = calendarOf('calendar-1', [{ daily_start: 32_400 }], {
    ...{ start_time: '2026-01-01T00:00:00Z', other_days: [...other_days] },
  })
  return doors
}

describe('days otherwise', () => {
  it('are named to a guest: the next one at once, all that are to come on demand', async () => {
    await open('created', {}, houseWith([closed(-20), closed(30), open10(40), closed(50)]))
    const more = street().getByRole('button', { name: '3 days otherwise' })
    await expect.element(more).toHaveTextContent(`Closed on ${otherDayText(today + 30)}`)
    await userEvent.click(more)
    const texts = () =>
      street()
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent)
    const lines = [`${otherDayText(today + 30)}: closed`, `${otherDayText(today + 40)}: 10:00–14:00`]
    await expect.poll(() => texts().slice(0, 2)).toEqual(lines)
    await expectAccessible()
  })

  it('stand in line with what is said above them, in letters of its size', async () => {
    const closedSoon = calendarOf('calendar-1', [{ daily_start: 32_400, daily_end: 32_401 }], {
      ...{ start_time: '2026-01-01T00:00:00Z', other_days: [closed(30), closed(31)] },
    })
    await open('created', {}, { ...house(), calendars: [closedSoon] })
    const more = street().getByRole('button', { name: '2 days otherwise' })
    await expect.element(more).toBeVisible()
    const above = street()
      .getByText(/^You can get in from/)
      .element()
    expect(getComputedStyle(more.element()).fontSize).toBe(getComputedStyle(above).fontSize)
    const left = (element: Element | null) => element?.getBoundingClientRect().left
    expect(left(more.element().querySelector('svg'))).toBe(left(above.closest('small')))
  })

  it.each([
    ['de', 'Geschlossen am', '2 abweichende Tage'],
    ['da-DK', 'Lukket', '2 særlige dage'],
  ] as const)('are named in %s', async (language, closedOn, count) => {
    await showLanguage(language)
    await open('created', {}, houseWith([closed(30), closed(31)]))
    const more = street().getByRole('button', { name: count })
    await expect.element(more).toHaveTextContent(`${closedOn} ${otherDayText(today + 30)}`)
    await showLanguage('en-GB')
  })

  it('of lists are named as those of the access are, by the names that the list gives them', async () => {
    const doors = houseWith([closed(50)])
    const named = { ...closed(30), name: 'Christmas Eve' }
    doors.day_lists = [dayList('day_list-1', [named, { ...closed(-1), name: 'Past' }], { name: 'Holidays in Denmark' })]
    doors.calendars[0] = { ...doors.calendars[0]!, day_lists: ['day_list-1'] }
    await open('created', {}, doors)
    await expect.element(street()).toHaveTextContent(/closed on 1 day, different on days of Holidays in Denmark/)
    const more = street().getByRole('button', { name: '2 days otherwise' })
    await expect.element(more).toHaveTextContent(`Closed on ${otherDayText(today + 30)} (Christmas Eve)`)
    await userEvent.click(more)
    await expect.element(street().getByText(`${otherDayText(today + 30)} (Christmas Eve): closed`)).toBeVisible()
  })

  it('are named without a list where there is one', async () => {
    await open('created', {}, houseWith([open10(30)]))
    await expect.element(street()).toHaveTextContent(`Open on ${otherDayText(today + 30)}, 10:00–14:00`)
    expect(page.getByRole('button', { name: /otherwise/ }).query()).toBeNull()
  })
})

describe('a day on which the door is closed, against its weekly hours', () => {
  afterEach(() => void vi.useRealTimers())

  const openOn = async (now: string, listed: readonly { date: string; name: string; hours: never[] }[]) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
    const doors = house()
    doors.day_lists = [dayList('day_list-1', [...listed], { name: 'Holidays' })]
    const weekly = { daily_start: 32_400, daily_end: 61_200, week_days: [0, 1, 2, 3, 4] }
    const held = { start_time: '2026-01-01T00:00:00Z', day_lists: ['day_list-1'] }
    doors.calendars[0] = calendarOf('calendar-1', [weekly], held)
    await open('created', {}, doors)
    await expect.element(street()).toBeVisible()
  }

  it.each([
    ['by its name', 'Founding Day', /Closed today: .?Founding Day.*You can get in from .*09:00.*Mon–Fri/s],
    ['without one', '', /Closed today(?!:).*You can get in from .*09:00.*Mon–Fri/s],
  ])('is told first, %s', async (_name, name, told) => {
    await openOn('2026-11-20T13:02:30Z', [{ date: '2026-11-20', name, hours: [] }])
    await expect.element(street()).toHaveTextContent(told)
    await expect.element(street()).not.toHaveTextContent(/Closed on/)
    await expectAccessible()
  })

  it('is not told where it is closed by the weekday anyway, or on another day', async () => {
    await openOn('2026-11-21T13:02:30Z', [
      { date: '2026-11-21', name: 'Fair', hours: [] },
      { date: '2026-11-23', name: 'Market', hours: [] },
    ])
    await expect.element(street()).toHaveTextContent(/You can get in from/)
    await expect.element(street()).not.toHaveTextContent(/Closed today/)
  })
})

describe('an end at midnight', () => {
  afterEach(() => void vi.useRealTimers())

  it.each([
    ['on this day is 24:00', '2026-11-20T13:02:30Z', 'You can get in until 24:00'],
    ['on another day is that day, whole', '2026-11-18T13:02:30Z', 'You can get in until 20 Nov 2026'],
  ])('%s', async (_name, now, told) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(now) })
    const doors = house()
    doors.calendars[0] = calendarOf('calendar-1', [{ end_time: '2026-11-20T23:00:00Z', week_days: [0, 1, 2, 3, 4] }], {
      start_time: '2026-01-01T00:00:00Z',
    })
    await open('created', {}, doors)
    await expect.element(street().getByText(told, { exact: true })).toBeVisible()
    await expect.element(street().getByText(/until 20 Nov$/)).toBeVisible()
  })
})

import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showLanguage } from '../../i18n/i18n'
import {
  atTheDoor,
  choose,
  dayButton,
  house,
  open,
  personal,
  readsAs,
  refuses,
  save,
  segment,
  toggle,
  type,
} from './testing'

atTheDoor()

describe('the head', () => {
  it('names person, door, the zone of the door and the time there', async () => {
    await open()
    await expect
      .element(page.getByRole('heading', { level: 2 }))
      .toHaveTextContent('Access for Anna Lindqvist to Street door')
    await expect.element(page.getByText('Copenhagen time · now 14:02 at the door')).toBeVisible()
  })

  it('says that UTC counts at a door without a time zone', async () => {
    await open({ column: 'lock-shed' })
    await expect.element(page.getByText('No time zone set, so UTC counts · now 13:02 UTC')).toBeVisible()
  })

  it.each([
    ['da-DK', 'Adgang for Anna Lindqvist til Street door', 'Tid i København · nu 14.02 ved døren', 'Gem'],
    ['de', 'Zugang für Anna Lindqvist zu Street door', 'Zeit in Kopenhagen · jetzt 14:02 an der Tür', 'Speichern'],
  ] as const)('speaks %s', async (tag, title, clock, button) => {
    await showLanguage(tag)
    await open()
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent(title)
    await expect.element(page.getByText(clock)).toBeVisible()
    await expect.element(page.getByRole('button', { name: button })).toBeVisible()
  })
})

describe('the three types', () => {
  it('new access is temporary for 30 days, by the clock of the door', async () => {
    const { calls, close } = await open()
    await expect.element(type('Temporary')).toBeChecked()
    await readsAs('From', { day: '20', month: '11', hour: '14', minute: '02' })
    await readsAs('To', { day: '20', month: '12', hour: '14', minute: '02' })
    await userEvent.click(save)
    expect(calls).toEqual([
      [
        'createCalendar',
        {
          start_time: '2026-11-20T13:02:00+00:00',
          refresh_interval: 86_400,
          rule_sets: [
            {
              ...{ end_time: '2026-12-20T13:02:00+00:00', number_of_weeks: null, week_days: null },
              ...{ daily_start: null, daily_end: null },
            },
          ],
          other_days: [],
          day_lists: [],
        },
      ],
      [
        'createLink',
        { user_id: 'user-anna', lock_id: 'lock-street', link_profile: 'user', calendar_id: 'calendar-new' },
      ],
    ])
    expect(close).toHaveBeenCalledOnce()
  })

  it('recurring is Monday to Friday from nine to five at the door, drawn as bars', async () => {
    const { calls } = await open()
    await choose('Recurring')
    await expect.element(page.getByRole('img', { name: 'Open: Mon–Fri 09:00–17:00' })).toBeVisible()
    await expect.element(dayButton('Friday')).toBeChecked()
    await expect.element(dayButton('Saturday')).not.toBeChecked()
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({
      rule_sets: [{ end_time: null, week_days: [0, 1, 2, 3, 4], daily_start: 32_400, daily_end: 61_200 }],
    })
  })

  it('permanent needs no calendar', async () => {
    const { calls } = await open()
    await choose('Permanent')
    await userEvent.click(save)
    expect(calls).toEqual([
      ['createLink', { user_id: 'user-anna', lock_id: 'lock-street', link_profile: 'user', calendar_id: null }],
    ])
  })

  it('switched to another begins with that type’s default, and back has what was entered', async () => {
    await open({ domain: house([personal('calendar-tuesday')]) })
    await expect.element(page.getByRole('img', { name: 'Open: Tue 08:00–12:00' })).toBeVisible()
    await toggle('Sunday')
    await choose('Temporary')
    await readsAs('To', { day: '20', month: '12' })
    await choose('Recurring')
    await expect.element(page.getByRole('img', { name: 'Open: Tue, Sun 08:00–12:00' })).toBeVisible()
    await toggle('Sunday')
    await expect.element(save).toBeDisabled()
  })
})

describe('weekdays', () => {
  it('none is named and keeps from saving', async () => {
    const { calls } = await open({ domain: house([personal('calendar-tuesday')]) })
    await toggle('Tuesday')
    await expect.element(page.getByRole('img', { name: 'Never open: no weekday is chosen.' })).toBeVisible()
    await refuses(calls, 'Weekdays', 'Choose at least one weekday.')
  })
})

describe('recurring defaults of this device', () => {
  it('are kept with Save, and their fields rest meanwhile', async () => {
    const { close } = await open()
    await choose('Recurring')
    await toggle('Saturday')
    await userEvent.click(page.getByText('Save as default'))
    await expect.element(dayButton('Saturday')).toBeDisabled()
    await expect.element(segment('hour', 'Daily from')).toHaveAttribute('aria-disabled', 'true')
    expect(localStorage.getItem('defaultRecurringHours')).toBeNull()
    await userEvent.click(save)
    expect(close).toHaveBeenCalledOnce()
    const kept = [{ days: 63, hours: [{ from: 32_400, to: 61_200 }] }]
    expect(localStorage.getItem('defaultRecurringHours')).toBe(JSON.stringify(kept))
  })

  it.each([
    [
      'a lunch break',
      [
        {
          days: 96,
          hours: [
            [9, 12],
            [13, 17],
          ],
        },
      ],
      'Open: Sat, Sun 09:00–12:00, 13:00–17:00',
    ],
    ['a night', [{ days: 96, hours: [[22, 6]] }], 'Open: Sat, Sun 22:00–06:00'],
    ['what makes no sense', [{ days: 0, hours: [[9, 12]] }], 'Open: Mon–Fri 09:00–17:00'],
    ['hours that are none', [{ days: 96, hours: [[9, 9]] }], 'Open: Mon–Fri 09:00–17:00'],
  ])('are where new recurring access begins: %s', async (_name, kept, label) => {
    const lines = kept.map(({ days, hours }) => ({
      days,
      hours: hours.map(([from = 0, to = 0]) => ({ from: from * 3600, to: to * 3600 })),
    }))
    localStorage.setItem('defaultRecurringHours', JSON.stringify(lines))
    await open()
    await choose('Recurring')
    await expect.element(page.getByRole('img', { name: label })).toBeVisible()
  })

  it('that an earlier version of the console kept go on counting, until others are kept', async () => {
    localStorage.setItem('defaultRecurringWeekDays', '[5,6]')
    localStorage.setItem('defaultRecurringStartTime', '36000')
    localStorage.setItem('defaultRecurringEndTime', '50400')
    await open()
    await choose('Recurring')
    await expect.element(page.getByRole('img', { name: 'Open: Sat, Sun 10:00–14:00' })).toBeVisible()
    await userEvent.click(page.getByText('Save as default'))
    await userEvent.click(save)
    expect(localStorage.getItem('defaultRecurringWeekDays')).toBeNull()
    expect(localStorage.getItem('defaultRecurringHours')).toContain('"days":96')
  })
})

describe('the start and end date of recurring access', () => {
  const dates = page.getByRole('switch', { name: 'Start and end date' })

  it('are hidden while it is open without end, and show an end in 30 days when switched on', async () => {
    const { calls } = await open({ domain: house([personal('calendar-open')]) })
    await expect.element(dates).not.toBeChecked()
    expect(segment('day', 'To').query()).toBeNull()
    await userEvent.click(page.getByText('Start and end date'))
    await readsAs('From', { day: '1', month: '11' })
    await readsAs('To', { day: '20', month: '12' })
    await userEvent.click(save)
    expect(calls.map(([name]) => name)).toEqual(['createCalendar', 'updateLink', 'deleteCalendar'])
    expect(calls[0]?.[1]).toMatchObject({
      start_time: '2026-11-01T00:00:00+00:00',
      rule_sets: [{ end_time: '2026-12-20T14:00:00+00:00' }],
    })
  })

  it('of new access begin with the next full hour at the door, and are whole', async () => {
    const { calls } = await open()
    await choose('Recurring')
    await userEvent.click(page.getByText('Start and end date'))
    await readsAs('From', { day: '20', month: '11', hour: '15', minute: '00' })
    await readsAs('To', { day: '20', month: '12', hour: '15', minute: '00' })
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({
      start_time: '2026-11-20T14:00:00+00:00',
      rule_sets: [{ end_time: '2026-12-20T14:00:00+00:00' }],
    })
  })

  it('switched off clear the end', async () => {
    await open({ domain: house([personal('calendar-open')]) })
    await userEvent.click(page.getByText('Start and end date'))
    await expect.element(save).toBeEnabled()
    await userEvent.click(page.getByText('Start and end date'))
    await expect.element(save).toBeDisabled()
  })
})

describe('the refresh interval, under Advanced', () => {
  const refresh = page.getByRole('button', { name: /Time between key renewals/ })

  it('is shown at once where it is another', async () => {
    await open({ domain: house([personal('calendar-hourly')]) })
    await expect.element(refresh).toHaveAccessibleName(/1 hour/)
  })

  it('offers seven, 24 hours chosen, and makes a calendar for permanent access with another', async () => {
    const { calls } = await open()
    await choose('Permanent')
    expect(refresh.query()).toBeNull()
    await userEvent.click(page.getByRole('button', { name: 'Advanced Key renewal: 24 hours' }))
    await userEvent.click(refresh)
    await expect
      .poll(() =>
        page
          .getByRole('option')
          .elements()
          .map((option) => option.textContent),
      )
      .toEqual(['15 minutes', '1 hour', '24 hours', '1 week', '1 month', '6 months', '1 year'])
    await userEvent.click(page.getByRole('option', { name: '1 hour' }))
    await userEvent.click(save)
    expect(calls.map(([name]) => name)).toEqual(['createCalendar', 'createLink'])
    expect(calls[0]?.[1]).toMatchObject({ refresh_interval: 3600, rule_sets: [{ end_time: null, week_days: null }] })
  })
})

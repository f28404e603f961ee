import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  atTheDoor,
  cannotSave,
  choose,
  house,
  houseWith,
  open,
  personal,
  press,
  readsAs,
  refuses,
  save,
  segment,
} from './testing'
import { pressEscape } from '../../testing/press-escape'

atTheDoor()

const tooShort = 'There must be at least a minute between the daily start and the daily end.'

/** Types hours and minutes of a daily time, part by part as a person does. */
async function typeTime(field: string, hour: string, minute = '00') {
  await press(segment('hour', field), hour)
  await press(segment('minute', field), minute)
}

describe('daily hours stay as they are typed', () => {
  it('from 22:00 to 06:00 are a night, which is said beside the field and saved as two rule sets', async () => {
    const { calls } = await open()
    await choose('Recurring')
    await typeTime('Daily from', '22')
    await typeTime('Daily to', '06')
    await press(segment('hour', 'Daily from'))
    await readsAs('Daily from', { hour: '22', minute: '00' })
    await readsAs('Daily to', { hour: '06', minute: '00' })
    await expect.element(segment('hour', 'Daily to')).toHaveAccessibleDescription(/Until 06:00 the next day$/)
    await expect.element(page.getByRole('img', { name: 'Open: Mon–Fri 22:00–06:00' })).toBeVisible()
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({
      rule_sets: [
        { week_days: [0, 1, 2, 3, 4], daily_start: 79_200, daily_end: 86_400 },
        { week_days: [1, 2, 3, 4, 5], daily_start: 0, daily_end: 21_600 },
      ],
    })
  })

  it('an end typed before its start is kept until the start is typed, and after', async () => {
    const { calls } = await open()
    await choose('Recurring')
    await typeTime('Daily to', '20')
    await typeTime('Daily from', '21')
    await readsAs('Daily to', { hour: '20', minute: '00' })
    await expect.element(page.getByText('Until 20:00 the next day')).toBeVisible()
    await typeTime('Daily to', '23', '30')
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ rule_sets: [{ daily_start: 75_600, daily_end: 84_600 }] })
  })

  it.each([
    ['from first', ['Daily from', 'Daily to']],
    ['to first', ['Daily to', 'Daily from']],
  ])('00:00–00:00 is the whole day, %s', async (_order, fields) => {
    const { calls } = await open()
    await choose('Recurring')
    for (const field of fields) await typeTime(field, '00')
    await expect.element(page.getByText('00:00 is the midnight that ends the day.')).toBeVisible()
    await expect
      .element(page.getByText(/^After Save: Anna Lindqvist can open Street door Mon–Fri all day/))
      .toBeVisible()
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ rule_sets: [{ daily_start: 0, daily_end: 86_400 }] })
  })

  it('a start and end of one time are refused with a word', async () => {
    const { calls } = await open()
    await choose('Recurring')
    await typeTime('Daily to', '09')
    await refuses(calls, 'Daily to', tooShort)
    await readsAs('Daily to', { hour: '09', minute: '00' })
  })

  it('a start of 23:59 is kept and refused with a word', async () => {
    const { calls } = await open()
    await choose('Recurring')
    await typeTime('Daily to', '00')
    await typeTime('Daily from', '23', '59')
    await readsAs('Daily from', { hour: '23', minute: '59' })
    await refuses(calls, 'Daily from', 'The day must start at 23:58 or earlier.')
  })

  it('what is wrong can be mended also while it is to become the default', async () => {
    const { calls } = await open()
    await choose('Recurring')
    await typeTime('Daily to', '09')
    await userEvent.click(page.getByText('Save as default'))
    await refuses(calls, 'Daily to', tooShort)
    await typeTime('Daily to', '18')
    await userEvent.click(save)
    expect(localStorage.getItem('defaultRecurringHours')).toContain('"to":64800')
  })
})

const calendarOf = (field: string) => page.getByRole('group', { name: field, exact: true }).getByRole('button')

describe('To stays as it is', () => {
  it('an earlier one is kept, said beside the field, and not saved', async () => {
    const { calls } = await open()
    await press(segment('month', 'To'), '{ArrowDown}')
    await press(segment('day', 'From'))
    await readsAs('To', { day: '20', month: '11', hour: '14', minute: '02' })
    await refuses(calls, 'To', 'To must be at least a minute after From.')
  })

  it.each(['calendar-no-start', 'calendar-ended-always'])(
    'opening its calendar changes nothing where access has no start: %s',
    async (calendar) => {
      await open({ domain: house([personal(calendar)]) })
      const before = page.getByRole('group', { name: 'To', exact: true }).element().textContent
      await userEvent.click(calendarOf('To'))
      await expect.element(page.getByRole('grid')).toBeVisible()
      await pressEscape()
      await expect.element(page.getByRole('group', { name: 'To', exact: true })).toHaveTextContent(before)
      expect(page.getByText(/To moved along/).query()).toBeNull()
      await expect.element(save).toBeDisabled()
    },
  )

  it('a picked day keeps the time of day', async () => {
    const { calls } = await open({ domain: house([personal('calendar-no-start')]) })
    await readsAs('To', { day: '21', month: '11', hour: '10', minute: '30' })
    await userEvent.click(calendarOf('To'))
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}')
    await readsAs('To', { day: '23', month: '11', hour: '10', minute: '30' })
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ rule_sets: [{ end_time: '2026-11-23T09:30:00+00:00' }] })
  })

  it('today picked is today at that time of day, and what is wrong with that is said', async () => {
    const { calls } = await open({ domain: house([personal('calendar-no-start')]) })
    await userEvent.click(calendarOf('To'))
    await userEvent.keyboard('{ArrowLeft}{Enter}')
    await readsAs('To', { day: '20', month: '11', hour: '10', minute: '30' })
    await refuses(calls, 'To', 'To has passed already.')
  })

  it('days before today, or before From, cannot be picked', async () => {
    await open({ domain: house([personal('calendar-ended')]) })
    await userEvent.click(calendarOf('To'))
    const day = (name: RegExp) => page.getByRole('grid').getByRole('button', { name })
    await expect.element(day(/19 November/)).toHaveAttribute('aria-disabled', 'true')
    await expect.element(day(/20 November/)).not.toHaveAttribute('aria-disabled')
    await pressEscape()
    await readsAs('To', { day: '3', month: '11', hour: '10' })
  })

  it('days before today cannot be picked for From either', async () => {
    await open({ domain: house([personal('calendar-coming')]) })
    await userEvent.click(calendarOf('From'))
    const day = page.getByRole('grid').getByRole('button', { name: /19 November/ })
    await expect.element(day).toHaveAttribute('aria-disabled', 'true')
  })
})

describe('without From', () => {
  it('an end is set, and From is given again when it is typed', async () => {
    const { calls } = await open()
    await userEvent.click(page.getByRole('button', { name: 'Without From' }))
    await expect.element(segment('day', 'From')).toHaveTextContent('dd')
    await expect.element(segment('day', 'From')).toHaveFocus()
    await press(segment('day', 'To'), '24')
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({
      start_time: null,
      rule_sets: [{ end_time: expect.stringContaining('2026-12-24') as string }],
    })
  })

  it('a half typed From is none', async () => {
    await open()
    await press(segment('day', 'From'), '{Backspace}{Backspace}')
    await userEvent.click(page.getByRole('button', { name: 'Without From' }))
    await expect.element(segment('month', 'From')).toHaveTextContent('mm')
    await expect.element(page.getByText('Empty: no day on which it begins is set.')).toBeVisible()
  })

  it('is not offered where weeks are counted from it', async () => {
    await open({ domain: houseWith([{ week_days: [0], number_of_weeks: 2 }]) })
    await userEvent.click(page.getByText('Start and end date'))
    await expect.element(segment('day', 'From')).toBeVisible()
    expect(page.getByRole('button', { name: 'Without From' }).query()).toBeNull()
  })
})

it('a day that is picked for To as the first is open to its end', async () => {
  const { calls } = await open({ domain: house([personal('calendar-endless')]) })
  await userEvent.click(calendarOf('To'))
  await userEvent.click(page.getByRole('grid').getByRole('button', { name: /26 November/ }))
  await readsAs('To', { day: '27', month: '11', hour: '00', minute: '00' })
  await expect.element(page.getByText('That is the end of 26 November.')).toBeVisible()
  await expect.element(page.getByText(/^After Save: .* until 26 Nov 2026 \(Copenhagen time\)/)).toBeVisible()
  await userEvent.click(save)
  expect(calls[0]?.[1]).toMatchObject({ rule_sets: [{ end_time: '2026-11-26T23:00:00+00:00' }] })
})

describe('From', () => {
  it('before now is named and keeps from saving', async () => {
    const { calls } = await open()
    await press(segment('day', 'From'), '{ArrowDown}')
    await refuses(calls, 'From', 'From cannot be before now.')
    await press(segment('day', 'From'), '{ArrowUp}')
    await expect.element(cannotSave).not.toBeInTheDocument()
  })

  it('of access to come can be made today, from the calendar too', async () => {
    await open({ domain: house([personal('calendar-coming')]) })
    await readsAs('From', { day: '25', month: '11' })
    await userEvent.click(calendarOf('From'))
    await expect.element(page.getByRole('grid', { name: 'November 2026' })).toBeVisible()
    // Six days back would be yesterday.
    await userEvent.keyboard('{ArrowLeft>6/}{Enter}')
    await readsAs('From', { day: '20', month: '11' })
    await readsAs('To', { day: '28', month: '11' })
  })

  it('that passes To takes it along, to the same time of day, and says so', async () => {
    await open({ domain: house([personal('calendar-coming')]) })
    await press(segment('month', 'From'), '{ArrowUp}')
    await readsAs('From', { day: '25', month: '12', hour: '09' })
    await readsAs('To', { day: '28', month: '12', hour: '09' })
    await expect
      .element(page.getByRole('status').filter({ hasText: 'To moved along' }))
      .toHaveTextContent('To moved along with From, to 28 Dec 2026, 09:00.')
    await press(segment('month', 'To'), '{ArrowDown}')
    expect(page.getByText(/To moved along/).query()).toBeNull()
  })

  it('typed part by part moves To by what stood before, and back when it turns out earlier', async () => {
    await open({ domain: house([personal('calendar-coming')]) })
    await press(segment('year', 'From'), '2028')
    await readsAs('From', { day: '25', month: '11', year: '2028' })
    await readsAs('To', { day: '28', month: '11', year: '2028' })
    await press(segment('year', 'From'), '2026')
    await readsAs('To', { day: '28', month: '11', year: '2026' })
    expect(page.getByText(/To moved along/).query()).toBeNull()
  })

  it('leaves a To alone that is on the way to a later one', async () => {
    await open({ domain: house([personal('calendar-until')]) })
    await press(segment('day', 'To'), '05')
    await press(segment('month', 'To'), '11')
    await press(segment('month', 'From'), '{ArrowUp}')
    await press(segment('day', 'To'), '31')
    await press(segment('month', 'To'), '01')
    await press(segment('year', 'To'), '{ArrowUp}')
    await readsAs('To', { day: '31', month: '1', year: '2027' })
  })
})

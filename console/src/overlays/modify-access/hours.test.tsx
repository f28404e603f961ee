import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe'
import { atTheDoor, choose, houseWith, open, press, refuses, save } from './testing'

atTheDoor()

const button = (name: string) => page.getByRole('button', { name, exact: true })
const group = (name: string | RegExp) => page.getByRole('group', { name })
const picture = (hours: string) => page.getByRole('img', { name: `Open: ${hours}` })
const working = [0, 1, 2, 3, 4]
const lunch = [
  { week_days: working, daily_start: 32_400, daily_end: 43_200 },
  { week_days: working, daily_start: 46_800, daily_end: 61_200 },
]

/** Types into the first part of a field of a group, and on from there. */
async function typeInto(within: ReturnType<typeof group>, field: string, keys: string) {
  const part = within.getByRole('group', { name: field, exact: true }).getByRole('spinbutton').first()
  await press(part, keys)
}

describe('hours', () => {
  it('are added after a break of an hour, with the focus in them, and saved as a rule set each', async () => {
    const { calls } = await open()
    await choose('Recurring')
    await typeInto(group('Weekdays and hours 1 of 1'), 'Daily to', '1200')
    await userEvent.click(button('Add hours'))
    await expect.element(picture('Mon–Fri 09:00–12:00, 13:00–17:00')).toBeVisible()
    const added = group('Daily from').nth(1)
    await expect.poll(() => added.element().contains(document.activeElement)).toBe(true)
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ rule_sets: lunch, other_days: [] })
  })

  it('are removed again, and the focus goes on to what adds others', async () => {
    await open({ domain: houseWith(lunch) })
    await userEvent.click(button('Remove 09:00–12:00'))
    await expect.element(picture('Mon–Fri 13:00–17:00')).toBeVisible()
    await expect.element(button('Add hours')).toHaveFocus()
    expect(page.getByRole('button', { name: /^Remove \d/ }).query()).toBeNull()
  })

  it('that overlap are said at the field, and the same twice are refused', async () => {
    const { calls } = await open({ domain: houseWith([lunch[0] ?? {}]) })
    await userEvent.click(button('Add hours'))
    const second = group('Daily from').nth(1).getByRole('spinbutton').first()
    await press(second, '1100')
    await expect.element(second).toHaveAccessibleDescription(/Overlaps with 09:00–12:00\.$/)
    await press(second, '0900')
    await press(group('Daily to').nth(1).getByRole('spinbutton').first(), '1200')
    await refuses(calls, 'Daily from', 'These hours are there already.')
  })

  it('of other weekdays are a line of their own', async () => {
    const { calls } = await open()
    await choose('Recurring')
    await userEvent.click(button('Add other weekdays'))
    const second = group('Weekdays and hours 2 of 2')
    await expect.element(second.getByRole('checkbox', { name: 'Saturday' })).toBeChecked()
    await expect.poll(() => second.element().contains(document.activeElement)).toBe(true)
    const summary = page.getByText(/^After Save/).element()
    expect(second.element().getBoundingClientRect().bottom).toBeLessThan(summary.getBoundingClientRect().top)
    await typeInto(second, 'Daily from', '1000')
    await typeInto(second, 'Daily to', '1400')
    await expect.element(picture('Mon–Fri 09:00–17:00; Sat, Sun 10:00–14:00')).toBeVisible()
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ rule_sets: [{ week_days: working }, { week_days: [5, 6] }] })
  })

  it('of a line are removed by name', async () => {
    await open({ domain: houseWith([...lunch, { week_days: [5], daily_start: 36_000, daily_end: 50_400 }]) })
    await userEvent.click(button('Remove Sat 10:00–14:00'))
    await expect.element(picture('Mon–Fri 09:00–12:00, 13:00–17:00')).toBeVisible()
    await expect.element(button('Add other weekdays')).toHaveFocus()
  })

  it('of no weekday are added where all have hours, with the focus on the weekdays, and not saved so', async () => {
    const { calls } = await open({ domain: houseWith([{ daily_start: 32_400, daily_end: 61_200 }]) })
    await userEvent.click(button('Add other weekdays'))
    const monday = group('Weekdays and hours 2 of 2').getByRole('checkbox', { name: 'Monday' })
    await expect.element(monday).toHaveFocus()
    await expect.element(monday).not.toBeChecked()
    await expect.element(button('Remove 09:00–17:00 without weekdays')).toBeVisible()
    await expect.element(button('Remove every day 09:00–17:00')).toBeVisible()
    await refuses(calls, 'Weekdays', 'Choose at least one weekday.')
  })

  it('of no weekday any more say what is missing when nothing else has changed', async () => {
    const { calls } = await open({ domain: houseWith([{ week_days: null, daily_start: 32_400, daily_end: 61_200 }]) })
    for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']) {
      await userEvent.click(group('Weekdays and hours 1 of 1').getByText(day))
    }
    await refuses(calls, 'Weekdays', 'Choose at least one weekday.')
  })

  it('that are given often come by a press', async () => {
    await open()
    await choose('Recurring')
    for (const name of ['Mon–Fri 09:00–12:00, 13:00–17:00', 'Mon–Fri 22:00–06:00', 'Sat, Sun all day']) {
      await userEvent.click(group('Ready-made hours').getByRole('button', { name }))
      await expect.element(picture(name)).toBeVisible()
    }
  })

  it('that a press takes the place of come back by Undo, until something else is changed', async () => {
    const { calls } = await open({ domain: houseWith([{ week_days: [5], daily_start: 36_000, daily_end: 50_400 }]) })
    const ready = (name: string) => group('Ready-made hours').getByRole('button', { name })
    await userEvent.click(ready('Mon–Fri 22:00–06:00'))
    await userEvent.click(ready('Sat, Sun all day'))
    await userEvent.click(button('Undo'))
    await expect.element(picture('Sat 10:00–14:00')).toBeVisible()
    await expect.element(group('Weekdays and hours 1 of 1').getByRole('checkbox').first()).toHaveFocus()
    await expect.element(save).toBeDisabled()
    await userEvent.click(ready('Mon–Fri 22:00–06:00'))
    await expect.element(page.getByRole('status').filter({ hasText: /^These hours took the place/ })).toBeVisible()
    await userEvent.click(group('Weekdays and hours 1 of 1').getByText('Fri'))
    expect(button('Undo').query()).toBeNull()
    expect(calls).toEqual([])
  })

  it('that came by a press are taken by another without a word', async () => {
    await open()
    await choose('Recurring')
    await userEvent.click(group('Ready-made hours').getByRole('button', { name: 'Sat, Sun all day' }))
    await expect.element(picture('Sat, Sun all day')).toBeVisible()
    expect(button('Undo').query()).toBeNull()
  })

  it('have room for sixteen rule sets, which is said when they are full', async () => {
    const rules = Array.from({ length: 15 }, (_, index) => ({
      ...{ week_days: [0], daily_start: index * 3600, daily_end: index * 3600 + 1800 },
    }))
    const { calls } = await open({ domain: houseWith(rules) })
    await expect.element(button('Add hours')).toBeVisible()
    await userEvent.click(button('Add hours'))
    await expect.element(page.getByText('There is room for 16 parts, of which a night is two.')).toBeVisible()
    for (const name of ['Add hours', 'Add other weekdays']) {
      await expect.element(button(name)).toBeDisabled()
      await expect.element(button(name)).toHaveAccessibleDescription(/^There is room for 16 parts/)
    }
    // A night is one more.
    await typeInto(group('Weekdays and hours 1 of 1'), 'Daily to', '0000')
    const last = group('Daily to').nth(15).getByRole('spinbutton').first()
    await press(last, '0600')
    await refuses(calls, 'Hours', 'These are more than 16 parts, as a night is two. Remove some hours.')
  })

  it('of a saved night are one line again, and nothing has changed', async () => {
    const night = [
      { week_days: working, daily_start: 79_200, daily_end: null },
      { week_days: [1, 2, 3, 4, 5], daily_start: null, daily_end: 21_600 },
    ]
    await open({ domain: houseWith(night) })
    await expect.element(picture('Mon–Fri 22:00–06:00')).toBeVisible()
    expect(page.getByRole('group', { name: /^Weekdays and hours/ }).elements()).toHaveLength(1)
    await expect.element(save).toBeDisabled()
  })
})

describe('weeks', () => {
  const every = button('every week Weeks')

  it('of a line are chosen, and the next one is named, counted from the week of From', async () => {
    const { calls } = await open({ domain: houseWith([lunch[0] ?? {}]) })
    await userEvent.click(every)
    await userEvent.click(page.getByRole('option', { name: 'every 3 weeks' }))
    await expect
      .element(group('Weekdays and hours 1 of 1'))
      .toHaveAccessibleDescription('every 3 weeks, next in the week of 7 Dec')
    await expect
      .element(page.getByText(/Mon–Fri every 3 weeks 09:00–12:00, next in the week of 7 Dec \(Copenhagen time\)/))
      .toBeVisible()
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ rule_sets: [{ number_of_weeks: 3 }] })
  })

  it('are not chosen without a From from which to count them', async () => {
    await open({ domain: houseWith([lunch[0] ?? {}], { start_time: null }) })
    await expect.element(group('Daily from')).toBeVisible()
    expect(every.query()).toBeNull()
  })
})

describe('what was entered', () => {
  it('is there again when the type is chosen again: hours, dates and days otherwise', async () => {
    const { calls } = await open({ domain: houseWith(lunch) })
    await userEvent.click(button('Remove 09:00–12:00'))
    await userEvent.click(page.getByText('Start and end date'))
    await press(page.getByRole('spinbutton', { name: /^day, To$/ }), '23')
    await userEvent.click(button('Days otherwise none'))
    await press(group('Date').getByRole('spinbutton').first(), '24122026')
    await userEvent.click(button('Add day'))
    await choose('Permanent')
    await choose('Temporary')
    await userEvent.click(group('Ready-made times').getByRole('button', { name: 'A week' }))
    const week = page.getByRole('spinbutton', { name: /^day, To$/ }).element().textContent
    await choose('Recurring')
    await expect.element(picture('Mon–Fri 13:00–17:00')).toBeVisible()
    await expect.element(group('Thu, 24 Dec 2026')).toBeVisible()
    await expect.element(page.getByRole('spinbutton', { name: /^day, To$/ })).toHaveTextContent('23')
    await choose('Temporary')
    await expect.element(page.getByRole('spinbutton', { name: /^day, To$/ })).toHaveTextContent(week ?? '')
    await choose('Recurring')
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({
      rule_sets: [
        { week_days: working, daily_start: 46_800, end_time: expect.stringContaining('2026-12-23') as string },
      ],
      other_days: [{ date: '2026-12-24', hours: [] }],
    })
  })

  it('keeps whether it may be operated from afar as it was set last', async () => {
    await open({ domain: houseWith(lunch) })
    await choose('Permanent')
    await userEvent.click(page.getByText('Remote operation'))
    await choose('Recurring')
    await expect.element(page.getByRole('switch', { name: /^Remote operation/ })).toBeChecked()
  })
})

describe('rule sets that end on different days', () => {
  const rules = [
    { week_days: [0], end_time: '2026-12-01T10:00:00Z' },
    { week_days: [1], end_time: '2026-12-24T10:00:00Z' },
  ]

  it('say so, and keep their ends when something else is changed', async () => {
    const { calls } = await open({ domain: houseWith(rules) })
    await expect.element(page.getByText(/^The hours end on different days/)).toBeVisible()
    await userEvent.click(group('Weekdays and hours 1 of 2').getByText('Wed'))
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({
      rule_sets: [
        { week_days: [0, 2], end_time: '2026-12-01T10:00:00+00:00' },
        { week_days: [1], end_time: '2026-12-24T10:00:00+00:00' },
      ],
    })
  })

  it('end together once another end is chosen', async () => {
    const { calls } = await open({ domain: houseWith(rules) })
    await press(page.getByRole('spinbutton', { name: /^day, To$/ }), '23')
    await expect.element(page.getByText(/^The hours end on different days/)).not.toBeInTheDocument()
    await userEvent.click(save)
    const end_time = '2026-12-23T10:00:00+00:00'
    expect(calls[0]?.[1]).toMatchObject({ rule_sets: [{ end_time }, { end_time }] })
  })
})

describe('hours of which some are over', () => {
  const rules = [
    { week_days: working, daily_start: 32_400, daily_end: 61_200 },
    { week_days: [5], daily_start: 36_000, daily_end: 50_400, end_time: '2026-10-31T11:00:00Z' },
  ]
  const over = () => houseWith(rules, { start_time: null })

  it('stay over when something else is changed, and From stays unset', async () => {
    const { calls } = await open({ domain: over() })
    await expect.element(page.getByRole('spinbutton', { name: /^day, From$/ })).toHaveTextContent('dd')
    await userEvent.click(group('Weekdays and hours 1 of 2').getByText('Fri'))
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({
      start_time: null,
      rule_sets: [
        { week_days: [0, 1, 2, 3], end_time: null },
        { week_days: [5], end_time: '2026-10-31T11:00:00+00:00' },
      ],
    })
  })

  it('say so, by themselves and not in the picture of the week, and until when others are', async () => {
    const fortnightly = { week_days: [6], number_of_weeks: 2, end_time: '2026-12-24T11:00:00Z' }
    await open({ domain: houseWith([...rules, fortnightly]) })
    await expect.element(group('Weekdays and hours 2 of 3')).toHaveAccessibleDescription('over since 31 Oct')
    await expect
      .element(group('Weekdays and hours 3 of 3'))
      .toHaveAccessibleDescription('every 2 weeks, next in the week of 23 Nov, until 24 Dec')
    await expect.element(group('Weekdays and hours 1 of 3')).toHaveAccessibleDescription('')
    await expect.element(picture('Mon–Fri 09:00–17:00; Sun every 2 weeks all day')).toBeVisible()
  })

  it('do not come back without dates', async () => {
    const { calls } = await open({ domain: over() })
    await userEvent.click(page.getByText('Start and end date', { exact: true }))
    await userEvent.click(group('Weekdays and hours 1 of 2').getByText('Fri'))
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ rule_sets: [{ end_time: null }, { end_time: '2026-10-31T11:00:00+00:00' }] })
  })
})

describe('days otherwise', () => {
  const days = button('Days otherwise none')
  const add = button('Add day')

  async function chooseDay(day: string) {
    await press(group('Date').getByRole('spinbutton').first(), day)
  }

  it('are closed at first, stand in their order, and are saved', async () => {
    const { calls } = await open({ domain: houseWith(lunch) })
    await userEvent.click(days)
    await chooseDay('26122026')
    await userEvent.click(add)
    await chooseDay('24122026')
    await userEvent.click(add)
    const told = page.getByRole('listitem').filter({ hasText: '2026' })
    await expect
      .poll(() => told.elements().map((one) => one.textContent.slice(0, 11)))
      .toEqual([...['Thu, 24 Dec', 'Sat, 26 Dec']])
    await userEvent.click(group('Sat, 26 Dec 2026').getByText('Open at hours'))
    await expect.element(page.getByText('closed on 1 day, other hours on 1 day', { exact: true })).toBeVisible()
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({
      rule_sets: lunch,
      other_days: [
        { date: '2026-12-24', hours: [] },
        { date: '2026-12-26', hours: [{ daily_start: 32_400, daily_end: 61_200 }] },
      ],
    })
  })

  it('are shown as they were saved, and removed by name', async () => {
    const other_days = [{ date: '2026-12-24', hours: [] }]
    const { calls } = await open({ domain: houseWith(lunch, { other_days }) })
    await expect.element(page.getByText('closed on 1 day', { exact: true })).toBeVisible()
    await expect
      .element(page.getByText(/Mon–Fri 09:00–12:00, 13:00–17:00 \(Copenhagen time\).* Closed on 1 day\.$/))
      .toBeVisible()
    await userEvent.click(button('Remove Thu, 24 Dec 2026'))
    await expect.poll(() => group('Date').element().contains(document.activeElement)).toBe(true)
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ rule_sets: lunch, other_days: [] })
  })

  it('that are chosen and not added keep from saving, and so does one that is named already', async () => {
    const other_days = [{ date: '2026-12-24', hours: [] }]
    const { calls } = await open({ domain: houseWith(lunch, { other_days }) })
    await chooseDay('25122026')
    await refuses(calls, 'Days otherwise', 'Press Add day, or clear the date.')
    await chooseDay('24122026')
    await refuses(calls, 'Days otherwise', 'This day is in the list already.')
    await expect.element(add).toBeDisabled()
  })

  it('that are past are not added, and those that are there count no more', async () => {
    const other_days = ['2026-11-19', '2026-11-20'].map((date) => ({ date, hours: [] }))
    const { calls } = await open({ domain: houseWith(lunch, { other_days }) })
    await expect.element(button('Days otherwise closed on 1 day')).toBeVisible()
    await expect.element(group('Thu, 19 Nov 2026')).toBeVisible()
    await chooseDay('18112026')
    await refuses(calls, 'Days otherwise', 'This day is past.')
    await expect.element(add).toBeDisabled()
  })

  it('say what a closed day does to nights, where there are any', async () => {
    await open({ domain: houseWith([lunch[0] ?? {}]) })
    await userEvent.click(days)
    const hint = page.getByText(/^Days are from midnight to midnight: a closed Thursday ends Wednesday’s night/)
    await expect.element(page.getByText('On these days the weekdays')).toBeVisible()
    expect(hint.query()).toBeNull()
    await typeInto(group('Weekdays and hours 1 of 1'), 'Daily from', '2200')
    await expect.element(hint).toBeVisible()
  })

  it('have room for eight parts, which is said when they are full', async () => {
    const hours = [0, 1, 2, 3, 4, 5, 6].map((at) => ({ daily_start: at * 7200, daily_end: at * 7200 + 3600 }))
    await open({ domain: houseWith(lunch, { other_days: [{ date: '2026-12-24', hours }] }) })
    const add = group('Thu, 24 Dec 2026').getByRole('button', { name: 'Add hours' })
    await userEvent.click(add)
    await expect.element(add).toBeDisabled()
    await expect.element(add).toHaveAccessibleDescription('There is room for 8 parts of a day.')
  })

  it('end at midnight', async () => {
    const other_days = [{ date: '2026-12-24', hours: [{ daily_start: 32_400, daily_end: 61_200 }] }]
    const { calls } = await open({ domain: houseWith(lunch, { other_days }) })
    await typeInto(group('Thu, 24 Dec 2026'), 'Opens', '2200')
    await typeInto(group('Thu, 24 Dec 2026'), 'Closes', '0600')
    await refuses(calls, 'Days otherwise', 'The hours of a single day end at midnight.')
  })
})

it.each(['light', 'dark'] as const)('axe finds nothing in several lines and days, %s', async (theme) => {
  document.documentElement.dataset.theme = theme
  const rules = [...lunch, { week_days: [5], daily_start: 36_000, daily_end: 50_400 }]
  const other_days = [
    { date: '2026-12-24', hours: [] },
    { date: '2026-12-26', hours: [{ daily_start: 36_000 }] },
  ]
  await open({ domain: houseWith(rules, { other_days }) })
  await expect.poll(() => document.getAnimations().length).toBe(0)
  await expectAccessible()
  delete document.documentElement.dataset.theme
})

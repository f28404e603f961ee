import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, group, lunch, picture, working } from './hours-testing'
import { atTheDoor, choose, houseWith, open, press, save } from './testing'

atTheDoor()

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

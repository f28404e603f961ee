import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { atTheDoor, choose, houseWith, open, press, refuses, save } from './testing'
import { button, group, lunch, picture, typeInto, working } from './hours-testing'

atTheDoor()

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

import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe'
import { button, group, lunch, typeInto } from './hours-testing'
import { atTheDoor, houseWith, open, press, refuses, save } from './testing'

atTheDoor()

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

  it('are added from one to another at once, each a day of its own', async () => {
    const other_days = [{ date: '2026-12-25', hours: [{ daily_start: 32_400, daily_end: 61_200 }] }]
    const { calls } = await open({ domain: houseWith(lunch, { other_days }) })
    await chooseDay('24122026')
    await press(group('Last day, of several').getByRole('spinbutton').first(), '26122026')
    await refuses(calls, 'Days otherwise', 'Press the button that adds these days, or clear both dates.')
    await userEvent.click(button('Add 2 days'))
    await expect.element(page.getByRole('status').filter({ hasText: /^Added: 2 days\. After Save/ })).toBeVisible()
    await expect.poll(() => group('Thu, 24 Dec 2026').element().contains(document.activeElement)).toBe(true)
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({
      other_days: [
        { date: '2026-12-24', hours: [] },
        { date: '2026-12-25', hours: [{ daily_start: 32_400, daily_end: 61_200 }] },
        { date: '2026-12-26', hours: [] },
      ],
    })
  })

  it('that are added together stand together, are changed as one, and part where one is to be otherwise', async () => {
    const { calls } = await open({ domain: houseWith(lunch) })
    await userEvent.click(days)
    await chooseDay('24122026')
    await press(group('Last day, of several').getByRole('spinbutton').first(), '26122026')
    await userEvent.click(button('Add 3 days'))
    const together = page.getByRole('group', { name: /^Thu.* 24.*26 Dec/ })
    await userEvent.click(together.getByText('Open at hours'))
    await expect.element(page.getByText('other hours on 3 days', { exact: true })).toBeVisible()
    await userEvent.click(button('Each of 3 days by itself'))
    await userEvent.click(group('Fri, 25 Dec 2026').getByText('Closed'))
    await userEvent.click(save)
    const hours = [{ daily_start: 32_400, daily_end: 61_200 }]
    expect(calls[0]?.[1]).toMatchObject({
      other_days: [
        { date: '2026-12-24', hours },
        { date: '2026-12-25', hours: [] },
        { date: '2026-12-26', hours },
      ],
    })
  })

  it('that come one after another alike are one, and removed as one', async () => {
    const other_days = ['2026-12-24', '2026-12-25', '2026-12-27'].map((date) => ({ date, hours: [] }))
    const { calls } = await open({ domain: houseWith(lunch, { other_days }) })
    await userEvent.click(page.getByRole('button', { name: /^Remove Thu.* 24.*25 Dec 2026$/ }))
    await expect.element(button('Remove Sun, 27 Dec 2026')).toHaveFocus()
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ other_days: [{ date: '2026-12-27', hours: [] }] })
  })

  it('after the end of the access count for nothing, which is said', async () => {
    const other_days = ['2026-12-24', '2027-01-04'].map((date) => ({ date, hours: [] }))
    const ended = lunch.map((rule) => ({ ...rule, end_time: '2026-12-31T00:00:00+01:00' }))
    await open({ domain: houseWith(ended, { other_days }) })
    await expect.element(page.getByText('closed on 1 day', { exact: true })).toBeVisible()
    await expect.element(group('Mon, 4 Jan 2027')).toHaveTextContent('This day lies outside the dates of the access')
    await expect.element(group('Thu, 24 Dec 2026')).not.toHaveTextContent('outside')
  })

  it('from one to an earlier one, or more than there is room for, are refused', async () => {
    const { calls } = await open({ domain: houseWith(lunch) })
    await userEvent.click(days)
    await chooseDay('24122026')
    const last = group('Last day, of several').getByRole('spinbutton').first()
    await press(last, '23122026')
    await refuses(calls, 'Days otherwise', 'The last day is before the first.')
    await press(last, '26022027')
    await refuses(calls, 'Days otherwise', 'There is room for 64 days in all.')
    await press(last, '25022027')
    await userEvent.click(button('Add 64 days'))
    await expect.element(page.getByText('There is room for 64 days.')).toBeVisible()
    await expect.element(add).toBeDisabled()
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
    await refuses(
      calls,
      'Days otherwise',
      'Closes is before Opens. The hours of a single day end at midnight at the latest.',
    )
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

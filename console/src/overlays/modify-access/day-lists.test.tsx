import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { ApiError } from '../../api/errors'
import { calendarOf, dayList } from '../../testing/example'
import { expectAccessible } from '../../testing/axe'
import { atTheDoor, house, open, personal, save, toggle } from './testing'

atTheDoor()

const office = { week_days: [0, 1, 2, 3, 4], daily_start: 32_400, daily_end: 61_200 }
const eve = { date: '2026-12-24', name: 'Christmas Eve', hours: [{ daily_start: 36_000, daily_end: 50_400 }] }
const holidays = dayList('day_list-dk', [eve, { date: '2026-12-25', name: 'Christmas Day', hours: [] }], {
  ...{ name: 'Holidays in Denmark', country: 'DK' },
})
const club = dayList('day_list-club', ['2029-06-05'], { name: 'Club' })

/** A house with lists, in which Anna has access that uses some. */
function houseWith(day_lists: string[] = [], given: Parameters<typeof calendarOf>[2] = {}) {
  const domain = house()
  const calendars = [calendarOf('calendar-kept', [office], { start_time: '2026-11-01T00:00:00Z', day_lists, ...given })]
  const entries = { day_lists: [holidays, club], calendars, links: [personal('calendar-kept')] }
  domain.apply({ entries, removed: [] })
  return domain
}

const part = page.getByRole('button', { name: /^Days otherwise/ })
const box = (name: RegExp) => page.getByRole('checkbox', { name })
const press = (name: RegExp) =>
  userEvent.click(page.elementLocator(box(name).element().closest('label') as HTMLElement))

describe('lists of days', () => {
  it('are chosen where days otherwise are, which says what they do, and saved by their ids', async () => {
    const { calls } = await open({ domain: houseWith() })
    await userEvent.click(part)
    await expect
      .element(box(/^Holidays in Denmark – closed on 1 day, other hours on 1 day in the next 12 months$/))
      .not.toBeChecked()
    await expect.element(box(/^Club – no days in the next 12 months$/)).not.toBeChecked()
    await press(/^Holidays/)
    const coming = page.getByRole('list', { name: 'Coming days of Holidays in Denmark' })
    await expect
      .element(coming)
      .toHaveTextContent(/24 Dec 2026 \(Christmas Eve\): 10:00–14:00.*Christmas Day\): closed/)
    await expect.element(page.getByText(/^After Save: .* Different on days of Holidays in Denmark\.$/)).toBeVisible()
    await expectAccessible()
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ day_lists: ['day_list-dk'], other_days: [], rule_sets: [office] })
  })

  it('that access uses stay where something else is changed, in their order', async () => {
    const { calls } = await open({ domain: houseWith(['day_list-dk', 'day_list-club']) })
    await expect.element(part).toHaveTextContent('different on days of Holidays in Denmark and Club')
    await expect.element(save).toBeDisabled()
    await toggle('Saturday')
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ day_lists: ['day_list-dk', 'day_list-club'] })
  })

  it('are left again, and what is saved over some says so', async () => {
    const { calls } = await open({ domain: houseWith(['day_list-dk']) })
    await press(/^Holidays/)
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ day_lists: [] })
    expect(calls[1]).toMatchObject(['updateLink', 'lock_user-1', { replace_rule_sets: true }])
  })

  it('that open at hours which access does not have otherwise say so before it is saved', async () => {
    await open({ domain: houseWith() })
    const wider = page.getByText(/^On days of lists this access opens at hours that it does not have otherwise: (.*)$/)
    await userEvent.click(part)
    await press(/^Holidays/)
    await expect.element(page.getByRole('list', { name: 'Coming days of Holidays in Denmark' })).toBeVisible()
    expect(wider.query()).toBeNull()
    await toggle('Thursday')
    await expect.element(wider).toHaveTextContent(/otherwise: Thu, 24 Dec 2026 \(Christmas Eve\): 10:00–14:00$/)
    await expectAccessible()
  })

  it('that change meanwhile are shown as they are now, and nobody has to decide', async () => {
    const { shown } = await open({ domain: houseWith(['day_list-dk']) })
    const coming = page.getByRole('list', { name: 'Coming days of Holidays in Denmark' })
    await expect.element(coming).toHaveTextContent('Christmas Eve')
    const changed = dayList('day_list-dk', ['2026-12-30'], { name: 'Holidays in Denmark' })
    shown.apply({ entries: { day_lists: [changed] }, removed: [] })
    await expect.element(coming).toHaveTextContent(/^Wed, 30 Dec 2026: closed$/)
    expect(page.getByText(/Someone else has changed/).query()).toBeNull()
  })

  it('name their days below the picture of a week that they lie in', async () => {
    const rules = [{ ...office, end_time: '2026-12-26T00:00:00+01:00' }]
    const calendar = calendarOf('calendar-kept', rules, {
      ...{ start_time: '2026-12-21T00:00:00+01:00', day_lists: ['day_list-dk'] },
    })
    const domain = houseWith()
    domain.apply({ entries: { calendars: [calendar] }, removed: [] })
    await open({ domain })
    await expect.element(page.getByRole('img', { name: /Thu 10:00–14:00$/ })).toBeVisible()
    await expect.element(page.getByText('Fri, 25 Dec 2026 (Christmas Day): closed').first()).toBeVisible()
  })

  it('that somebody else removes are left, which is said, so that the rest can be saved', async () => {
    const { calls, shown } = await open({ domain: houseWith(['day_list-dk']) })
    await press(/^Club/)
    shown.apply({ entries: {}, removed: ['day_list-club'] })
    await expect.element(page.getByText(/^Club has been removed by somebody else meanwhile/)).toBeVisible()
    await expect.element(save).toBeDisabled()
    await toggle('Saturday')
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ day_lists: ['day_list-dk'] })
  })

  it('that are no more when the server is asked are said at the lists', async () => {
    const fields = { day_lists: [{ error_code: 'unknown' as const, error_message: '' }] }
    const failure = new ApiError(422, 'validation_failed', 'no', { fields })
    await open({ domain: houseWith(), fails: ['createCalendar'], failure })
    await userEvent.click(part)
    await press(/^Holidays/)
    await userEvent.click(part)
    await userEvent.click(save)
    await expect.element(page.getByText('One of these lists is no longer in the domain.').first()).toBeVisible()
    await expect.element(box(/^Holidays/)).toBeChecked()
  })

  it('give way to a day of the access itself, which is said there', async () => {
    const other_days = [{ date: '2026-12-25', hours: [{ daily_start: 32_400, daily_end: 43_200 }] }]
    await open({ domain: houseWith(['day_list-dk'], { other_days }) })
    const own = page.getByRole('group', { name: 'Fri, 25 Dec 2026' })
    await expect.element(own).toHaveTextContent('Holidays in Denmark names this day too: what is chosen here counts.')
    await press(/^Holidays/)
    await expect.element(own).not.toHaveTextContent('Holidays in Denmark')
  })

  it('that are over are marked', async () => {
    const domain = houseWith()
    const over = dayList('day_list-over', ['2025-08-04'], { name: 'Works' })
    domain.apply({ entries: { day_lists: [over] }, removed: [] })
    await open({ domain })
    await userEvent.click(part)
    await expect.element(box(/^Works – over$/)).toBeVisible()
  })

  it('are kept as default too, where they are of the domain', async () => {
    localStorage.setItem('defaultRecurringDayLists', '["day_list-elsewhere"]')
    const domain = house()
    domain.apply({ entries: { day_lists: [holidays, club] }, removed: [] })
    await open({ domain })
    await userEvent.click(page.getByText('Recurring', { exact: true }))
    await userEvent.click(part)
    await expect.element(box(/^Club/)).not.toBeChecked()
    await press(/^Club/)
    await userEvent.click(page.getByText('Save as default'))
    await userEvent.click(save)
    await expect.poll(() => localStorage.getItem('defaultRecurringDayLists')).toBe('["day_list-club"]')
    await cleanup()
    await open({ domain })
    await userEvent.click(page.getByText('Recurring', { exact: true }))
    await expect.element(box(/^Club/)).toBeChecked()
    localStorage.removeItem('defaultRecurringDayLists')
  })

  it('are eight at most', async () => {
    const domain = houseWith()
    const lists = Array.from({ length: 9 }, (_, index) => dayList(`day_list-${index}`, [], { name: `List ${index}` }))
    domain.apply({ entries: { day_lists: lists }, removed: ['day_list-dk', 'day_list-club'] })
    await open({ domain })
    await userEvent.click(part)
    for (let index = 0; index < 8; index += 1) await press(new RegExp(`^List ${index}`))
    await expect.element(page.getByText('There is room for 8 lists.')).toBeVisible()
    await expect.element(box(/^List 8/)).toBeDisabled()
    await expect.element(box(/^List 7/)).toBeEnabled()
  })

  it('are made elsewhere, which is said where there is none', async () => {
    const domain = houseWith()
    domain.apply({ entries: {}, removed: ['day_list-dk', 'day_list-club'] })
    await open({ domain })
    await userEvent.click(part)
    await expect
      .element(page.getByText(/^Holidays and other lists of days are made in the domain settings\./))
      .toBeVisible()
  })
})

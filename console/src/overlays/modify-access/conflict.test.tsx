import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { calendar, calendarOf } from '../../testing/example'
import { expectAccessible } from '../../testing/axe'
import { pressEscape } from '../../testing/press-escape'
import { waitFor } from '../../testing/wait-for'
import { atTheDoor, cannotSave, choose, house, open, personal, press, save, segment, type } from './testing'

atTheDoor()

const conflict = page.getByRole('status').filter({ hasText: 'Someone else has changed this meanwhile.' })
const removed = page.getByRole('status').filter({ hasText: 'Someone else has removed this access meanwhile.' })
const takeTheirs = page.getByRole('button', { name: 'Take over theirs' })
const saveMine = page.getByRole('button', { name: 'Save mine' })
/** Somebody else gives the link another calendar and removes the one before. */
const elsewhere = {
  entries: {
    calendars: [calendar('calendar-theirs', { start_time: '2026-11-01T00:00:00Z', end_time: '2026-12-24T10:00:00Z' })],
    links: [personal('calendar-theirs')],
  },
  removed: ['calendar-until'],
}

describe('access that someone else changes meanwhile', () => {
  it('is shown as it is now where nothing was changed here', async () => {
    const { shown } = await open({ domain: house([personal('calendar-until')]) })
    await expect.element(type('Temporary')).toBeChecked()
    shown.apply({ entries: { links: [personal(null)] }, removed: [] })
    await expect.element(type('Permanent')).toBeChecked()
    expect(conflict.query()).toHaveTextContent('You see it as it is now.')
    await expectAccessible()
    await choose('Recurring')
    await expect.element(conflict).not.toBeInTheDocument()
  })

  it('is asked about where something was: what theirs is, and what one’s own', async () => {
    const { shown } = await open({ domain: house([personal('calendar-until')]) })
    await choose('Permanent')
    shown.apply(elsewhere)
    await expect.element(conflict).toHaveTextContent('Theirs:Until 24 Dec, 11:00')
    await expect.element(conflict).toHaveTextContent('Yours:Always')
    expect(page.getByRole('button', { name: 'Remove access' }).query()).toBeNull()
    await expectAccessible()
  })

  it('names the days that differ where the weeks are the same, and asks when, not of which type', async () => {
    const weeks = [{ week_days: [0], daily_start: 32_400, daily_end: 61_200 }]
    const of = (id: string, date: string) =>
      calendarOf(id, weeks, { start_time: '2026-11-01T00:00:00Z', other_days: [{ date, hours: [] }] })
    const domain = house([personal('calendar-mine')])
    domain.apply({ entries: { calendars: [of('calendar-mine', '2026-12-24')] }, removed: [] })
    const { shown } = await open({ domain })
    await userEvent.click(page.getByRole('group', { name: 'Thu, 24 Dec 2026' }).getByText('Open at hours'))
    const entries = { calendars: [of('calendar-theirs', '2026-12-25')], links: [personal('calendar-theirs')] }
    shown.apply({ entries, removed: [] })
    await expect
      .element(conflict)
      .toHaveTextContent('Theirs:Thu, 24 Dec 2026: as in other weeks; Fri, 25 Dec 2026: closed')
    await expect
      .element(conflict)
      .toHaveTextContent('Yours:Thu, 24 Dec 2026: 09:00–17:00; Fri, 25 Dec 2026: as in other weeks')
    expect(conflict.element().textContent).toContain('Days otherwise')
    expect(conflict.element().textContent).not.toContain('Type of access')
  })

  it('is decided by one press: there is no second Save', async () => {
    const { shown } = await open({ domain: house([personal('calendar-until')]) })
    await choose('Permanent')
    await expect.element(save).toBeEnabled()
    shown.apply(elsewhere)
    await expect.element(saveMine).toBeVisible()
    expect(save.query()).toBeNull()
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
  })

  it('says what is wrong with one’s own where that cannot be saved', async () => {
    const { calls, shown } = await open({ domain: house([personal('calendar-until')]) })
    await press(segment('year', 'To'), '2025')
    shown.apply(elsewhere)
    await userEvent.click(saveMine)
    await expect.element(cannotSave).toHaveTextContent('Look at: To.')
    expect(calls).toEqual([])
  })

  it('is taken over, and nothing is saved', async () => {
    const { calls, close, shown } = await open({ domain: house([personal('calendar-until')]) })
    await choose('Permanent')
    shown.apply(elsewhere)
    await userEvent.click(takeTheirs)
    await expect.element(type('Temporary')).toBeChecked()
    await expect.element(conflict).not.toBeInTheDocument()
    await expect.element(save).toBeDisabled()
    await expect.element(type('Temporary')).toHaveFocus()
    expect(calls).toEqual([])
    await pressEscape()
    expect(close).toHaveBeenCalledOnce()
  })

  it('gives way to one’s own, and its calendar does not stay behind', async () => {
    const { calls, close, shown } = await open({ domain: house([personal('calendar-until')]) })
    await choose('Permanent')
    shown.apply(elsewhere)
    await userEvent.click(saveMine)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(calls).toEqual([
      ['updateLink', 'lock_user-1', { calendar_id: null, link_profile: 'user' }],
      ['deleteCalendar', 'calendar-theirs'],
    ])
  })

  it('is called removed when it was, and is given anew by saving one’s own', async () => {
    const { calls, close, shown } = await open({ domain: house([personal('calendar-until')]) })
    await choose('Permanent')
    shown.apply({ entries: {}, removed: ['lock_user-1', 'calendar-until'] })
    await expect.element(conflict).toHaveTextContent('Theirs:removed')
    await userEvent.click(saveMine)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(calls.map(([name]) => name)).toEqual(['createLink'])
  })

  it('is asked about when it was removed, also where one’s own is what new access begins with', async () => {
    const { calls, close, shown } = await open({ domain: house([personal(null)]) })
    await choose('Temporary')
    shown.apply({ entries: {}, removed: ['lock_user-1'] })
    await expect.element(conflict).toHaveTextContent('Theirs:removed')
    expect(save.query()).toBeNull()
    await userEvent.click(takeTheirs)
    await expect.element(removed).toBeVisible()
    await pressEscape()
    expect(close).toHaveBeenCalledOnce()
    expect(calls).toEqual([])
  })

  it.each([
    ['a guest', 'user-anna', 'user'],
    ['an administrator, whose new access is like the old', 'user-bo', 'administrator'],
  ] as const)('is told to be removed where nothing was changed here: of %s', async (_whom, user_id, link_profile) => {
    const { shown, calls, close } = await open({
      row: user_id,
      domain: house([personal(null, { user_id, link_profile })]),
    })
    await expect.element(page.getByRole('button', { name: 'Remove access' })).toBeVisible()
    shown.apply({ entries: {}, removed: ['lock_user-1'] })
    await expect.element(removed).toBeVisible()
    expect(page.getByText('You see it as it is now.').query()).toBeNull()
    expect(page.getByRole('button', { name: 'Remove access' }).query()).toBeNull()
    await expectAccessible()
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(calls.map(([name]) => name)).toContain('createLink')
  })

  it('is called removed too when only Save finds it out', async () => {
    const { calls, close } = await open({
      domain: house([personal('calendar-until')]),
      fails: ['updateLink'],
      status: 404,
    })
    await choose('Permanent')
    await userEvent.click(save)
    await expect.element(conflict).toHaveTextContent('Theirs:removed')
    expect(page.getByText(/press Save to try again/i).query()).toBeNull()
    await userEvent.click(saveMine)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(calls.map(([name]) => name)).toEqual(['updateLink', 'createLink'])
  })

  it('leaves no calendar of a failed Save behind when theirs is taken over', async () => {
    const { calls, shown } = await open({ domain: house([personal(null)]), fails: ['updateLink'] })
    await choose('Recurring')
    await userEvent.click(save)
    await expect.element(page.getByText(/press Save to try again/i)).toBeVisible()
    shown.apply({ ...elsewhere, removed: [] })
    await userEvent.click(takeTheirs)
    await waitFor(() => expect(calls.at(-1)).toEqual(['deleteCalendar', 'calendar-new']))
    await expect.element(save).toBeDisabled()
  })

  it('is not asked about when it is what one wanted oneself', async () => {
    const { shown } = await open({ domain: house([personal('calendar-until')]) })
    await choose('Permanent')
    shown.apply({ entries: { links: [personal(null)] }, removed: ['calendar-until'] })
    await expect.element(save).toBeDisabled()
    expect(conflict.query()).toBeNull()
  })
})

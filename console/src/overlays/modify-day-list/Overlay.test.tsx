import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { calendarOf, dayList } from '../../testing/example'
import { expectAccessible } from '../../testing/axe'
import { json, type Answers } from '../../testing/fake-api'
import { signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import { expectWithinScreen } from '../../testing/within-screen'
import { button, field, now, show } from '../day-lists/testing'
import { closeAll, openPlaces } from '../registry'
import ModifyDayList from './Overlay'

signedIn(now)

const CLUB = '/links/v1/day_lists/day_list-club'
const DK = '/links/v1/day_lists/day_list-dk'
const done: Answers = {
  [`PUT ${CLUB}`]: () => json({}),
  [`PUT ${DK}`]: () => json({}),
  [`DELETE ${CLUB}`]: () => new Response(null, { status: 204 }),
}
const open = (list: string, answers: Answers = done) =>
  show((close) => <ModifyDayList list={list} close={close} />, { answers })
const save = button('Save')

describe('a list of days', () => {
  it('is replaced whole by what was made of it', async () => {
    const { sent, close } = await open('day_list-dk')
    await expect.element(save).toBeDisabled()
    await userEvent.click(button('Change Fri, 25 Dec 2026'))
    await userEvent.fill(field('Name of the day'), 'Christmas')
    await userEvent.click(button('Remove Thu, 24 Dec 2026'))
    await expectAccessible()
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    const days = [{ date: '2026-12-25', name: 'Christmas', hours: [] }]
    expect(sent()).toEqual([[`PUT ${DK}`, { name: 'Holidays in Denmark', country: 'DK', days }]])
  })

  it('is renewed for five years, keeps what was changed, and is saved after a look', async () => {
    const { sent, close } = await open('day_list-dk')
    await userEvent.click(button('Renew'))
    await expect.element(page.getByText(/^\d+ days have come into the list\. Save keeps them\.$/)).toBeVisible()
    expect(sent()).toEqual([])
    await expect.element(page.getByText('Thu, 24 Dec 2026 (Christmas Eve): 10:00–14:00')).toBeVisible()
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    const [[, body]] = sent() as [[string, { days: { date: string; hours: object[] }[] }]]
    expect(body.days.find(({ date }) => date === '2026-12-24')?.hours).toHaveLength(1)
    expect(body.days.at(-1)?.date).toBe('2030-12-26')
  })

  it('says that nothing is new, and lets away what somebody removed', async () => {
    await open('day_list-dk')
    await userEvent.click(button('Renew'))
    await expect.element(page.getByText(/days have come into the list/)).toBeVisible()
    await userEvent.click(button(/^2027/))
    await userEvent.click(button('Remove Fri, 1 Jan 2027'))
    await userEvent.click(button('Renew'))
    await expect.element(page.getByText('Nothing new has come into the list.')).toBeVisible()
    await expect
      .element(page.getByText(/^1 holiday was removed .*: Fri, 1 Jan 2027 \(New Year's Day\)\.$/))
      .toBeVisible()
    expect(button('Change Fri, 1 Jan 2027').query()).toBeNull()
  })

  it('keeps its place where a day is removed: the focus goes to the next, or the one before', async () => {
    await page.viewport(390, 844)
    const { shown } = await open('day_list-club')
    const dates = Array.from({ length: 40 }, (_, at) => new Date(Date.UTC(2027, 0, 1 + at)).toISOString().slice(0, 10))
    shown.apply({ entries: { day_lists: [dayList('day_list-club', dates, { name: 'Club' })] }, removed: [] })
    await userEvent.click(button(/^2027/))
    await userEvent.click(button('Remove Wed, 20 Jan 2027'))
    await expect.element(button('Remove Thu, 21 Jan 2027')).toHaveFocus()
    await expect.element(button('Change Fri, 22 Jan 2027')).toBeInViewport()
    await userEvent.click(button('Remove Tue, 9 Feb 2027'))
    await expect.element(button('Remove Mon, 8 Feb 2027')).toHaveFocus()
    await page.viewport(1200, 800)
  })

  it('leads to the date once its last day is removed', async () => {
    await open('day_list-club')
    await userEvent.click(button('Remove Thu, 31 Dec 2026'))
    await expect.element(button('Remove Wed, 5 Jun 2030')).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect
      .element(page.getByRole('group', { name: 'Date', exact: true }).getByRole('spinbutton').first())
      .toHaveFocus()
  })

  it('of a part of a country names that part', async () => {
    const { shown } = await open('day_list-dk')
    const part = dayList('day_list-dk', ['2026-12-25'], { name: 'Munich', country: 'DE-BY' })
    shown.apply({ entries: { day_lists: [part] }, removed: [] })
    await expect.element(page.getByText('Bayern (Germany)')).toBeVisible()
  })

  it('that access uses cannot be removed, which is said', async () => {
    await open('day_list-dk')
    await expect.element(button('Remove list')).toBeDisabled()
    await expect.element(page.getByText(/^Used by 1 access\. It can be removed once/)).toBeVisible()
  })

  it('names the accesses that use it, each of which opens', async () => {
    await open('day_list-dk')
    await userEvent.click(button(/^Accesses that use it.*Anna Lindqvist.* → .*Street door/))
    await expect.element(page.getByRole('listitem').filter({ hasText: 'Anna Lindqvist' })).toBeVisible()
    await expectAccessible()
    await userEvent.click(button(/^.?Anna Lindqvist.*Street door/))
    await waitFor(() => expect(openPlaces().map(({ ids }) => ids)).toEqual([['user-anna', 'lock-street']]))
    closeAll()
  })

  it('that only a calendar without access uses cannot be removed either, which is said', async () => {
    const { shown } = await open('day_list-club')
    const idle = calendarOf('calendar-2', [{ daily_start: 32_400 }], { day_lists: ['day_list-club'] })
    shown.apply({ entries: { calendars: [idle] }, removed: [] })
    await expect.element(page.getByText(/^1 calendar that no access has uses this list/)).toBeVisible()
    await expect.element(button('Remove list')).toBeDisabled()
  })

  it('that nothing uses is removed by a second press, and is not renewed where it is an own one', async () => {
    const { sent, close } = await open('day_list-club')
    expect(page.getByRole('button', { name: 'Renew' }).query()).toBeNull()
    await userEvent.click(button('Remove list'))
    await expect.element(page.getByText('The list Club is then gone, with all its days.')).toBeVisible()
    await userEvent.click(button('Confirm: remove list'))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual([[`DELETE ${CLUB}`, null]])
  })

  it('says why the server keeps it', async () => {
    await open('day_list-club', { [`DELETE ${CLUB}`]: () => json({ error: 'conflict', message: '' }, 409) })
    await userEvent.click(button('Remove list'))
    await userEvent.click(button('Confirm: remove list'))
    await expect.element(page.getByRole('alert').last()).toHaveTextContent(/Failed to remove Club\..*still in use/)
  })

  describe('that somebody else changes meanwhile', () => {
    const theirs = (...days: Parameters<typeof dayList>[1]) => ({
      entries: { day_lists: [dayList('day_list-club', days, { name: 'Club' })] },
      removed: [],
    })
    const named = (date: string, name: string) => ({ date, name, hours: [] })

    it('has the changes of both where they are at other days', async () => {
      const { shown, sent } = await open('day_list-club')
      await userEvent.click(button('Remove Thu, 31 Dec 2026'))
      shown.apply(theirs('2026-12-30', '2026-12-31', '2030-06-05'))
      await expect.element(page.getByText('Wed, 30 Dec 2026: closed')).toBeVisible()
      await expect.element(page.getByText(/changed this meanwhile. You see it as it is now/)).toBeVisible()
      expect(button('Save mine').query()).toBeNull()
      await userEvent.click(save)
      const days = [named('2026-12-30', ''), named('2030-06-05', '')]
      await waitFor(() => expect(sent()).toEqual([[`PUT ${CLUB}`, { name: 'Club', country: null, days }]]))
    })

    async function collide() {
      const shown = await open('day_list-club')
      await userEvent.click(button('Remove Wed, 5 Jun 2030'))
      await userEvent.click(button('Change Thu, 31 Dec 2026'))
      await userEvent.fill(field('Name of the day'), 'Party')
      await userEvent.click(button('Done'))
      shown.shown.apply(theirs('2026-12-30', named('2026-12-31', 'Works'), '2030-06-05'))
      await expect.element(page.getByText('Someone else has changed this meanwhile.')).toBeVisible()
      await expect.element(page.getByText('Thu, 31 Dec 2026 (Works): closed', { exact: true })).toBeVisible()
      await expect.element(page.getByText(/^All other changes, yours and theirs, are kept/)).toBeVisible()
      return shown
    }

    it('asks whose counts at the same day; theirs keeps what of mine is at others', async () => {
      const { sent } = await collide()
      await userEvent.click(button('Take over theirs'))
      await userEvent.click(save)
      const days = [named('2026-12-30', ''), named('2026-12-31', 'Works')]
      await waitFor(() => expect(sent()[0]?.[1]).toMatchObject({ days }))
    })

    it('mine keeps what of theirs is at others', async () => {
      const { sent } = await collide()
      await userEvent.click(button('Save mine'))
      const days = [named('2026-12-30', ''), named('2026-12-31', 'Party')]
      await waitFor(() => expect(sent()[0]?.[1]).toMatchObject({ days }))
    })
  })

  it('that somebody else removes is no more', async () => {
    const { shown } = await open('day_list-club')
    await expect.element(field('Name')).toHaveValue('Club')
    shown.apply({ entries: {}, removed: ['day_list-club'] })
    await expect.element(page.getByText('This list is no longer in the domain.')).toBeVisible()
  })

  it('fits a phone', async () => {
    await page.viewport(390, 844)
    await open('day_list-dk')
    await userEvent.click(button('Change Thu, 24 Dec 2026'))
    expectWithinScreen(page.getByRole('dialog').element())
    await expectAccessible()
    await page.viewport(1200, 800)
  })
})

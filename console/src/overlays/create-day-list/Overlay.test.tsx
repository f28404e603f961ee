import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../../testing/axe'
import { json } from '../../testing/fake-api'
import { signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import { button, field, now, show } from '../day-lists/testing'
import CreateDayList from './Overlay'

signedIn(now)

const POST = 'POST /links/v1/day_lists'
const made = { [POST]: () => json({ id: 'day_list-new' }) }
const open = (options: Parameters<typeof show>[1] = { answers: made }) =>
  show((close) => <CreateDayList kind="own" close={close} />, options)

/** Types a date as a person does, part after part. */
async function typeDate(keys: string, name = 'Date') {
  const part = page.getByRole('group', { name, exact: true }).getByRole('spinbutton').first()
  ;(part.element() as HTMLElement).focus()
  await userEvent.keyboard(keys)
}

describe('an own list', () => {
  it('is made of a name and days, which are closed or have hours', async () => {
    const { sent, close } = await open()
    await userEvent.fill(field('Name'), 'Club')
    await typeDate('31122026')
    await userEvent.click(button('Add day'))
    const day = page.getByRole('group', { name: 'Thu, 31 Dec 2026' })
    await expect.element(field('Name of the day')).toHaveFocus()
    await userEvent.fill(field('Name of the day'), 'New Year’s Eve')
    await userEvent.click(day.getByText('Open at hours'))
    await expectAccessible()
    await userEvent.click(button('Done'))
    await expect.element(button('Change Thu, 31 Dec 2026')).toHaveFocus()
    await expect.element(page.getByText('Thu, 31 Dec 2026 (New Year’s Eve): 09:00–17:00')).toBeVisible()
    await userEvent.click(button('Create'))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    const hours = [{ daily_start: 32_400, daily_end: 61_200 }]
    const days = [{ date: '2026-12-31', name: 'New Year’s Eve', hours }]
    expect(sent()).toEqual([[POST, { name: 'Club', country: null, days }]])
  })

  it('takes a name, no day twice, and no day that is chosen and not added', async () => {
    const { sent } = await open()
    await userEvent.click(button('Create'))
    await expect.element(field('Name')).toHaveAccessibleDescription(/Please fill in this field\./)
    await userEvent.fill(field('Name'), 'Club')
    await typeDate('31122026')
    await userEvent.click(button('Create'))
    await expect.element(page.getByText('Press Add day, or clear the date.')).toBeVisible()
    await userEvent.click(button('Add day'))
    await typeDate('31122026')
    await expect.element(page.getByText('This day is in the list already.')).toBeVisible()
    await expect.element(button('Add day')).toBeDisabled()
    expect(sent()).toEqual([])
  })

  it('leads from Done to what is wrong with a day, and keeps the day open while that is mended', async () => {
    await open()
    await typeDate('31122026')
    await userEvent.click(button('Add day'))
    const name = field('Name of the day')
    await userEvent.fill(name, 'x'.repeat(300))
    ;(button('Done').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(name).toHaveFocus()
    await userEvent.fill(name, '')
    await userEvent.keyboard('Betriebsruhe')
    await expect.element(name).toHaveValue('Betriebsruhe')
    ;(button('Done').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(button('Change Thu, 31 Dec 2026')).toHaveFocus()
  })

  it('keeps a day open that is mended after another was opened', async () => {
    await open()
    await typeDate('30122026')
    await userEvent.click(button('Add day'))
    const first = page.getByRole('group', { name: 'Wed, 30 Dec 2026' }).getByRole('textbox')
    await userEvent.fill(first, 'x'.repeat(300))
    await typeDate('31122026')
    await userEvent.click(button('Add day'))
    await userEvent.fill(first, '')
    await userEvent.keyboard('Betriebsruhe')
    await expect.element(first).toHaveValue('Betriebsruhe')
  })

  it('leads from Done to hours that are wrong', async () => {
    await open()
    await typeDate('31122026')
    await userEvent.click(button('Add day'))
    const day = page.getByRole('group', { name: 'Thu, 31 Dec 2026' })
    await userEvent.click(day.getByText('Open at hours'))
    const to = day.getByRole('spinbutton').nth(2)
    ;(to.element() as HTMLElement).focus()
    await userEvent.keyboard('0800')
    await expect.element(page.getByText(/^Closes is before Opens\./)).toBeVisible()
    ;(to.element() as HTMLElement).focus()
    await userEvent.keyboard('0900')
    await expect.element(page.getByText('Closes must be at least a minute after Opens.')).toBeVisible()
    await userEvent.click(button('Done'))
    await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('spinbutton')
    expect(button('Done').query()).not.toBeNull()
  })

  it('adds no day while the date is not whole', async () => {
    await open()
    await typeDate('05062027')
    await expect.element(button('Add day')).toBeEnabled()
    await userEvent.keyboard('{ArrowLeft}{Backspace}{Backspace}')
    await expect.element(page.getByRole('group', { name: 'Date', exact: true })).toHaveTextContent('05/mm/2027')
    await expect.element(button('Add day')).toBeDisabled()
    await typeDate('{ArrowRight}07')
    await userEvent.click(button('Add day'))
    await expect.element(page.getByRole('group', { name: 'Mon, 5 Jul 2027' })).toBeVisible()
  })

  it('is made without the date that was chosen, once that is cleared', async () => {
    const { sent } = await open()
    await userEvent.fill(field('Name'), 'Club')
    await typeDate('05062027')
    await userEvent.keyboard('{Backspace>12/}')
    await expect.element(page.getByRole('group', { name: 'Date', exact: true })).toHaveTextContent('dd/mm/yyyy')
    await userEvent.click(button('Create'))
    await waitFor(() => expect(sent()).toEqual([[POST, { name: 'Club', country: null, days: [] }]]))
  })

  it('takes all days from one to another at once, which are one until each is to stand by itself', async () => {
    const { sent } = await open()
    await userEvent.fill(field('Name'), 'Summer')
    await typeDate('02082027')
    await typeDate('01082029', 'Last day, of several')
    await expect.element(page.getByText('There is room for 366 days.')).toBeVisible()
    await typeDate('04082027', 'Last day, of several')
    await userEvent.click(button('Add 3 days'))
    await expect.element(page.getByRole('group', { name: /^Mon, 2.*Wed, 4 Aug 2027$/ })).toBeVisible()
    await userEvent.fill(field('Name of the day'), 'Renovation')
    await userEvent.click(button('Done'))
    await expect.element(page.getByText(/^Mon, 2.*Wed, 4 Aug 2027 \(Renovation\): closed$/)).toBeVisible()
    await userEvent.click(button(/^Change Mon, 2.*Wed, 4 Aug 2027$/))
    await userEvent.click(button('Each of 3 days by itself'))
    await userEvent.click(button('Remove Tue, 3 Aug 2027'))
    await userEvent.click(button('Create'))
    const closed = (date: string) => ({ date, name: 'Renovation', hours: [] })
    const days = ['2027-08-02', '2027-08-04'].map(closed)
    await waitFor(() => expect(sent()).toEqual([[POST, { name: 'Summer', country: null, days }]]))
  })

  it('that is called like another, or has no days, is made, and warned of', async () => {
    const { sent } = await open()
    const named = page.getByText('There is a list called club already.')
    const empty = page.getByText(/^This list has no days yet/)
    await userEvent.fill(field('Name'), 'club')
    await expect.element(named).toBeVisible()
    await expect.element(empty).toBeVisible()
    await typeDate('31122026')
    await expect.element(empty).not.toBeInTheDocument()
    await userEvent.click(button('Add day'))
    await userEvent.click(button('Create'))
    await waitFor(() => expect(sent()).toHaveLength(1))
  })

  it('is for administrators', async () => {
    await open({ role: 'installer' })
    await expect.element(page.getByText('You may not do this in this domain.')).toBeVisible()
  })
})

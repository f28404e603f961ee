import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dayList } from '../../testing/example'
import { json, type Answers } from '../../testing/fake-api'
import { pressEscape } from '../../testing/press-escape'
import { signedIn } from '../../testing/session'
import { button, field, now, show } from '../day-lists/testing'
import ModifyDayList from './Overlay'

signedIn(now)
afterEach(() => page.viewport(1200, 800))

const answers: Answers = { 'PUT /links/v1/day_lists/day_list-club': () => json({}) }
const open = () => show((close) => <ModifyDayList list="day_list-club" close={close} />, { answers })
const name = field('Name of the day')

describe('Enter in the name of a day', () => {
  it('is Done with that day, and saves nothing', async () => {
    const { sent, close } = await open()
    await userEvent.click(button('Change Thu, 31 Dec 2026'))
    await userEvent.fill(name, 'Party')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Thu, 31 Dec 2026 (Party): closed')).toBeVisible()
    await expect.element(button('Change Thu, 31 Dec 2026')).toHaveFocus()
    expect(sent()).toEqual([])
    expect(close).not.toHaveBeenCalled()
  })

  it('leads to what is wrong with it', async () => {
    const { sent } = await open()
    await userEvent.click(button('Change Thu, 31 Dec 2026'))
    await userEvent.fill(name, 'x'.repeat(300))
    await userEvent.keyboard('{Enter}')
    await expect.element(name).toHaveFocus()
    expect(sent()).toEqual([])
  })

  it('leaves Escape to the dialog', async () => {
    const { close } = await open()
    await userEvent.click(button('Change Thu, 31 Dec 2026'))
    await expect.element(name).toHaveFocus()
    await pressEscape()
    await expect.poll(() => close.mock.calls.length).toBe(1)
  })
})

it.each(['2026-12-20', '2027-01-02'])('a day that is added to a long list comes into sight: %s', async (date) => {
  await page.viewport(1440, 900)
  const { shown } = await open()
  const dates = Array.from({ length: 80 }, (_, at) => new Date(Date.UTC(2027, 0, 3 + at)).toISOString().slice(0, 10))
  const days = ['2026-12-31', ...dates]
  shown.apply({ entries: { day_lists: [dayList('day_list-club', days, { name: 'Club' })] }, removed: [] })
  await userEvent.click(button(/^2027/))
  const first = page.getByRole('group', { name: 'Date', exact: true }).getByRole('spinbutton').first()
  await userEvent.click(first)
  const [year, month, day] = date.split('-')
  await userEvent.keyboard(`${day}${month}${year}`)
  await userEvent.click(button('Add day'))
  await expect.element(name).toHaveFocus()
  await expect.element(name).toBeInViewport()
  await expect.element(button('Done')).toBeInViewport()
})

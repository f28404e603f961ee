import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showLanguage } from '../../i18n/i18n'
import { expectAccessible } from '../../testing/axe'
import { json } from '../../testing/fake-api'
import { signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import { button, field, now, show } from '../day-lists/testing'
import CreateDayList from './Overlay'

signedIn(now)

const POST = 'POST /links/v1/day_lists'
const country = page.getByRole('combobox', { name: 'Country' })
const alert = page.getByRole('alert')
const made = { [POST]: () => json({ id: 'day_list-new' }) }
const open = (options: Parameters<typeof show>[1] = { answers: made }) =>
  show((close) => <CreateDayList kind="country" close={close} />, options)

async function choose(typed: string, name: string) {
  await userEvent.click(country)
  await userEvent.fill(country, typed)
  await userEvent.click(page.getByRole('option', { name, exact: true }))
}

describe('holidays of a country', () => {
  it('are found by typing, named after it, and made for five calendar years', async () => {
    const { sent, close } = await open()
    await choose('denm', 'Denmark')
    await expect.element(field('Name')).toHaveValue('Holidays in Denmark')
    await expect.element(page.getByText('Fri, 25 Dec 2026 (Christmas Day): closed')).toBeVisible()
    await expect.element(page.getByText(/^Public holidays of 2026 to 2030/)).toBeVisible()
    await expectAccessible()
    await userEvent.click(button('Create'))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    const [[call, body]] = sent() as [[string, { name: string; country: string; days: { date: string }[] }]]
    expect(call).toBe(POST)
    expect(body).toMatchObject({ name: 'Holidays in Denmark', country: 'DK' })
    expect(body.days[0]).toEqual({ date: '2026-01-01', name: "New Year's Day", hours: [] })
    expect([...new Set(body.days.map(({ date }) => date.slice(0, 4)))]).toEqual([
      '2026',
      '2027',
      '2028',
      '2029',
      '2030',
    ])
  })

  it('are those of a part of it where it has any; a name that somebody typed stays', async () => {
    const { sent, close } = await open()
    await choose('germ', 'Germany')
    await userEvent.click(button(/Part of the country/))
    await userEvent.click(page.getByRole('option', { name: 'Bayern' }))
    await expect.element(field('Name')).toHaveValue('Holidays in Bayern (Germany)')
    await userEvent.fill(field('Name'), 'Munich')
    await userEvent.click(button(/Part of the country/))
    await userEvent.click(page.getByRole('option', { name: 'The whole country' }))
    await expect.element(field('Name')).toHaveValue('Munich')
    await userEvent.click(button('Create'))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()[0]?.[1]).toMatchObject({ name: 'Munich', country: 'DE' })
  })

  it('of some communes alone are chosen by their names, for all years', async () => {
    const { sent, close } = await open()
    await choose('germ', 'Germany')
    await expect.element(page.getByText(/^Public holidays of .* a commune may have others of its own/)).toBeVisible()
    await userEvent.click(button(/Part of the country/))
    await userEvent.click(page.getByRole('option', { name: 'Bayern' }))
    const local = page.getByRole('group', { name: /^Only in some communes/ })
    await expect.element(local.getByRole('checkbox')).toHaveLength(2)
    const assumption = local.getByRole('checkbox', { name: 'Assumption, next on Sun, 15 Aug 2027' })
    await expect.element(assumption).not.toBeChecked()
    await expectAccessible()
    const press = () => userEvent.click(page.elementLocator(assumption.element().closest('label') as HTMLElement))
    await press()
    await expect.element(assumption).toBeChecked()
    await press()
    await expect.element(assumption).not.toBeChecked()
    await press()
    await userEvent.click(button('Create'))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    const { days } = sent()[0]?.[1] as { days: { date: string; name: string }[] }
    expect(days.filter(({ name }) => name === 'Assumption').map(({ date }) => date)).toEqual(
      [2027, 2028, 2029, 2030].map((year) => `${year}-08-15`),
    )
  })

  it('of a part without such communes are not asked about', async () => {
    await open()
    await choose('germ', 'Germany')
    await userEvent.click(button(/Part of the country/))
    await userEvent.click(page.getByRole('option', { name: 'Hessen' }))
    await expect.element(field('Name')).toHaveValue('Holidays in Hessen (Germany)')
    expect(page.getByText(/^Only in some communes/).query()).toBeNull()
  })

  it('are those of parts that stand by their names', async () => {
    await open()
    await choose('germ', 'Germany')
    await userEvent.click(button(/Part of the country/))
    const options = page.getByRole('option')
    await expect.element(options.nth(1)).toHaveTextContent('Baden-Württemberg')
    await expect.element(options.nth(2)).toHaveTextContent('Bayern')
    await expect.element(options.last()).toHaveTextContent('Thüringen')
  })

  it('are asked for, and created only with a country', async () => {
    const { sent } = await open()
    await expect.element(country).toBeVisible()
    await userEvent.click(button('Create'))
    await expect.element(country).toHaveAccessibleDescription(/Choose a country\./)
    expect(sent()).toEqual([])
  })

  it('that the server does not know are refused at the country', async () => {
    const errors = { country: [{ error_code: 'invalid', error_message: '' }] }
    await open({ answers: { [POST]: () => json({ error: 'validation_failed', errors }, 422) } })
    await choose('denm', 'Denmark')
    await userEvent.click(button('Create'))
    await expect.element(country).toHaveAccessibleDescription(/does not know this country/)
    await expect.element(alert).toHaveTextContent('Failed to create Holidays in Denmark.')
  })

  it.each([
    ['de', 'Land', 'däne', 'Dänemark', 'Feiertage Dänemark', 'Weihnachten'],
    ['da-DK', 'Land', 'danm', 'Danmark', 'Helligdage i Danmark', 'Juledag'],
  ] as const)('are named in %s', async (language, label, typed, name, list, day) => {
    await showLanguage(language)
    await open()
    const box = page.getByRole('combobox', { name: label })
    await userEvent.click(box)
    await userEvent.fill(box, typed)
    await userEvent.click(page.getByRole('option', { name, exact: true }))
    await expect.element(field(language === 'de' ? 'Name' : 'Navn')).toHaveValue(list)
    await expect.element(page.getByText(new RegExp(day)).first()).toBeVisible()
  })
})

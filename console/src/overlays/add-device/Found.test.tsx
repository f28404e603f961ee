import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../api/query-client'
import { expectAccessible } from '../../testing/axe'
import { json } from '../../testing/fake-api'
import { signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import { bridge, button, choose, aBridge, aKeypad, aLock, field, inPath, open, serial, street } from './testing'

signedIn()

const list = 'GET /ekey/v3/discoveries'
const found = page.getByRole('radiogroup', { name: 'Found nearby' })
const MINUTE = 60_000

/** A device that was heard, as the server tells of it. */
const heard = (serial_number: string, minutes: number, told: object = {}) => ({
  ...{
    serial_number,
    display_name: '',
    device_type: '',
    capabilities: [],
    enrolled: null,
    bridge: null,
    user_id: null,
  },
  product: { firmware: '', version: '' },
  discovered: new Date(Date.now() - minutes * MINUTE).toISOString(),
  ...told,
})

const module = heard(serial, 3, { device_type: 'universalmodulev3', capabilities: ['bolt', 'calendars'], bridge })
const phones = heard('00:1b:ac:0f:00:09', 150, { display_name: 'Shed' })

it('a lock that a bridge hears is chosen, and everything that is known of it filled in', async () => {
  const { made } = await open({ answers: { [list]: () => json([module, phones]) } })
  await expect.element(found.getByText(/^Universal Module V3.*3 minutes ago$/)).toBeVisible()
  await expect.element(found.getByText(/^00:1b:ac:0f:00:09.*2 hours ago$/)).toBeVisible()
  await expectAccessible()
  await userEvent.click(found.getByText(serial))
  await expect.element(page.getByRole('radio', { name: /^Lock/ })).toBeChecked()
  await expect.element(field('Serial number')).toHaveValue(serial)
  await expect.element(page.getByRole('button', { name: /Type/ })).toHaveTextContent('Universal Module V3')
  await expect.element(page.getByRole('button', { name: /Bridge/ })).toHaveTextContent('Stairwell')
  await expectAccessible()
  await userEvent.fill(field('Name'), 'Cellar')
  await userEvent.click(button('Add'))
  await waitFor(() =>
    expect(made().map(([call]) => call)).toEqual([
      `PUT /ekey/v3/devices/${inPath(serial)}`,
      `POST /devices/v1/${inPath(serial)}/paired_devices`,
    ]),
  )
})

it('of one whose kind nobody told it is asked what it is', async () => {
  await open({ answers: { [list]: () => json([module, phones]) } })
  await userEvent.click(found.getByText('Shed'))
  await expect.element(found.getByRole('radio', { name: /Shed/ })).toBeChecked()
  expect(field('Serial number').query()).toBeNull()
  await choose(aKeypad)
  await expect.element(field('Serial number')).toHaveValue('00:1b:ac:0f:00:09')
  await expect.element(field('Name')).toHaveValue('Shed')
  expect(found.getByText(serial).query()).toBeNull()
})

it('of one whose type the console does not know it is asked nothing that the server says', async () => {
  const newer = heard(serial, 3, { device_type: 'bridgeofnextyear', capabilities: ['bridge'] })
  await open({ answers: { [list]: () => json([newer, phones]) } })
  await userEvent.click(found.getByText(/bridgeofnextyear/))
  await expect.element(page.getByRole('radio', { name: /^Bridge/ })).toBeChecked()
  await choose(aKeypad)
  await expect.element(found.getByText('Shed')).toBeVisible()
  expect(found.getByText(/bridgeofnextyear/).query()).toBeNull()
  await choose(aBridge)
  await expect.element(found.getByText(/bridgeofnextyear/)).toBeVisible()
})

it('choosing another leaves the name that somebody typed, and replaces one that a device gave itself', async () => {
  await open({ answers: { [list]: () => json([module, phones]) } })
  await userEvent.click(found.getByText('Shed'))
  await choose(aLock)
  await userEvent.click(found.getByText(serial))
  await expect.element(field('Name')).toHaveValue('')
  await userEvent.fill(field('Name'), 'Cellar')
  await userEvent.click(found.getByText('Shed'))
  await expect.element(field('Serial number')).toHaveValue('00:1b:ac:0f:00:09')
  await expect.element(field('Name')).toHaveValue('Cellar')
})

it('stays under the pointer when a serial number that is none is left for it, and takes one press', async () => {
  await page.viewport(1200, 1400)
  onTestFinished(() => page.viewport(1200, 800))
  await open({ answers: { [list]: () => json([module, phones]) } })
  await choose(aLock)
  await userEvent.fill(field('Serial number'), '00:1b')
  const top = found.element().getBoundingClientRect().top
  await userEvent.tab()
  await expect.element(field('Serial number')).toHaveAccessibleDescription(/This is not a serial number/)
  expect(found.element().getBoundingClientRect().top).toBe(top)
  await userEvent.fill(field('Serial number'), '00:1c')
  await userEvent.click(found.getByText(serial))
  await expect.element(field('Serial number')).toHaveValue(serial)
})

it('what the domain has by now is not offered', async () => {
  await open({ answers: { [list]: () => json([heard(street, 1), phones]) } })
  await expect.element(found.getByText('Shed')).toBeVisible()
  expect(found.getByText(street).query()).toBeNull()
})

it.each([
  ['nothing was heard', () => json([])],
  ['the server does not tell', () => json({ error: 'server_error' }, 500)],
])('nothing is shown where %s', async (_, answer) => {
  const asked = vi.fn(answer)
  await open({ answers: { [list]: asked } })
  await waitFor(() => expect(asked).toHaveBeenCalled())
  await choose(aLock)
  await expect.element(field('Serial number')).toBeVisible()
  expect(found.query()).toBeNull()
})

it('what is told late does not move the fields that somebody is at', async () => {
  let tell = (_: Response) => {}
  const late = new Promise<Response>((resolve) => (tell = resolve))
  await open({ answers: { [list]: () => late } })
  await choose(aLock)
  const top = field('Serial number').element().getBoundingClientRect().top
  tell(json([module]))
  await waitFor(() => expect(queryClient.getQueryData(['discoveries'])).toHaveLength(1))
  await userEvent.fill(field('Serial number'), serial)
  await expect.element(field('Serial number')).toHaveValue(serial)
  expect(field('Serial number').element().getBoundingClientRect().top).toBe(top)
  expect(found.query()).toBeNull()
})

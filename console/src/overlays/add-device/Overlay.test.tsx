import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { device, domainOf, lock } from '../../testing/example'
import type { DeviceType } from '../../model/entries'
import { expectAccessible } from '../../testing/axe'
import { deviceTypes } from '../../testing/device-types'
import { json } from '../../testing/fake-api'
import { signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import { openModifyLock } from '../modify-lock/open'
import {
  aBridge,
  aKeypad,
  aLock,
  bridge,
  button,
  choose,
  field,
  inPath,
  open,
  pick,
  refusal,
  serial,
  street,
  wrong,
} from './testing'

vi.mock('../modify-lock/open', () => ({ openModifyLock: vi.fn() }))

signedIn()
beforeEach(() => vi.clearAllMocks())

const add = button('Add')
const types = 'GET /ekey/v3/devices/types'
const put = `PUT /ekey/v3/devices/${inPath(serial)}`
const pair = `POST /devices/v1/${inPath(serial)}/paired_devices`
const timezone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The lock of that serial number as the feed brings it. */
const arrived = () =>
  lock('lock-new', { afi: { serial_number: serial, device_type: 'danalockv3', name: 'Cellar', timezone } })

async function fill(number = serial, name = 'Cellar') {
  await userEvent.fill(field('Serial number'), number)
  await userEvent.fill(field('Name'), name)
}

describe('a new lock', () => {
  it('is brought in, and opened as soon as it is there', async () => {
    const { shown, close, made } = await open()
    await expect.element(add).toBeDisabled()
    await choose(aLock)
    await fill('001BAC-0FE299', ' Cellar ')
    await expect.element(field('Serial number')).toHaveValue(serial)
    await expectAccessible()
    await userEvent.click(add)
    const body = { name: 'Cellar', device_type: 'danalockv3', timezone }
    await waitFor(() => expect(made()).toEqual([[put, body]]))
    await expect.element(button('Adding')).toBeVisible()
    expect(close).not.toHaveBeenCalled()
    shown.apply({ entries: { locks: [arrived()] }, removed: [] })
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(openModifyLock).toHaveBeenCalledExactlyOnceWith({ lock: 'lock-new' }, 'general')
  })

  it('may have another type and another time zone, and is paired with its bridge', async () => {
    const { shown, made } = await open()
    await choose(aLock)
    await fill()
    await pick(/Type/, /Universal Module/)
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    // Brought into sight before it is typed into: a list closes when its field is scrolled.
    await userEvent.click(zone)
    await userEvent.fill(zone, 'copenhagen')
    await userEvent.click(page.getByRole('option', { name: 'Europe/Copenhagen' }))
    await pick(/Bridge/, /Stairwell/)
    await userEvent.click(add)
    const body = { name: 'Cellar', device_type: 'universalmodulev3', timezone: 'Europe/Copenhagen' }
    await waitFor(() =>
      expect(made()).toEqual([
        [put, body],
        [pair, { serial_number: bridge }],
      ]),
    )
    shown.apply({ entries: { locks: [arrived()] }, removed: [] })
    await waitFor(() => expect(openModifyLock).toHaveBeenCalledWith({ lock: 'lock-new' }, 'operate'))
  })

  it('whose pairing failed is there, and only the pairing is tried again', async () => {
    let full = true
    const { made } = await open({
      answers: {
        [pair]: () => {
          const errors = { serial_number: wrong('too_many') }
          return full ? refusal(422, 'validation_failed', errors) : json({})
        },
      },
    })
    await choose(aLock)
    await fill()
    await pick(/Bridge/, /Stairwell/)
    await userEvent.click(add)
    await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to connect Cellar with the other device.')
    await expect.element(field('Serial number')).toBeDisabled()
    full = false
    await userEvent.click(add)
    await waitFor(() => expect(made().map(([call]) => call)).toEqual([put, pair, pair]))
  })

  it('is of the types that the server tells, by what they can do and are sold as', async () => {
    const next: DeviceType = {
      ...{ device_type: 'lockofnextyear', name: 'Next Lock', type: 'lock', capabilities: ['bolt'], pin_slots: null },
    }
    const { made } = await open({ answers: { [types]: () => json([...deviceTypes, next]) } })
    await choose(aLock)
    await fill()
    await userEvent.click(page.getByRole('button', { name: /Type/ }))
    const named = () =>
      page
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent)
    await expect.poll(named).toEqual(['Danalock V3', 'Universal Module V3', 'Next Lock'])
    await userEvent.click(page.getByRole('option', { name: 'Next Lock' }))
    await userEvent.click(add)
    await waitFor(() => expect(made()[0]).toEqual([put, { name: 'Cellar', device_type: 'lockofnextyear', timezone }]))
  })

  it('whose types could not be fetched is not added before they were, which Add asks for again', async () => {
    let isAway = true
    const { made } = await open({
      answers: { [types]: () => (isAway ? refusal(404, 'entity_not_found') : json(deviceTypes)) },
    })
    await choose(aLock)
    await fill()
    const type = page.getByRole('button', { name: /Type/ })
    await expect.element(type).toHaveAccessibleDescription('The types could not be fetched. Press Add to try again.')
    await expectAccessible()
    isAway = false
    await userEvent.click(add)
    await expect.element(type).toHaveTextContent('Danalock V3')
    expect(made()).toEqual([])
    await userEvent.click(add)
    await waitFor(() => expect(made()).toHaveLength(1))
  })

  it('without a bridge in the domain is told what that means', async () => {
    await open({ domain: domainOf({}) })
    await choose(aLock)
    await expect.element(page.getByText(/^There is no bridge yet/)).toBeVisible()
    expect(page.getByRole('radio', { name: /^Connect a bridge/ }).query()).toBeNull()
    await expect.element(page.getByRole('radio', { name: /^Keypad/ })).toBeDisabled()
  })
})

describe('what is wrong', () => {
  it('stands at its field once somebody wants to add, and the first has the focus', async () => {
    const { made } = await open()
    await choose(aLock)
    await userEvent.click(add)
    await expect.element(field('Serial number')).toHaveAccessibleDescription(/Please fill in this field\.$/)
    await expect.element(field('Serial number')).toHaveFocus()
    await expect.element(field('Name')).toHaveAccessibleDescription(/Please fill in this field\.$/)
    expect(made()).toEqual([])
    await expectAccessible()
  })

  it('with a serial number that is none is said when the field is left', async () => {
    await open()
    await choose(aLock)
    await userEvent.fill(field('Serial number'), '001bac0fe2')
    await expect.element(field('Serial number')).not.toHaveAccessibleDescription(/not a serial number/)
    await userEvent.tab()
    await expect.element(field('Serial number')).toHaveAccessibleDescription(/This is not a serial number/)
  })

  it('with one that is used here already is said with the name of the device, and nothing is renamed', async () => {
    const { made } = await open()
    await choose(aLock)
    await fill(bridge.toUpperCase())
    await expect
      .element(field('Serial number'))
      .toHaveAccessibleDescription(/This serial number is used here already, by .*Stairwell/)
    await userEvent.click(add)
    expect(made()).toEqual([])
  })

  it('with one that is unknown or held elsewhere is said at the field until it is another', async () => {
    const { close } = await open({ answers: { [put]: () => refusal(404, 'entity_not_found') } })
    await choose(aLock)
    await fill()
    await userEvent.click(add)
    await expect
      .element(field('Serial number'))
      .toHaveAccessibleDescription(/No device with this serial number can be added/)
    await expect.element(field('Serial number')).toHaveFocus()
    expect(close).not.toHaveBeenCalled()
    await userEvent.fill(field('Serial number'), '001bac0fe298')
    await expect.element(field('Serial number')).not.toHaveAccessibleDescription(/No device/)
  })

  it('with the server is said, and what was typed stays', async () => {
    await open({ answers: { [put]: () => refusal(500, 'server_error') } })
    await choose(aLock)
    await fill()
    await userEvent.click(add)
    await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to add Cellar. Press Add to try again.')
    await expect.element(field('Name')).toHaveValue('Cellar')
  })

  it('is what guests want here', async () => {
    await open({ role: 'user' })
    await expect.element(page.getByText('You may not do this in this domain.')).toBeVisible()
  })
})

it('installers bring in what is new too', async () => {
  const { made } = await open({ role: 'installer' })
  await choose(aLock)
  await fill()
  await userEvent.click(add)
  await waitFor(() => expect(made()).toHaveLength(1))
})

it('a new keypad is paired with its lock, and that is said', async () => {
  const { made } = await open()
  await choose(aKeypad)
  await fill(serial, 'Street keypad')
  await userEvent.click(add)
  expect(made()).toEqual([])
  await pick(/Lock/, /street/)
  await userEvent.click(add)
  await expect
    .element(page.getByRole('dialog').getByRole('status'))
    .toHaveTextContent(/Street keypad.* is added and belongs to its lock\.$/)
  expect(made()).toEqual([
    [put, { name: 'Street keypad', device_type: 'danapadv3' }],
    [pair, { serial_number: street }],
  ])
  await expectAccessible()
})

it('a new bridge is brought in, then offered its code', async () => {
  const { made } = await open({ domain: domainOf({ devices: [device(street, 'bolt', [])] }) })
  await choose(aBridge)
  await fill(serial, 'Attic')
  await userEvent.click(add)
  await expect.element(page.getByRole('dialog', { name: /^Connect .*Attic/ })).toBeVisible()
  expect(made()).toEqual([[put, { name: 'Attic', device_type: 'danabridgev3' }]])
  await expect.element(button('Show the code')).toBeEnabled()
})

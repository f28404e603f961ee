import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { device, domainOf, lock } from '../../testing/example'
import { beginSession } from '../../session/session'
import { expectAccessible } from '../../testing/axe'
import { fakeApi, json, type Answers } from '../../testing/fake-api'
import { showDomain } from '../../testing/live-domain'
import { renderOverlay } from '../../testing/render-overlay'
import { account, signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import ModifyLock from './Overlay'

signedIn()

const street = 'aabb'
const bolt = (...paired: string[]) => device(street, 'bolt', paired)
const named = (entry: ReturnType<typeof device>, name: string) => ({ ...entry, name })

/** A door with the bridge Stairwell; the bridge Attic and a keypad are there too. */
const house = () =>
  domainOf({
    locks: [
      lock('lock-street', {
        name: 'Street door',
        afi: { serial_number: street, device_type: 'danalockv3', name: 'Street door', timezone: null },
      }),
    ],
    devices: [
      bolt('b1'),
      named(device('b1', 'bridge', [street]), 'Stairwell'),
      named(device('b2', 'bridge', []), 'Attic'),
      named(device('k1', 'keypad', []), 'Outside'),
    ],
  })

async function open(answers: Answers = {}, role = 'administrator', domain = house()) {
  const shown = showDomain(domain)
  const identities = [{ id: 'user-0366ba845fb5', domain: 'Home', primary: true, role, domain_rights: [] }]
  const calls = fakeApi({
    ...account,
    'GET /user/v1/identities': () => json(identities),
    [`POST /devices/v1/${street}/paired_devices`]: () => json({}),
    [`DELETE /devices/v1/${street}/paired_devices/b1`]: () => new Response(null, { status: 204 }),
    ...answers,
  })
  await beginSession()
  await renderOverlay(<ModifyLock lock="lock-street" close={() => {}} />)
  await userEvent.click(page.getByRole('tab', { name: 'Devices (1)' }))
  const made = () => calls.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body])
  return { made, shown }
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const further = page.getByRole('button', { name: /Pair with another device/ })
const paired = page.getByRole('tabpanel').getByRole('listitem')

async function choose(name: RegExp) {
  await userEvent.click(further)
  await userEvent.click(page.getByRole('option', { name }))
}

describe('the devices of a lock', () => {
  it('are shown with what they are; another of the domain is chosen and paired', async () => {
    const { made, shown } = await open()
    await expect.element(paired).toHaveTextContent('StairwellBridgeb1')
    await expectAccessible()
    await choose(/Outside/)
    await userEvent.click(button('Pair'))
    await expect.element(page.getByText('Outside is paired with the lock.')).toBeVisible()
    expect(made()).toEqual([['POST', '{"serial_number":"k1"}']])
    shown.apply({ entries: { devices: [bolt('b1', 'k1'), device('k1', 'keypad', [street])] }, removed: [] })
    await expect.element(page.getByRole('tab', { name: 'Devices (2)' })).toBeVisible()
  })

  it('one of which the server tells nothing more is a device, not what it may not be', async () => {
    const domain = house()
    const sensor = {
      ...device('s1', 'bridge', [street]),
      name: 'Letter box',
      device_type: 'mailsense',
      capabilities: [],
    }
    domain.put('devices', [bolt('s1'), sensor, device('b1', 'bridge', [])])
    await open({}, 'administrator', domain)
    await expect.element(paired).toHaveTextContent('Letter boxDevices1')
  })

  it('a press without a choice says what is missing', async () => {
    const { made } = await open()
    await userEvent.click(button('Pair'))
    await expect.element(page.getByText('Please fill in this field.')).toBeVisible()
    expect(made()).toEqual([])
  })

  it('a second bridge is refused: which one is in the way is said at the field', async () => {
    await open({ [`POST /devices/v1/${street}/paired_devices`]: () => json({ error: 'conflict' }, 409) })
    await choose(/Attic/)
    await userEvent.click(button('Pair'))
    await expect
      .element(further)
      .toHaveAccessibleDescription(
        /Street door.* is paired with the bridge .*Stairwell.* already\. Unpair that one first\./,
      )
    await expectAccessible()
    await choose(/Outside/)
    await expect.element(page.getByText(/Unpair that one first/)).not.toBeInTheDocument()
  })

  it('are unpaired by a second press, after it was said what that means', async () => {
    const { made, shown } = await open()
    await userEvent.click(button('Unpair Stairwell'))
    await expect.element(page.getByRole('alert')).toHaveTextContent('the lock cannot be operated from here')
    expect(made()).toEqual([])
    await expectAccessible()
    await userEvent.click(button('Confirm: unpair'))
    await expect.element(page.getByText('Stairwell is no longer paired with the lock.')).toBeVisible()
    expect(made()).toEqual([['DELETE', '']])
    shown.apply({ entries: { devices: [bolt(), device('b1', 'bridge', [])] }, removed: [] })
    await expect.element(page.getByText('The lock works together with no other device yet')).toBeVisible()
  })

  it('a bridge that has connected is not an installer’s to unpair', async () => {
    const connected = house()
    connected.put('conditions', [
      {
        ...{ lock_id: 'lock-street', state: 'Locked', battery_level: null, at: null },
        ...{ bridge: 'offline', bridge_since: '2026-11-20T12:50:00+00:00' },
      },
    ])
    await open({}, 'installer', connected)
    await expect.element(paired).toHaveTextContent('An administrator can unpair it.')
    expect(button('Unpair Stairwell').query()).toBeNull()
    await expectAccessible()
  })

  it('an unpairing that is refused is said beside the device', async () => {
    const refused = () => json({ error: 'forbidden' }, 403)
    await open({ [`DELETE /devices/v1/${street}/paired_devices/b1`]: refused }, 'installer')
    await userEvent.click(button('Unpair Stairwell'))
    await userEvent.click(button('Confirm: unpair'))
    await waitFor(() => expect(paired.getByRole('alert').query()).not.toBeNull())
    await expect.element(paired).toHaveTextContent('Failed to unpair Stairwell.')
    await expect.element(paired).toHaveTextContent('You may not do this in this domain.')
    await expect.element(paired).not.toHaveTextContent('try again')
  })
})

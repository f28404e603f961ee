import { expect, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { device, domainOf, lock } from '../../testing/example'
import { beginSession } from '../../session/session'
import { fakeApi, json, type Answers } from '../../testing/fake-api'
import { deviceTypes } from '../../testing/device-types'
import { showDomain } from '../../testing/live-domain'
import { renderOverlay } from '../../testing/render-overlay'
import { account } from '../../testing/session'
import AddDevice from './Overlay'

export const serial = '00:1b:ac:0f:e2:99'
export const bridge = '00:1b:ac:0f:00:01'
export const street = '00:1b:ac:0f:00:02'

/** A domain with one door, `street`, and one bridge. */
const house = () =>
  domainOf({
    locks: [
      lock('street', { afi: { serial_number: street, device_type: 'danalockv3', name: 'street', timezone: null } }),
    ],
    devices: [device(street, 'bolt', []), { ...device(bridge, 'bridge', []), name: 'Stairwell' }],
  })

/** A serial number as it stands in a path. */
export const inPath = (serial: string) => encodeURIComponent(serial)

export const refusal = (status: number, error: string, errors: object = {}) => json({ error, errors }, status)

/** What the field of a refusal says. */
export const wrong = (error_code: string) => [{ error_code, error_message: 'no' }]

/** Opens the overlay; answers the calls that change something, as `METHOD path` and body. */
export async function open({
  domain = house(),
  role = 'administrator',
  answers = {},
}: { domain?: ReturnType<typeof domainOf>; role?: string; answers?: Answers } = {}) {
  const shown = showDomain(domain)
  const identities = [{ id: 'user-0366ba845fb5', domain: 'Home', primary: true, role, domain_rights: [] }]
  const calls = fakeApi({
    ...account,
    'GET /user/v1/identities': () => json(identities),
    'GET /ekey/v3/discoveries': () => json([]),
    'GET /ekey/v3/devices/types': () => json(deviceTypes),
    [`PUT /ekey/v3/devices/${inPath(serial)}`]: () => json({}),
    [`POST /devices/v1/${inPath(serial)}/paired_devices`]: () => json({}),
    ...answers,
  })
  await beginSession()
  const close = vi.fn()
  await renderOverlay(<AddDevice close={close} />)
  const made = () =>
    calls
      .filter(({ method }) => method === 'POST' || method === 'PUT')
      .map(({ method, path, body }) => [`${method} ${path}`, body === '' ? null : (JSON.parse(body) as unknown)])
  return { shown, close, made }
}

export const field = (name: string) => page.getByRole('textbox', { name })
export const button = (name: string) => page.getByRole('button', { name, exact: true })

/** Chooses what is brought in by what is said of it. */
export const choose = (text: RegExp) => userEvent.click(page.getByText(text))

/** Chooses one of a list behind a button, which has the focus again afterwards. */
export async function pick(list: RegExp, option: RegExp): Promise<void> {
  const opens = page.getByRole('button', { name: list })
  await userEvent.click(opens)
  await userEvent.click(page.getByRole('option', { name: option }))
  await expect.element(opens).toHaveFocus()
}

export const aLock = /^Turns the bolt/
export const aBridge = /^Connects locks nearby/
export const aKeypad = /^Opens a door by/

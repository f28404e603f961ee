import { I18nProvider } from 'react-aria-components'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import type { LockOperation } from '../../api/queries/operation'
import { i18n } from '../../i18n/i18n'
import { calendar, device, link, lock, user } from '../../model/example'
import { beginSession } from '../../session/session'
import { expectAccessible } from '../../testing/axe'
import { fakeApi, json, type Answers } from '../../testing/fake-api'
import type { Fixture } from '../../testing/fixture'
import { LiveServer } from '../../testing/live-server'
import { expectInOrder, hostile } from '../../testing/reading-order'
import { freshSession, giveTokens } from '../../testing/session'
import DashboardPage from '../dashboard/Page'

const guest = 'user-guest'
const iso = (at: number) => new Date(at).toISOString()
const day = 86_400_000

/** What the owner's domain shows to the guest. */
function house(): Fixture {
  const now = Date.now()
  const street = lock('lock-street', { name: 'Street door' })
  const cellar = lock('lock-cellar', { name: 'Cellar' })
  const shed = lock('lock-shed', { name: 'Shed' })
  const gate = lock('lock-gate', { name: 'Gate' })
  const remote = { user_id: guest, link_profile: 'user_allow_remote' } as const
  const condition = { state: 'Locked', battery_level: 82, at: iso(now), bridge: 'online', bridge_since: null } as const
  return {
    domain: 'owner@demo.cardea',
    users: [user(guest, { display_name: 'Gitte Gæst' })],
    locks: [street, cellar, shed, gate],
    groups: [],
    devices: [
      device('serial of lock-street', 'bolt', ['bridge']),
      device('serial of lock-gate', 'bolt', ['bridge']),
      device('bridge', 'bridge', []),
    ],
    conditions: [
      { lock_id: street.id, ...condition },
      { lock_id: gate.id, ...condition },
    ],
    calendars: [
      calendar('calendar-1', { start_time: iso(now - day), end_time: iso(now + day) }),
      calendar('calendar-2', { start_time: iso(now + day), end_time: iso(now + 2 * day) }),
    ],
    links: [
      link('lock_user-1', { ...remote, lock_id: street.id, calendar_id: 'calendar-1' }),
      link('lock_user-2', { user_id: guest, lock_id: cellar.id }),
      link('lock_user-3', { ...remote, lock_id: shed.id }),
      link('lock_user-4', { ...remote, lock_id: gate.id, calendar_id: 'calendar-2' }),
    ],
  }
}

const empty: Fixture = {
  ...{ domain: 'guest', users: [], locks: [], groups: [], devices: [], conditions: [], calendars: [], links: [] },
}

let accounts = 0

/** Opens the page of a guest: invited, with a domain of their own without locks, or created, without one. */
async function open(kind: 'invited' | 'created', answers: Answers = {}, doors: Fixture | null = house()) {
  accounts += 1
  const own = new LiveServer(empty)
  const owners = new LiveServer(doors)
  const here = { id: guest, domain: "owner@demo.cardea's domain", role: 'user', domain_rights: [] }
  const home = { id: 'user-home', domain: "guest's domain", role: 'administrator', primary: true, domain_rights: [] }
  const of = (headers: Headers) => (headers.get('X-Assume-User') === 'user-home' ? own : owners)
  const calls = fakeApi({
    'GET /user/v1': () =>
      json({ id: `account-${accounts}`, username: 'guest', domain: 'guest', display_name: 'Gitte', '2fa': false }),
    'GET /user/v1/identities': () =>
      json(kind === 'invited' ? [home, { ...here, primary: false }] : [{ ...here, primary: true }]),
    'GET /domain/v1/stream': (call) => of(call.headers).answers['GET /domain/v1/stream']?.(call) as Response,
    'GET /domain/v1/changes': (call) => of(call.headers).answers['GET /domain/v1/changes']?.(call) as Response,
    ...answers,
  })
  await beginSession()
  await render(
    <I18nProvider locale={i18n.language}>
      <main>
        <DashboardPage />
      </main>
    </I18nProvider>,
  )
  return { calls, owners }
}

beforeEach(async () => {
  await freshSession()
  giveTokens()
})

const street = () => page.getByRole('article', { name: 'Street door' })
const path = '/locks/v1/afi/serial%20of%20lock-street/remote_unlock'
const result: LockOperation['result'] = {
  ...{ afi_status: 0, afi_status_text: 'Ok', bridge_server_status: 0, bridge_server_status_text: 'Ok' },
  ...{ dmi_status: 0, dmi_status_text: 'Ok', stage: 'done' },
}
const done: LockOperation = { id: 'job-1', status: 'Succeeded', is_completed: true, is_successful: true, result }
const operation = (given: Partial<LockOperation>) => json({ ...done, ...given })

describe("a guest's doors", () => {
  it.each(['invited', 'created'] as const)('stand under the words on the mobile app for who was %s', async (kind) => {
    await open(kind)
    await expect.element(page.getByText('You manage no locks in this domain.')).toBeVisible()
    await expect.element(street()).toBeVisible()
    const words = page.getByText('You manage no locks in this domain.').element()
    await expect.element(page.getByText('Please use the mobile app')).toBeVisible()
    await expect.element(page.getByText('The doors below can be opened here too.')).toBeVisible()
    const isUnder = words.compareDocumentPosition(street().element()) & Node.DOCUMENT_POSITION_FOLLOWING
    expect(isUnder).toBeTruthy()
    await expect.element(street()).toHaveTextContent(/Until .* · ?Europe|Until/)
    await expect.element(street()).toHaveTextContent('Europe/Copenhagen time')
    await expect.element(street()).toHaveTextContent('Owner: owner@demo.cardea')
    expect(page.getByRole('article', { name: 'Cellar' }).elements()).toHaveLength(0)
    await expectAccessible()
  })

  it('are not promised where none can be opened from here', async () => {
    const doors = house()
    await open('created', {}, { ...doors, devices: [], conditions: [] })
    await expect.element(street()).toHaveTextContent('This lock is not paired with a bridge.')
    expect(page.getByText(/can be opened here/).query()).toBeNull()
  })

  it('that have no bridge say so, and those that are closed cannot be operated', async () => {
    await open('created')
    const shed = page.getByRole('article', { name: 'Shed' })
    await expect.element(shed).toHaveTextContent('This lock is not paired with a bridge.')
    expect(shed.getByRole('button').elements()).toHaveLength(0)
    const gate = page.getByRole('article', { name: 'Gate' })
    await expect.element(gate).toHaveTextContent('Closed now, opens')
    await expect.element(gate.getByRole('button', { name: 'Unlock' })).toBeDisabled()
  })

  it('are opened by keyboard: a press, a second one to confirm, and the stages up to the moment of confirmation', async () => {
    const stages: LockOperation['result']['stage'][] = ['sent', 'at_bridge', 'moving']
    const { calls } = await open('invited', {
      [`POST ${path}`]: () => json({ id: 'job-1' }),
      'GET /locks/v1/operation/job-1': () => {
        const stage = stages.shift()
        if (stage === undefined) return operation({})
        return operation({ ...{ status: 'InProgress', is_completed: false }, result: { ...result, stage } })
      },
    })
    await expect.element(street()).toBeVisible()
    ;(street().getByRole('button', { name: 'Unlock' }).element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(street().getByText('Unlock Street door now?')).toBeVisible()
    await expect.element(street().getByRole('button', { name: 'Lock', exact: true })).toBeDisabled()
    expect(calls.some(({ method }) => method === 'POST')).toBe(false)
    await expect.element(street().getByRole('button', { name: 'Confirm' })).toHaveFocus()
    await expectAccessible()
    await userEvent.keyboard('{Enter}')
    await expect.element(street().getByRole('button', { name: 'Unlocking' })).toHaveFocus()
    await expect.element(street().getByText('Successfully unlocked the door')).toBeVisible()
    await expect.element(street().getByRole('list', { name: 'Progress' })).toHaveTextContent(/Confirmed \d\d:\d\d:\d\d/)
    await expect.element(street()).toHaveTextContent('Unlocked')
    const call = calls.find(({ method }) => method === 'POST')
    expect(call?.headers.get('X-Assume-User')).toBe(guest)
    await expectAccessible()
  })

  it('with names that turn the direction leave the words around them in their order', async () => {
    const doors = house()
    doors.locks[0] = { ...(doors.locks[0] as Fixture['locks'][0]), name: hostile }
    await open('created', {}, doors)
    const card = page.getByRole('article', { name: hostile })
    await card.getByRole('button', { name: 'Unlock' }).click()
    const question = card.getByRole('alertdialog').element()
    expect(expectInOrder(question, 'Unlock ').right).toBeLessThan(expectInOrder(question, ' now?').left)
  })

  it('stay as they are when the second press is not made', async () => {
    const { calls } = await open('created')
    await street().getByRole('button', { name: 'Lock', exact: true }).click()
    await street().getByRole('button', { name: 'Cancel' }).click()
    await expect.element(street().getByRole('button', { name: 'Lock', exact: true })).toHaveFocus()
    expect(calls.some(({ method }) => method === 'POST')).toBe(false)
  })

  it('say why an operation failed', async () => {
    await open('created', {
      [`POST ${path}`]: () => json({ id: 'job-1' }),
      'GET /locks/v1/operation/job-1': () =>
        operation({
          ...{ status: 'Failed', is_successful: false },
          result: { ...result, afi_status: 11, afi_status_text: 'LowBattery' },
        }),
    })
    await street().getByRole('button', { name: 'Unlock' }).click()
    await street().getByRole('button', { name: 'Confirm' }).click()
    await expect.element(street().getByRole('alert')).toHaveTextContent('The battery of the lock is too low')
    await expect.element(street().getByRole('alert')).toBeInViewport()
    expect(street().getByRole('list', { name: 'Progress' }).elements()).toHaveLength(0)
    await expect.element(street().getByRole('button', { name: 'Unlock' })).toBeEnabled()
  })

  const asUnknown = async (card: ReturnType<typeof street>) => {
    await expect.element(card).toHaveTextContent('Unknown')
    await expect.element(card).not.toHaveTextContent(/Locked|as of|battery/)
  }

  it('of which nothing is known say so, and can be opened all the same', async () => {
    await open('created', {}, { ...house(), conditions: [] })
    await asUnknown(street())
    await expect.element(street().getByRole('button', { name: 'Unlock' })).toBeEnabled()
    await expectAccessible()
  })

  it('do not tell how they stand outside the hours of access', async () => {
    await open('created')
    const gate = page.getByRole('article', { name: 'Gate' })
    await asUnknown(gate)
    await expect.element(gate).toHaveTextContent('Shown while you may open this door')
    await expect.element(street()).toHaveTextContent(/Locked.*as of .*battery 82%/)
  })

  it('tell no longer how they stand once the access has ended, nor what was done with them before', async () => {
    const { owners } = await open('created', {
      [`POST ${path}`]: () => json({ id: 'job-1' }),
      'GET /locks/v1/operation/job-1': () => operation({}),
    })
    await street().getByRole('button', { name: 'Unlock' }).click()
    await street().getByRole('button', { name: 'Confirm' }).click()
    await expect.element(street().getByText('Unlocked', { exact: true })).toBeVisible()
    const past = iso(Date.now() - 1000)
    owners.change({ calendars: [calendar('calendar-1', { start_time: null, end_time: past })] })
    await expect.element(street()).toHaveTextContent('Your access has ended.')
    await expect.element(street().getByText('Unknown', { exact: true })).toBeVisible()
    expect(
      street()
        .getByText(/^(Locked|Unlocked)$/)
        .elements(),
    ).toHaveLength(0)
    await expect.element(street().getByRole('button', { name: 'Unlock' })).toBeDisabled()
  })

  it('go when the access goes', async () => {
    const { owners } = await open('created')
    await expect.element(street()).toBeVisible()
    await vi.waitFor(() => expect(owners.feeds).toHaveLength(1))
    owners.change({}, ['lock_user-1'])
    await vi.waitFor(() => expect(street().elements()).toHaveLength(0))
  })

  it('say when they could not be fetched', async () => {
    const { owners } = await open('created', {}, null)
    await expect.element(page.getByText('Your doors could not be fetched.')).toBeVisible()
    owners.document = house()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(street()).toBeVisible()
  })
})

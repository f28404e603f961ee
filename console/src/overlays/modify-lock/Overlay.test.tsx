import { onlineManager } from '@tanstack/react-query'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LockOperation } from '../../api/queries/operation'
import { showLanguage } from '../../i18n/i18n'
import { isolate } from '../../i18n/isolate'
import type { ConditionEntry } from '../../model/entries'
import { calendar, device, domainOf, link, lock, lockGroup, user, userGroup } from '../../testing/example'
import { beginSession } from '../../session/session'
import { expectAccessible } from '../../testing/axe'
import { fakeApi, json, type Answers } from '../../testing/fake-api'
import { deviceTypes } from '../../testing/device-types'
import { showDomain } from '../../testing/live-domain'
import { expectInOrder, hostile } from '../../testing/reading-order'
import { renderOverlay } from '../../testing/render-overlay'
import { account, signedIn } from '../../testing/session'
import { openOverlays } from '../registry'
import ModifyLock from './Overlay'

const now = Date.parse('2026-11-20T13:02:30Z')
const me = 'user-0366ba845fb5'

signedIn(now)

const condition: ConditionEntry = {
  lock_id: 'lock-street',
  state: 'Locked',
  battery_level: 64,
  at: '2026-11-20T12:50:00+00:00',
  bridge: 'online',
  bridge_since: '2026-11-19T08:00:00+00:00',
}

function house({ mine = true, closed = false } = {}) {
  const own = link('lock_user-me', {
    ...{ user_id: me, lock_id: 'lock-street', link_profile: 'administrator' },
    calendar_id: closed ? 'calendar-later' : null,
  })
  return domainOf({
    users: [
      user(me, { display_name: 'Mette Sørensen', role: 'administrator' }),
      user('user-anna', { display_name: 'Anna Lindqvist', email_address: 'anna@nordic.se' }),
      user('user-bo', { display_name: 'Bo Kristensen' }),
      user('user-old', { display_name: 'Former guest' }),
      user('user-none', { display_name: 'No access' }),
    ],
    locks: [
      lock('lock-street', {
        ...{ name: 'Street door', address: 'Havnegade 1', end_to_end_mode: true },
        afi: { serial_number: 'aa:bb:cc:dd:ee:ff', device_type: 'danalockv3', name: 'Street door', timezone: null },
      }),
      lock('lock-flat', { name: 'Flat 1 right', timezone: null }),
      lock('lock-old', {
        ...{ name: 'Old gate', type: 'mwm' },
        mwm: { mac_address: '00:11:22:33:44:55', mcu_firmware: '2.1', rf_firmware: '0.9', design_id: 1 },
      }),
    ],
    groups: [
      userGroup('group-cleaners', ['user-bo'], { name: 'Cleaners' }),
      lockGroup('group-ground', ['lock-street'], { name: 'Ground floor' }),
    ],
    devices: [device('aa:bb:cc:dd:ee:ff', 'bolt', ['bridge']), device('bridge', 'bridge', ['aa:bb:cc:dd:ee:ff'])],
    conditions: [condition],
    calendars: [
      calendar('calendar-until', { end_time: '2026-12-01T10:00:00Z' }),
      calendar('calendar-ended', { end_time: '2026-11-03T09:00:00Z' }),
      calendar('calendar-later', { start_time: '2026-12-01T10:00:00Z' }),
    ],
    links: [
      ...(mine ? [own] : []),
      link('lock_user-1', { user_id: 'user-anna', lock_id: 'lock-street', calendar_id: 'calendar-until' }),
      link('lock_user-2', { user_id: 'user-old', lock_id: 'lock-street', calendar_id: 'calendar-ended' }),
      link('group_group-1', { group_id: 'group-cleaners', other_group_id: 'group-ground' }),
    ],
  })
}

async function open({ domain = house(), id = 'lock-street', answers = {} } = {}) {
  const calls = fakeApi({ ...account, 'GET /ekey/v3/devices/types': () => json(deviceTypes), ...answers })
  await beginSession()
  const close = vi.fn()
  const shown = showDomain(domain)
  await renderOverlay(<ModifyLock {...{ lock: id, close }} />)
  return { calls, close, shown }
}

const tab = (name: string | RegExp) => page.getByRole('tab', { name })
const field = (name: string) => page.getByRole('textbox', { name })
const zone = page.getByRole('combobox', { name: 'Time zone' })
const fact = (name: string) => page.getByText(name, { exact: true }).element().nextElementSibling?.textContent

describe('General', () => {
  it('shows what is known of a lock with a bridge', async () => {
    await open()
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('Street door')
    await expect.element(page.getByRole('img', { name: 'Locked' })).toBeVisible()
    expect(fact('Serial number')).toBe('aa:bb:cc:dd:ee:ff')
    await expect.poll(() => fact('Type')).toBe('Danalock V3')
    await expect.element(field('Name')).toHaveValue('Street door')
    await expect.element(zone).toHaveValue('Europe/Copenhagen')
    expect(fact('Address')).toBe('Havnegade 1')
    expect(fact('Bridge')).toBe('Online since 19 Nov 2026, 09:00')
    expect(fact('Battery')).toBe('Medium, 64%as of 20 Nov 2026, 13:50')
    expect(fact('End-to-end mode')).toBe('On')
  })

  it('calls its type as the server does where that does not tell what it is sold as, and moves nothing when it does', async () => {
    let tell = (_: Response) => {}
    const late = new Promise<Response>((resolve) => (tell = resolve))
    await open({ answers: { 'GET /ekey/v3/devices/types': () => late } })
    await expect.element(page.getByText('danalockv3', { exact: true })).toBeVisible()
    const top = () => page.getByText('Bridge', { exact: true }).element().getBoundingClientRect().top
    const before = top()
    tell(json(deviceTypes))
    await expect.element(page.getByText('Danalock V3', { exact: true })).toBeVisible()
    expect(top()).toBe(before)
  })

  it('shows neither battery nor end-to-end mode without a bridge', async () => {
    await open({ id: 'lock-flat' })
    await expect.element(page.getByRole('img', { name: 'Unknown' })).toBeVisible()
    expect(fact('Bridge')).toBe('Not paired with a bridge')
    expect(page.getByText('Battery').query()).toBeNull()
    expect(page.getByText('End-to-end mode').query()).toBeNull()
  })

  it('shows MAC address and firmware of an mwm lock', async () => {
    await open({ id: 'lock-old' })
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('Old gate')
    expect(fact('MAC address')).toBe('00:11:22:33:44:55')
    expect(fact('Firmware')).toBe('2.1 / 0.9')
  })

  it('says when the lock is gone', async () => {
    await open({ id: 'lock-gone' })
    await expect.element(page.getByText('This lock is no longer in the domain.')).toBeVisible()
  })
})

const verdict: LockOperation['result'] = {
  ...{ afi_status: 0, afi_status_text: 'Ok', bridge_server_status: 0, bridge_server_status_text: 'Ok' },
  ...{ dmi_status: 0, dmi_status_text: 'Ok', stage: 'done' },
}

/** A server whose operation goes through these results, one for each look. */
function operation(...results: Pick<LockOperation, 'status' | 'result'>[]): Answers {
  let look = 0
  return {
    'POST /locks/v1/afi/aa%3Abb%3Acc%3Add%3Aee%3Aff/remote_unlock': () => json({ id: 'job-1' }),
    'POST /locks/v1/afi/aa%3Abb%3Acc%3Add%3Aee%3Aff/remote_lock': () => json({ id: 'job-1' }),
    'GET /locks/v1/operation/job-1': () => {
      const { status, result } = results[Math.min(look, results.length - 1)] ?? { status: 'Created', result: verdict }
      look += 1
      const is_completed = status === 'Succeeded' || status === 'Failed'
      return json({ id: 'job-1', status, is_completed, is_successful: status === 'Succeeded', result })
    },
  }
}

async function press(direction: 'Lock' | 'Unlock') {
  await userEvent.click(tab('Operate lock'))
  await userEvent.click(page.getByRole('button', { name: direction, exact: true }))
  await userEvent.click(page.getByRole('button', { name: 'Confirm' }))
}

describe('Operate lock', () => {
  it('asks first, shows the stages, and tells the time of the confirmation at the door', async () => {
    const { calls } = await open({
      answers: operation(
        { status: 'InProgress', result: { ...verdict, stage: 'moving' } },
        { status: 'Succeeded', result: { ...verdict, state: 'Unlocked' } },
      ),
    })
    await userEvent.click(tab('Operate lock'))
    await userEvent.click(page.getByRole('button', { name: 'Unlock', exact: true }))
    await expect.element(page.getByText('Unlock Street door now?')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Lock', exact: true })).toBeDisabled()
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
    await userEvent.click(page.getByRole('button', { name: 'Confirm' }))
    const stages = page.getByRole('list', { name: 'Progress' })
    await expect.element(stages).toBeVisible()
    await expect.element(page.getByText('Successfully unlocked the door')).toBeVisible()
    await expect.element(stages).toHaveTextContent(/Sent.*At the bridge.*Bolt moving.*Confirmed 14:02:30/)
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  it.each([
    ['Lock', { bridge_server_status: 4, bridge_server_status_text: 'BridgeBusy' }, /still loading. Wait 10 seconds/],
    ['Lock', { bridge_server_status: 5, bridge_server_status_text: 'BridgeNotAttached' }, /power and Wi-Fi/],
    ['Lock', { afi_status: 7, afi_status_text: 'NothingChanged' }, /was locked already/],
    ['Unlock', { afi_status: 7, afi_status_text: 'NothingChanged' }, /was unlocked already/],
    ['Unlock', { afi_status: 11, afi_status_text: 'LowBattery' }, /battery of the lock is too low/],
    ['Unlock', { afi_status: 12, afi_status_text: 'ConnectionLost' }, /out of Bluetooth range, or in update mode/],
    ['Unlock', { afi_status_text: 'JobTimeout' }, /did not answer in time/],
  ] as const)('%s that fails with %o says what happened', async (direction, failed, text) => {
    await open({ answers: operation({ status: 'Failed', result: { ...verdict, ...failed } }) })
    await press(direction)
    await expect.element(page.getByRole('dialog').getByText(text)).toBeVisible()
  })

  it('says that a lock without a bridge cannot be operated from here', async () => {
    const domain = house()
    domain.put('links', [link('lock_user-me2', { user_id: me, lock_id: 'lock-flat', link_profile: 'administrator' })])
    await open({ domain, id: 'lock-flat' })
    await userEvent.click(tab('Operate lock'))
    await expect.element(page.getByText(/not paired with a bridge. Remote access is unavailable/)).toBeVisible()
    expect(page.getByRole('button', { name: 'Unlock' }).query()).toBeNull()
  })

  it('needs a key of one’s own, and leads to one', async () => {
    await open({ domain: house({ mine: false }) })
    await userEvent.click(tab('Operate lock'))
    await expect.element(page.getByText('You have no access to Street door yourself.')).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Give yourself access' }))
    expect(openOverlays().map(({ action }) => action)).toEqual(['modify-access'])
  })

  it('rests while one’s own access is closed', async () => {
    await open({ domain: house({ closed: true }) })
    await userEvent.click(tab('Operate lock'))
    await expect.element(page.getByText('You may not operate this lock from afar at this time.')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Unlock', exact: true })).toBeDisabled()
  })
})

describe('Users with access', () => {
  it('counts and names them with what they have; whose access has ended stand below', async () => {
    await open()
    await userEvent.click(tab('Users with access (3)'))
    const lines = page.getByRole('listitem')
    await expect
      .poll(() => lines.elements().map((line) => line.querySelector('b')?.textContent))
      .toEqual(['Anna Lindqvist', 'Bo Kristensen', 'Mette Sørensen', 'Former guest'])
    await expect.element(page.getByRole('region', { name: 'Ended access (1)' })).toHaveTextContent('Former guest')
    await expect.element(lines.nth(0)).toHaveTextContent('anna@nordic.seUntil 1 Dec, 11:00')
    await expect.element(lines.nth(1)).toHaveTextContent('Alwaysvia Cleaners → Ground floor')
    await expect.element(lines.nth(2)).toHaveTextContent('AdministratorAlways')
  })

  it('opens the access of each', async () => {
    await open()
    await userEvent.click(tab(/^Users with access/))
    await userEvent.click(page.getByRole('button', { name: /Anna Lindqvist/ }))
    expect(openOverlays().map(({ action }) => action)).toEqual(['modify-access'])
  })

  it('says when there is nobody', async () => {
    await open({ id: 'lock-old' })
    await userEvent.click(tab('Users with access (0)'))
    await expect.element(page.getByText('Nobody has access here')).toBeVisible()
  })
})

/** A log of `total` entries by `guest` and a number, `perpage` a page; page numbers in `fails` are refused once. */
function logOf(total: number, fails: number[] = [], guest = 'Guest'): Answers {
  return {
    'GET /log/v1/lock/lock-street': ({ path }) => {
      const query = new URL(path, location.origin).searchParams
      const pageNumber = Number(query.get('page'))
      const size = Number(query.get('perpage'))
      if (fails.includes(pageNumber)) {
        fails.splice(fails.indexOf(pageNumber), 1)
        return json({ error: 'validation_failed', message: 'no' }, 422)
      }
      const entries = Array.from({ length: Math.max(0, Math.min(size, total - pageNumber * size)) }, (_, index) => {
        const number = pageNumber * size + index
        return {
          timestamp: new Date(now - number * 60_000).toISOString(),
          ...{ lock: 'lock-street', lockname: 'Street door', user: 'anna@example.com' },
          user_id: number === 1 ? 'user-gone' : 'user-anna',
          ...{
            username: number === 1 ? 'Somebody gone:phone' : `${guest} ${number}:phone`,
            operation: number % 2 === 0 ? 'bridgeUnlocked' : 'autoLocked',
          },
        }
      })
      const headers = { 'x-pages': String(Math.ceil(total / size)), 'x-page': String(pageNumber) }
      return Response.json(entries, { headers })
    },
  }
}

const log = page.getByRole('list', { name: 'Access log' })
const lines = () => log.element().children.length

describe('Access log', () => {
  it('reads newest first, with names as the domain knows them and usernames up to the colon, by the clock of the door', async () => {
    await open({ answers: logOf(2) })
    await userEvent.click(tab('Access log'))
    await expect.element(log).toHaveTextContent('Anna LindqvistUnlocked through the bridgeGuest 020 Nov 2026, 14:02:30')
    await expect.element(log).toHaveTextContent('Somebody goneLocked by itself20 Nov 2026, 14:01:30')
    await expect.element(page.getByText('Earliest access log activity reached')).toBeVisible()
  })

  it('leaves what happened in its order whatever a name holds', async () => {
    const domain = house()
    domain.put('users', [user('user-anna', { display_name: hostile })])
    await open({ domain, answers: logOf(2, [], hostile) })
    await userEvent.click(tab('Access log'))
    await expect.element(log).toBeVisible()
    const entry = log.element().firstElementChild as Element
    expect(entry.querySelector('b')?.textContent).toBe(hostile)
    expect(entry.querySelector('small')?.textContent).toBe(`Unlocked through the bridge${isolate(`${hostile} 0`)}`)
    expectInOrder(entry, 'Unlocked through the bridge')
    expectInOrder(entry, '20 Nov 2026')
  })

  it('brings further pages when the end is scrolled into sight, to the earliest', async () => {
    const { calls } = await open({ answers: logOf(120) })
    await userEvent.click(tab('Access log'))
    await expect.poll(lines).toBe(50)
    expect(page.getByText('Earliest access log activity reached').query()).toBeNull()
    log.element().lastElementChild?.scrollIntoView()
    await expect.poll(lines).toBe(100)
    log.element().lastElementChild?.scrollIntoView()
    await expect.poll(lines).toBe(120)
    await expect.element(page.getByText('Earliest access log activity reached')).toBeInTheDocument()
    expect(calls.filter(({ path }) => path.startsWith('/log/')).map(({ path }) => path)).toEqual([
      '/log/v1/lock/lock-street?page=0&perpage=50',
      '/log/v1/lock/lock-street?page=1&perpage=50',
      '/log/v1/lock/lock-street?page=2&perpage=50',
    ])
  })

  it('says when a page fails, and goes on with it', async () => {
    await open({ answers: logOf(60, [1]) })
    await userEvent.click(tab('Access log'))
    await expect.poll(lines).toBe(50)
    log.element().lastElementChild?.scrollIntoView()
    await expect.element(page.getByText(/The next page of the access log could not be fetched/)).toBeInTheDocument()
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.poll(lines).toBe(60)
  })

  it('says when there is nothing, and when it cannot be had', async () => {
    await open({ answers: logOf(0) })
    await userEvent.click(tab('Access log'))
    await expect.element(page.getByText('No log entries')).toBeVisible()
  })

  it('says that there is no network, and comes by itself once there is', async () => {
    await open({ answers: logOf(1) })
    onTestFinished(() => onlineManager.setOnline(true))
    onlineManager.setOnline(false)
    await userEvent.click(tab('Access log'))
    const away = page.getByText('There is no connection to the network.')
    await expect.element(away).toBeVisible()
    expect(page.getByRole('progressbar').query()).toBeNull()
    onlineManager.setOnline(true)
    await expect.element(log).toBeVisible()
    await expect.element(away).not.toBeInTheDocument()
  })

  it('says when it cannot be had, and tries again', async () => {
    await open({ answers: logOf(1, [0]) })
    await userEvent.click(tab('Access log'))
    await expect.element(page.getByRole('alert')).toHaveTextContent('The access log could not be refreshed.')
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.element(log).toBeVisible()
  })
})

describe('for everyone', () => {
  it.each(['General', 'Operate lock', 'Users with access (3)', 'Access log'])(
    'axe finds nothing in %s',
    async (name) => {
      await open({ answers: logOf(3) })
      await userEvent.click(tab(name))
      if (name === 'Access log') await expect.element(log).toBeVisible()
      await expect.poll(() => document.getAnimations().length).toBe(0)
      await expectAccessible()
    },
  )

  it('the tabs are gone through by keyboard', async () => {
    await open({ answers: logOf(1) })
    ;(tab('General').element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
    await expect.element(tab('Access log')).toHaveAttribute('aria-selected', 'true')
    await expect.element(log).toBeVisible()
  })

  it.each([
    ['da-DK', 'Gæster med adgang (3)'],
    ['de', 'Gäste mit Zugang (3)'],
  ] as const)('speaks %s', async (tag, title) => {
    await showLanguage(tag)
    await open()
    await expect.element(tab(title)).toBeVisible()
  })
})

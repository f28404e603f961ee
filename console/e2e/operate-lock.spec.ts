import type { Page } from '@playwright/test'
import { demo, expect, password, test, watch } from './fixtures'
import { House } from './house'
import { expectState, openLock, press } from './lock-overlay'
import { ownHouse } from './own-house'
import { openSignedIn } from './signed-in'

const door = 'Street door'
/** So long a bolt travels, in milliseconds: longer than the bridge has to accept an operation. */
const travel = 4000

const own = ownHouse(door, { CARDEA_SIM_TRAVEL_MS: String(travel) })
const { server } = own
const problems: string[] = []
let page: Page
let bridge: string

test.beforeAll(async ({ browser }) => {
  bridge = (await own.house.condition(own.serial)).bridge ?? ''
  page = await (await browser.newContext({ baseURL: server.base })).newPage()
  watch(page, problems)
  await openSignedIn(page, server.base, demo.owner, password)
})

test.afterEach(async () => {
  await own.house.simulate(bridge, { online: true, answer_latency_ms: 0, lose: 0 })
  await own.house.bridgeIsConnected(own.serial)
  await own.house.simulate(own.serial, {
    battery: 95,
    in_range: true,
    updating: false,
    jammed: false,
    slow_ms: 0,
    turn: 'lock',
  })
  const overlay = page.getByRole('dialog')
  await overlay.getByRole('button', { name: 'Close' }).last().click()
  await expect(overlay).toBeHidden()
  expect(problems).toEqual([])
})

test.afterAll(() => page.context().close())

const moves = async () => (await own.house.condition(own.serial)).bolt_moves

test('a door is unlocked and locked after a second press; meanwhile the other button rests', async () => {
  const overlay = await openLock(page, door, 'Operate lock')
  const [lock, unlock] = ['Lock', 'Unlock'].map((name) => overlay.getByRole('button', { name, exact: true }))
  const before = await moves()
  await expectState(overlay, 'Locked')

  await unlock!.click()
  await expect(overlay.getByText(`Unlock ${door} now?`)).toBeVisible()
  await expect(lock!).toBeDisabled()
  await overlay.getByRole('button', { name: 'Cancel' }).click()
  await expect(lock!).toBeEnabled()
  expect(await own.house.condition(own.serial)).toMatchObject({ state: 'Locked', bolt_moves: before })

  await press(overlay, 'Unlock')
  await expect(overlay.getByRole('button', { name: 'Unlocking' })).toBeDisabled()
  await expect(lock!).toBeDisabled()
  await expect(overlay.getByRole('list', { name: 'Progress' }).getByText('Bolt moving')).toBeVisible()
  await expect(overlay.getByText('Successfully unlocked the door')).toBeVisible({ timeout: 10_000 })
  await expectState(overlay, 'Unlocked')
  expect(await own.house.condition(own.serial)).toMatchObject({ state: 'Unlocked', bolt_moves: before + 1 })

  await lock!.click()
  await expect(overlay.getByText(`Lock ${door} now?`)).toBeVisible()
  await expect(unlock!).toBeDisabled()
  await overlay.getByRole('button', { name: 'Confirm' }).click()
  await expect(overlay.getByRole('button', { name: 'Locking' })).toBeDisabled()
  await expect(unlock!).toBeDisabled()
  await expect(overlay.getByText('Successfully locked the door')).toBeVisible({ timeout: 10_000 })
  await expectState(overlay, 'Locked')
  expect(await own.house.condition(own.serial)).toMatchObject({ state: 'Locked', bolt_moves: before + 2 })
})

const refusals = [
  {
    what: 'Error5: the bridge is offline',
    ofBridge: { online: false },
    text: 'The bridge cannot be reached. Check that it has power and Wi-Fi.',
    state: 'Unknown',
  },
  {
    what: 'Error11: the battery is low',
    ofLock: { battery: 3 },
    text: 'The battery of the lock is too low to move the bolt. Change it.',
    state: 'Locked',
  },
  {
    what: 'code 12: the lock is out of Bluetooth range',
    ofLock: { in_range: false },
    text: 'The bridge lost the lock: it is out of Bluetooth range, or in update mode.',
    state: 'Locked',
  },
  {
    what: 'code 12: the lock is in update mode',
    ofLock: { updating: true },
    text: 'The bridge lost the lock: it is out of Bluetooth range, or in update mode.',
    state: 'Locked',
  },
  {
    what: 'Error13: the bridge does not answer in time',
    ofBridge: { lose: 1 },
    text: 'The lock did not answer in time. Look at the door before you try again.',
    state: 'Locked',
  },
  {
    what: 'the bolt is blocked',
    ofLock: { jammed: true },
    text: 'Something keeps the bolt from moving. Look at the door.',
    state: 'Locked',
  },
] as const

test.describe('an operation that fails says why, and nothing moves', () => {
  for (const refusal of refusals) {
    test(refusal.what, async () => {
      const overlay = await openLock(page, door, 'Operate lock')
      await expectState(overlay, 'Locked')
      const before = await moves()
      if ('ofBridge' in refusal) {
        await own.house.simulate(bridge, refusal.ofBridge)
        // What is said of a bridge that is away comes above the buttons, which move under the pointer then.
        if ('online' in refusal.ofBridge)
          await expect(overlay.getByText(/^The bridge has been offline since/)).toBeVisible()
      }
      if ('ofLock' in refusal) await own.house.simulate(own.serial, refusal.ofLock)
      await press(overlay, 'Unlock')
      await expect(overlay.getByText(refusal.text)).toBeVisible({ timeout: 10_000 })
      await expect(overlay.getByRole('button', { name: 'Unlock', exact: true })).toBeEnabled()
      await expectState(overlay, refusal.state)
      expect(await own.house.condition(own.serial)).toMatchObject({ state: 'Locked', bolt_moves: before })
    })
  }

  test('two operations wait for the bridge already', async () => {
    const gate = await own.house.serialOf('Courtyard gate')
    const overlay = await openLock(page, door, 'Operate lock')
    const before = await moves()
    for (let waiting = 0; waiting < 3; waiting += 1) await own.house.send('POST', `/locks/v1/afi/${gate}/remote_lock`)
    await press(overlay, 'Unlock')
    await expect(overlay.getByText('The bridge is busy. Wait a moment and try again.')).toBeVisible()
    await expectState(overlay, 'Locked')
    expect(await moves()).toBe(before)
    await expect.poll(async () => (await own.house.condition(gate)).state, { timeout: 10_000 }).toBe('Locked')
  })

  test('there is no network', async () => {
    const overlay = await openLock(page, door, 'Operate lock')
    const before = await moves()
    await page.context().setOffline(true)
    await press(overlay, 'Unlock')
    await expect(overlay.getByText('There is no connection to the network.')).toBeVisible()
    await expectState(overlay, 'Locked')
    expect(await moves()).toBe(before)
    await page.context().setOffline(false)
    await press(overlay, 'Unlock')
    await expect(overlay.getByText('Successfully unlocked the door')).toBeVisible({ timeout: 10_000 })
  })
})

for (const { direction, error, state, text } of [
  { direction: 'Lock', error: 'Error7Lock', state: 'Locked', text: 'The door was locked already.' },
  { direction: 'Unlock', error: 'Error7Unlock', state: 'Unlocked', text: 'The door was unlocked already.' },
] as const) {
  test(`${error}: a door that stands there already, unknown to the server, is shown as it is`, async () => {
    const overlay = await openLock(page, door, 'Operate lock')
    const [from, to] = direction === 'Lock' ? (['Unlocked', 'lock'] as const) : (['Locked', 'unlock'] as const)
    if (direction === 'Lock') await own.house.simulate(own.serial, { turn: 'unlock' })
    await expectState(overlay, from)
    // By hand, while what the bridge tells is lost.
    await own.house.simulate(bridge, { lose: 1 })
    await own.house.simulate(own.serial, { turn: to })
    const before = await moves()
    await own.house.simulate(bridge, { lose: 0 })
    await expectState(overlay, from)
    await press(overlay, direction)
    await expect(overlay.getByText(text)).toBeVisible()
    await expectState(overlay, state)
    expect(await own.house.condition(own.serial)).toMatchObject({ state, bolt_moves: before })
  })
}

test('Error13, then Error4: a bolt under way after its time keeps the bridge busy, and is shown where it arrives', async () => {
  test.slow()
  const overlay = await openLock(page, door, 'Operate lock')
  const [lock, unlock] = ['Lock', 'Unlock'].map((name) => overlay.getByRole('button', { name, exact: true }))
  const before = await moves()
  // The bolt is slow and what the bridge says of it is late, so that the operation's time runs out while the bolt moves.
  await own.house.simulate(own.serial, { slow_ms: 20_000 })
  await own.house.simulate(bridge, { answer_latency_ms: 6500 })
  await press(overlay, 'Unlock')
  await expect(overlay.getByText('The lock did not answer in time.')).toBeVisible({ timeout: 10_000 })
  expect(await own.house.condition(own.serial)).toMatchObject({ state: 'Locked', bolt_moves: before })
  await own.house.simulate(bridge, { answer_latency_ms: 0 })
  await press(overlay, 'Lock')
  // It waits for its turn, ten seconds and no longer.
  const busy = overlay.getByText('The lock is still loading. Wait 10 seconds and try again.')
  await expect(busy).toBeVisible({ timeout: 15_000 })
  await expect(lock!).toBeDisabled()
  await expect(unlock!).toBeDisabled()
  await expectState(overlay, 'Unlocked', 20_000)
  expect(await own.house.condition(own.serial)).toMatchObject({ state: 'Unlocked', bolt_moves: before + 1 })
  await expect(lock!).toBeEnabled({ timeout: 11_000 })
})

test.describe('a door that cannot be operated from here', () => {
  test('Error14: without a bridge there are no buttons, and the reason is said', async () => {
    const overlay = await openLock(page, 'Flat 1 right', 'Operate lock')
    await expect(
      overlay.getByText('This lock is not paired with a bridge. Remote access is unavailable.'),
    ).toBeVisible()
    await expect(overlay.getByRole('button', { name: /^(Lock|Unlock)$/ })).toHaveCount(0)
    await expect(overlay.getByRole('img', { name: 'Unknown' })).toBeVisible()
  })

  test('NoAccessToLock: without a key of one’s own it says so and leads to one', async () => {
    const gate = 'Courtyard gate'
    await own.house.removeAccess(demo.owner, gate)
    const overlay = await openLock(page, gate, 'Operate lock')
    await expect(overlay.getByText(`You have no access to ${gate} yourself.`)).toBeVisible()
    for (const sentence of [
      'Only someone with a key to the lock can operate it, administrators too.',
      'Give yourself access, then you can lock and unlock it here.',
    ])
      await expect(overlay.getByText(sentence)).toBeVisible()
    await expect(overlay.getByRole('button', { name: /^(Lock|Unlock)$/ })).toHaveCount(0)
    await overlay.getByRole('button', { name: 'Give yourself access' }).click()
    const editor = page.getByRole('dialog', { name: `Access for Olivia Sand to ${gate}` })
    await editor.getByRole('button', { name: 'Save' }).click()
    await expect(editor).toBeHidden()
    await expect(overlay.getByRole('button', { name: 'Unlock', exact: true })).toBeEnabled()
  })
})

test('while the server is gone an operation says so, and the last that is known stays', async ({ playwright }) => {
  const overlay = await openLock(page, door, 'Operate lock')
  await server.kill()
  await press(overlay, 'Unlock')
  await expect(overlay.getByText('The server does not answer. Check the connection and try again.')).toBeVisible()
  await expectState(overlay, 'Locked')
  await server.start()
  own.house = await House.enter(await playwright.request.newContext(), server.base)
  expect(await own.house.condition(own.serial)).toMatchObject({ state: 'Locked', bolt_moves: 0 })
})

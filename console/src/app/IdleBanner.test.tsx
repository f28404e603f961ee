import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { COUNTDOWN, IDLE_AFTER } from '../model/idle'
import { openConfirmDialog } from '../overlays/confirm-dialog/open'
import { LEAVE_TAKING } from '../session/session'
import { local, tab } from '../session/storage'
import { expectAccessible } from '../testing/axe'
import { fakeApi, json } from '../testing/fake-api'
import { holdTimers } from '../testing/hold-timers'
import { renderConsole } from '../testing/render-console'
import { account, freshSession, giveTokens } from '../testing/session'
import { waitFor } from '../testing/wait-for'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'

vi.mock('../pages/dashboard/Page', () => ({ default: () => <h1>The grid</h1> }))

beforeEach(async () => {
  await freshSession()
  giveTokens(86_400)
})

/** Opens the dashboard at an instant at which the clock stands until `pass` puts it on. */
async function open(leave: () => Response | Promise<Response> = () => json({})) {
  let clock = Date.now()
  vi.spyOn(Date, 'now').mockImplementation(() => clock)
  const release = holdTimers(IDLE_AFTER, 1000, LEAVE_TAKING)
  const calls = fakeApi({ ...account, 'DELETE /oauth2/cookie': leave })
  await renderConsole('/dashboard')
  await expect.element(page.getByRole('heading', { name: 'The grid' })).toBeVisible()
  await waitFor(() => expect(local.get('activeAt')).toBe(clock))
  const sleep = (ms: number) => (clock += ms)
  const pass = (ms: number) => {
    sleep(ms)
    release()
  }
  const left = () => calls.filter(({ method, path }) => method === 'DELETE' && path === '/oauth2/cookie')
  return { pass, sleep, left, release }
}

const banner = page.getByRole('region', { name: 'You are idle' })
const stay = banner.getByRole('button', { name: 'Stay signed in' })
/** As screen readers press it: a pointer that moves there has ended the countdown already. */
const press = () => (stay.element() as HTMLElement).click()
const signIn = page.getByRole('button', { name: 'Sign in' })

describe('who does nothing for 15 minutes', () => {
  it('is told so, with the seconds that are left, of which screen readers hear once', async () => {
    const { pass } = await open()
    expect(banner.query()).toBeNull()
    pass(IDLE_AFTER)
    await expect.element(banner.getByText('You are logged out in 30 seconds.')).toBeVisible()
    const said = banner.getByRole('alert').element()
    expect(said.textContent).toBe('You are idle. You are logged out in 30 seconds unless you press a key.')
    pass(1000)
    await expect.element(banner.getByText('You are logged out in 29 seconds.')).toBeVisible()
    pass(28_000)
    await expect.element(banner.getByText('You are logged out in 1 second.')).toBeVisible()
    expect(banner.getByRole('alert').element()).toBe(said)
    expect(said.textContent).toMatch(/ 30 seconds /)
    expect(banner.element().querySelectorAll('[role=status], [aria-live]')).toHaveLength(0)
    await expectAccessible()
  })

  it('is logged out when they are over: on the server, here, and for good', async () => {
    const { pass, left } = await open()
    local.set('username', 'owner@demo.cardea')
    local.set('domain', 'owner@demo.cardea')
    tab.set('drafts', { 'user-0366ba845fb5.user-0366ba845fb5': { 'modify-lock.1': {} } })
    pass(IDLE_AFTER)
    await expect.element(banner).toBeVisible()
    expect(left()).toHaveLength(0)
    pass(COUNTDOWN * 1000)
    await expect.element(signIn).toBeVisible()
    expect(left()).toHaveLength(1)
    expect(location.hash).toBe('#/login')
    expect(localStorage).toHaveLength(0)
    expect(tab.get('access_token')).toBeNull()
    await expect.element(page.getByText(/^You were logged out because nothing was done for 15 minutes\./)).toBeVisible()
    // Whoever comes to this screen next reads nothing of what they had begun.
    expect(tab.get('drafts')).toBeNull()
    await expect.element(page.getByText(/What you had not saved is gone\./)).toBeVisible()
    expect(banner.query()).toBeNull()
    await expectAccessible()
  })

  it('is told of nothing that is gone where nothing was begun', async () => {
    const { pass } = await open()
    tab.set('drafts', { 'user-0366ba845fb5.user-0366ba845fb5': {} })
    pass(IDLE_AFTER + COUNTDOWN * 1000)
    await expect.element(page.getByText(/^You were logged out because nothing was done for 15 minutes\./)).toBeVisible()
    expect(page.getByText(/What you had not saved/).query()).toBeNull()
  })

  it.each([
    ['refuses', () => json({ error: 'server_error' }, 500)],
    ['is not reached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('is logged out also where the server %s', async (_how, leave) => {
    const { pass } = await open(leave)
    pass(IDLE_AFTER + COUNTDOWN * 1000)
    await expect.element(signIn).toBeVisible()
    expect(localStorage).toHaveLength(0)
    expect(tab.get('access_token')).toBeNull()
  })

  it('does not stay signed in while a server does not answer', async () => {
    const { pass, left, release } = await open(() => new Promise(() => {}))
    pass(IDLE_AFTER)
    pass(COUNTDOWN * 1000)
    await expect.element(banner.getByText('Logging out')).toBeVisible()
    await waitFor(() => expect(left()).toHaveLength(1))
    // Too late to stay.
    await userEvent.keyboard('x')
    release()
    await expect.element(signIn).toBeVisible()
    expect(tab.get('access_token')).toBeNull()
  })
})

describe('the countdown ends', () => {
  it('by the button', async () => {
    const { pass } = await open()
    pass(IDLE_AFTER)
    await expect.element(banner).toBeVisible()
    press()
    await expect.poll(() => banner.query()).toBeNull()
    pass(IDLE_AFTER - 1)
    expect(banner.query()).toBeNull()
    pass(1)
    await expect.element(banner).toBeVisible()
  })

  it.each([
    ['a key', () => userEvent.keyboard('x')],
    ['a wheel', () => window.dispatchEvent(new WheelEvent('wheel'))],
    ['a pointer that moves', () => window.dispatchEvent(new PointerEvent('pointermove', { screenX: 40, screenY: 2 }))],
  ])('by %s', async (_what, act) => {
    const { pass } = await open()
    pass(IDLE_AFTER)
    await expect.element(banner).toBeVisible()
    await act()
    await expect.poll(() => banner.query()).toBeNull()
  })

  it('not by a pointer that rests where the banner appears', async () => {
    const { pass, sleep } = await open()
    const rest = () => window.dispatchEvent(new PointerEvent('pointermove', { screenX: 40, screenY: 2 }))
    sleep(1000)
    rest()
    pass(IDLE_AFTER)
    await expect.element(banner).toBeVisible()
    rest()
    pass(1000)
    await expect.element(banner.getByText('You are logged out in 29 seconds.')).toBeVisible()
  })

  it('by what is done in another tab', async () => {
    const { pass, sleep } = await open()
    sleep(IDLE_AFTER - 60_000)
    // Another tab writes down that something was done there.
    local.set('activeAt', Date.now())
    pass(60_000)
    expect(banner.query()).toBeNull()
    sleep(IDLE_AFTER - 60_000)
    document.dispatchEvent(new Event('visibilitychange'))
    await expect.element(banner).toBeVisible()
    local.set('activeAt', Date.now())
    window.dispatchEvent(new StorageEvent('storage', { key: 'activeAt', storageArea: localStorage }))
    await expect.poll(() => banner.query()).toBeNull()
  })
})

it('who comes back to a machine that slept is logged out, and does not stay by that', async () => {
  const { left, sleep } = await open()
  sleep(3_600_000)
  await userEvent.keyboard('x')
  await expect.element(signIn).toBeVisible()
  expect(left()).toHaveLength(1)
})

it.each([390, 768, 1440])('the banner leaves title and buttons of an overlay in sight at %i pixels', async (width) => {
  await page.viewport(width, 800)
  onTestFinished(() => page.viewport(1200, 800))
  const { pass } = await open()
  const title = 'Access for Maximiliane Hohenbergstein-Lindqvist to Courtyard door'
  const head = { title, subtitle: 'By Copenhagen time, which is 14:00 now', closeLabel: 'Close' }
  const { getByRole } = await render(
    <Dialog {...head} onClose={() => {}} actions={<Button>Cancel</Button>}>
      <div style={{ height: 1000 }}>Always</div>
    </Dialog>,
  )
  await expect.element(getByRole('dialog')).toBeVisible()
  pass(IDLE_AFTER)
  await expect.element(banner.getByText('You are idle', { exact: true })).toBeVisible()
  const rectOf = (one: Locator) => one.element().getBoundingClientRect()
  const [note, pressed] = [rectOf(banner.getByText('You are idle', { exact: true })), rectOf(stay)]
  const kept = [
    getByRole('heading', { name: title }),
    getByRole('button', { name: 'Close' }),
    getByRole('button', { name: 'Cancel' }),
  ]
  const isCovered = ({ top, bottom, left, right }: DOMRect) =>
    bottom > note.top && top < pressed.bottom && right > note.left && left < pressed.right
  expect(kept.map(rectOf).filter(isCovered)).toEqual([])
})

it('the banner lies over a dialog, whose focus it leaves alone, and can be pressed there', async () => {
  const { pass } = await open()
  openConfirmDialog({
    ...{ title: 'Sure?', text: 'Quite.', confirmLabel: 'Yes', pendingLabel: 'Yes' },
    onConfirm: () => Promise.resolve(),
  })
  const yes = page.getByRole('button', { name: 'Yes' })
  await expect.element(yes).toHaveFocus()
  pass(IDLE_AFTER)
  await expect.element(banner).toBeVisible()
  await expect.element(yes).toHaveFocus()
  press()
  await expect.poll(() => banner.query()).toBeNull()
  await expect.element(yes).toBeVisible()
})

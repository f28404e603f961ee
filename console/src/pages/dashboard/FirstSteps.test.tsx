import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { device, domainOf, link, lock, user } from '../../testing/example'
import { openAddDevice } from '../../overlays/add-device/open'
import { openInviteGuests } from '../../overlays/invite-guests/open'
import { openModifyAccess } from '../../overlays/modify-access/open'
import { openModifyLock } from '../../overlays/modify-lock/open'
import { beginSession, useSession } from '../../session/session'
import { expectAccessible } from '../../testing/axe'
import { fakeApi, json } from '../../testing/fake-api'
import { showDomain } from '../../testing/live-domain'
import { account, signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import { FirstSteps } from './FirstSteps'
import { useFirstSteps } from './use-first-steps'

vi.mock('../../overlays/add-device/open', () => ({ openAddDevice: vi.fn() }))
vi.mock('../../overlays/invite-guests/open', () => ({ openInviteGuests: vi.fn() }))
vi.mock('../../overlays/modify-access/open', () => ({ openModifyAccess: vi.fn() }))
vi.mock('../../overlays/modify-lock/open', () => ({ openModifyLock: vi.fn() }))

const me = 'user-0366ba845fb5'

signedIn()
beforeEach(() => {
  vi.clearAllMocks()
  localStorage.clear()
})

function Steps() {
  const { identity } = useSession()
  return identity && <Shown identity={identity} />
}

function Shown({ identity }: { identity: Parameters<typeof useFirstSteps>[0] }) {
  const steps = useFirstSteps(identity)
  return steps && <FirstSteps {...steps} />
}

async function open(domain = domainOf({}), role = 'administrator') {
  const shown = showDomain(domain)
  const identities = [{ id: me, domain: 'Home', primary: true, role, domain_rights: [] }]
  fakeApi({ ...account, 'GET /user/v1/identities': () => json(identities) })
  await beginSession()
  await render(<Steps />)
  return shown
}

const steps = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((step) => [step.querySelector('h3')?.textContent, step.querySelector('p')?.textContent])
const current = () => document.querySelector('[aria-current=step] h3')?.textContent
const door = lock('door')
const behind = device(door.afi?.serial_number ?? '', 'bolt', ['bridge'])
const bridge = device('bridge', 'bridge', [behind.serial_number])

describe('the first steps', () => {
  it('of an empty domain begin with a door', async () => {
    await open()
    expect(steps()).toEqual([
      ['Add a door', 'Next'],
      ['Try it', 'Later'],
      ['Let somebody in', 'Later'],
    ])
    expect(current()).toBe('Add a door')
    await expectAccessible()
    await userEvent.click(page.getByRole('button', { name: 'Add device' }))
    expect(openAddDevice).toHaveBeenCalledOnce()
  })

  it('go on to trying the first door with a bridge, then to who may open it, and are over', async () => {
    const shown = await open()
    shown.apply({
      entries: { users: [user(me), user('user-1')], locks: [door], devices: [behind, bridge] },
      removed: [],
    })
    await waitFor(() => expect(current()).toBe('Try it'))
    await userEvent.click(page.getByRole('button', { name: /^Operate/ }))
    expect(openModifyLock).toHaveBeenCalledExactlyOnceWith({ lock: 'door' }, 'operate')
    await waitFor(() => expect(current()).toBe('Let somebody in'))
    await userEvent.click(page.getByRole('button', { name: 'Give access' }))
    expect(openModifyAccess).toHaveBeenCalledExactlyOnceWith({ row: 'user-1', column: 'door' })
    shown.apply({ entries: { links: [link('lock_user-1', { user_id: 'user-1', lock_id: 'door' })] }, removed: [] })
    await expect.element(page.getByRole('list')).not.toBeInTheDocument()
  })

  it('invite guests where there is nobody to let in, on a phone too', async () => {
    await page.viewport(390, 844)
    onTestFinished(() => page.viewport(1200, 800))
    await open(domainOf({ users: [user(me)], locks: [door] }))
    await expect.element(page.getByText('There is nobody to let in yet.')).toBeVisible()
    expect(page.getByRole('button', { name: 'Give access' }).query()).toBeNull()
    expect(current()).toBe('Let somebody in')
    await expectAccessible()
    await userEvent.click(page.getByRole('button', { name: 'Invite guests' }))
    expect(openInviteGuests).toHaveBeenCalledExactlyOnceWith({})
  })

  it('invite nobody before there is a door', async () => {
    const shown = await open()
    expect(page.getByRole('button', { name: 'Invite guests' }).query()).toBeNull()
    shown.apply({ entries: { locks: [door] }, removed: [] })
    await expect.element(page.getByRole('button', { name: 'Invite guests' })).toBeVisible()
  })

  it('offer a bridge where a door has none', async () => {
    const shown = await open(domainOf({ users: [user(me)], locks: [door] }))
    await expect.element(page.getByText('Possible as soon as a door has a bridge.')).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Add a bridge' }))
    expect(openAddDevice).toHaveBeenCalledExactlyOnceWith({})
    shown.apply({ entries: { devices: [device('bridge', 'bridge', [])] }, removed: [] })
    await userEvent.click(page.getByRole('button', { name: 'Pair the bridge' }))
    expect(openModifyLock).toHaveBeenCalledExactlyOnceWith({ lock: 'door' }, 'devices')
  })

  it('pass over what waits for a bridge where somebody can be let in without one', async () => {
    await open(domainOf({ users: [user(me), user('user-1')], locks: [door] }))
    await waitFor(() => expect(current()).toBe('Let somebody in'))
    await expect.element(page.getByRole('button', { name: 'Add a bridge' })).toBeVisible()
  })

  it('of an installer leave access to administrators', async () => {
    const shown = await open(domainOf({}), 'installer')
    await expect.element(page.getByText('An administrator of the domain does this.')).toBeVisible()
    shown.apply({ entries: { locks: [door] }, removed: [] })
    await expect.element(page.getByRole('button', { name: 'Add a bridge' })).toBeVisible()
    expect(page.getByRole('button', { name: /Invite guests|Give access/ }).query()).toBeNull()
  })

  it('are put away for good', async () => {
    const shown = await open()
    await userEvent.click(page.getByRole('button', { name: 'Hide the steps' }))
    await expect.element(page.getByRole('list')).not.toBeInTheDocument()
    shown.apply({ entries: { locks: [door] }, removed: [] })
    expect(page.getByRole('list').query()).toBeNull()
  })

  it('are none where people come and go already', async () => {
    const links = [link('lock_user-1', { user_id: 'user-1', lock_id: 'door' })]
    await open(domainOf({ users: [user(me), user('user-1')], locks: [door], links }))
    expect(page.getByRole('list').query()).toBeNull()
  })
})

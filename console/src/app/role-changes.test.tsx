import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { showLanguage } from '../i18n/i18n'
import { refreshInvitations } from '../api/queries/invitation'
import { user } from '../testing/example'
import type { Role } from '../model/entries'
import { openCreateGroup } from '../overlays/create-group/open'
import { openModifyLock } from '../overlays/modify-lock/open'
import { openModifyUser } from '../overlays/modify-user/open'
import { openMyAccount } from '../overlays/my-account/open'
import { closeAll, openOverlays } from '../overlays/registry'
import { guest, house, street } from '../pages/doors/testing'
import { currentSession } from '../session/session'
import { expectAccessible } from '../testing/axe'
import { fakeApi, json } from '../testing/fake-api'
import { received } from '../testing/invitations'
import { LiveServer } from '../testing/live-server'
import { renderConsole } from '../testing/render-console'
import { signedIn } from '../testing/session'
import { waitFor } from '../testing/wait-for'

signedIn()
beforeEach(() => page.viewport(1280, 800))

/** What the domain shows to somebody of this role. */
function shownTo(role: Role) {
  const shown = house()
  const me = user(guest, { display_name: 'Gitte Gæst', role })
  return { ...shown, users: role === 'administrator' ? [me, user('user-anna', { display_name: 'Anna' })] : [me] }
}

const empty = {
  ...house(),
  domain: 'gitte',
  users: [],
  locks: [],
  devices: [],
  conditions: [],
  calendars: [],
  links: [],
}
const home = { id: 'user-home', domain: "gitte@guests.dk's domain", role: 'administrator', domain_rights: [] }
const here = { id: guest, domain: "owner@demo.cardea's domain", domain_rights: [] }

let accounts = 0

/** Opens the console in the domain of others, in which one has this role, or is not at all. */
async function open(first: Role | null, { ofOwn = false } = {}) {
  accounts += 1
  let role = first
  const owners = new LiveServer(shownTo(first ?? 'user'))
  const own = new LiveServer(empty)
  const of = (headers: Headers) => (headers.get('X-Assume-User') === home.id ? own : owners)
  const me = { username: 'gitte@guests.dk', display_name: 'Gitte', '2fa': false }
  fakeApi({
    'GET /user/v1': () => json({ ...me, id: `account-of-role-changes-${accounts}`, domain: 'gitte@guests.dk' }),
    'GET /user/v1/identities': () =>
      json([
        ...(ofOwn ? [{ ...home, primary: true }] : []),
        ...(role === null ? [] : [{ ...here, role, primary: !ofOwn }]),
      ]),
    'GET /invitations/v1/sent': () => json([]),
    'GET /invitations/v1/received': () => json(role === null ? [received('owner')] : []),
    'GET /domain/v1/stream': (call) => of(call.headers).answers['GET /domain/v1/stream']?.(call) as Response,
    'GET /domain/v1/changes': (call) => of(call.headers).answers['GET /domain/v1/changes']?.(call) as Response,
  })
  await renderConsole('/dashboard')
  return {
    owners,
    own,
    /** Gives another role to the person, which the feed tells as it does: it begins anew. */
    become: async (next: Role) => {
      await waitFor(() => expect(owners.feeds.length).toBeGreaterThan(0))
      role = next
      owners.document = shownTo(next)
      owners.reset()
    },
    /** Takes the person out of the domain. */
    remove: async () => {
      await waitFor(() => expect(owners.feeds.length).toBeGreaterThan(0))
      role = null
      owners.refuses = true
      owners.reset()
    },
    /** Brings them in, without a word to this browser. */
    bringIn: () => {
      role = 'user'
    },
  }
}

const button = (name: string) => page.getByRole('button', { name })
const note = (text: string) => page.getByRole('status').filter({ hasText: text })
/** What installers have in place of the grid. */
const doors = page.getByRole('list', { name: 'Locks' })
const actions = () => openOverlays().map(({ action }) => action)

describe('who is lowered to a guest while they look at the domain', () => {
  it.each(['administrator', 'installer'] as const)('sees at once what guests see, as former %s', async (before) => {
    const { become } = await open(before)
    await expect.element(before === 'installer' ? doors : page.getByRole('grid')).toBeVisible()
    await become('user')
    await expect.element(street()).toHaveTextContent(/Locked.*battery 82%/)
    expect(page.getByRole('grid').query() ?? doors.query()).toBeNull()
    for (const gone of ['Invite guests', 'Create guests', 'Create group', 'Add device'])
      expect(button(gone).query()).toBeNull()
    await expectAccessible()
  })

  it('is told so until they have read it', async () => {
    const { become } = await open('administrator')
    await expect.element(page.getByRole('grid')).toBeVisible()
    await become('user')
    const told = note('You are now a guest in owner@demo.cardea')
    await expect.element(told).toBeVisible()
    await told.getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(told).not.toBeInTheDocument()
  })

  it('has what guests may not do closed, with what was opened from it', async () => {
    const { become } = await open('administrator')
    await expect.element(page.getByRole('grid')).toBeVisible()
    openCreateGroup({})
    await expect.element(page.getByRole('dialog', { name: 'Create a group' })).toBeVisible()
    await become('user')
    await waitFor(() => expect(actions()).toEqual([]))
    await expect.element(note('has been closed')).toBeVisible()
    expect(page.getByText('You may not do this in this domain.').query()).toBeNull()
  })

  it('keeps their own account open', async () => {
    const { become } = await open('administrator')
    await expect.element(page.getByRole('grid')).toBeVisible()
    openMyAccount({})
    await expect.element(page.getByRole('tab', { name: 'Groups' })).toBeVisible()
    await become('user')
    await waitFor(() => expect(currentSession().identity?.role).toBe('user'))
    expect(actions()).toEqual(['my-account'])
    await expect.element(page.getByRole('tab', { name: 'Groups' })).not.toBeInTheDocument()
  })

  it.each([
    ['da-DK', 'Du er nu gæst hos owner@demo.cardea'],
    ['de', 'Sie sind jetzt Gast bei owner@demo.cardea'],
  ] as const)('is told so in %s', async (language, text) => {
    await showLanguage(language)
    const { become } = await open('administrator')
    await expect.element(page.getByRole('grid')).toBeVisible()
    await become('user')
    await expect.element(page.getByText(text)).toBeVisible()
  })
})

it('an administrator who becomes an installer keeps what installers have', async () => {
  const { become } = await open('administrator')
  await expect.element(page.getByRole('grid')).toBeVisible()
  openModifyLock({ lock: 'lock-street' })
  openModifyUser({ user: 'user-anna' })
  await expect.element(page.getByRole('dialog', { name: 'Anna' })).toBeVisible()
  await become('installer')
  await waitFor(() => expect(actions()).toEqual(['modify-lock']))
  await expect.element(note('You are now an installer in owner@demo.cardea')).toBeInTheDocument()
  closeAll()
  await expect.element(doors).toBeVisible()
  await expect.element(button('Add device')).toBeVisible()
  expect(button('Invite guests').query()).toBeNull()
})

it.each(['user', 'installer'] as const)(
  'who is made an administrator while they look at the domain, as %s, manages it at once',
  async (before) => {
    const { become } = await open(before)
    await expect.element(button('My account')).toBeVisible()
    await become('administrator')
    await expect.element(page.getByRole('rowheader', { name: /^Anna/ })).toBeVisible()
    await expect.element(button('Invite guests')).toBeVisible()
    await expect.element(note('You are now an administrator in owner@demo.cardea')).toBeVisible()
  },
)

it('who is made an administrator of the domain of others finds it among theirs', async () => {
  const { become } = await open('user', { ofOwn: true })
  await expect.element(street()).toBeVisible()
  await become('administrator')
  const list = page.getByRole('list', { name: 'You are an administrator of:' })
  await list.getByRole('button', { name: 'owner@demo.cardea' }).click()
  await expect.element(page.getByRole('grid')).toBeVisible()
})

describe('who is taken out of the domain that they look at', () => {
  it('is told which one, until they have read it', async () => {
    const { remove } = await open('user', { ofOwn: true })
    await expect.element(street()).toBeVisible()
    await remove()
    await expect.element(page.getByRole('heading', { name: 'Three steps to your first guest' })).toBeVisible()
    const told = note('You are no longer in the domain owner@demo.cardea')
    await expect.element(told).toBeVisible()
    await expectAccessible()
    await told.getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(told).not.toBeInTheDocument()
  })

  it('is told so on the page of who is in none any more, too', async () => {
    const { remove } = await open('administrator')
    await expect.element(page.getByRole('grid')).toBeVisible()
    openCreateGroup({})
    await remove()
    await expect.element(page.getByRole('heading', { name: 'No domain lists you any more' })).toBeVisible()
    await expect.element(note('You are no longer in the domain owner@demo.cardea')).toBeVisible()
    expect(actions()).toEqual([])
  })

  it('is no longer told so once they are in it again', async () => {
    const { remove, bringIn, owners } = await open('user', { ofOwn: true })
    await expect.element(street()).toBeVisible()
    await remove()
    await expect.element(note('You are no longer in the domain')).toBeVisible()
    bringIn()
    owners.refuses = false
    window.dispatchEvent(new Event('focus'))
    await expect.element(street()).toBeVisible()
    expect(note('You are no longer in the domain').query()).toBeNull()
  })
})

describe('an invitation that is accepted elsewhere', () => {
  const steps = page.getByRole('heading', { name: 'Three steps to your first guest' })

  it.each([
    ['the window is looked at again', () => window.dispatchEvent(new Event('focus'))],
    ['it turns out to be answered', refreshInvitations],
  ])('shows its doors once %s', async (_when, notice) => {
    const { bringIn } = await open(null, { ofOwn: true })
    await expect.element(steps).toBeVisible()
    await expect.element(button('Invitations: 0 sent, 1 received')).toBeVisible()
    bringIn()
    notice()
    await expect.element(street()).toBeVisible()
    expect(steps.query()).toBeNull()
  })
})

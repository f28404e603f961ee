import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { domainOf, link, lock, lockGroup, user, userGroup } from '../testing/example'
import { beginSession } from '../session/session'
import { expectAccessible } from '../testing/axe'
import { catchDownloads } from '../testing/downloads'
import { fakeApi, json } from '../testing/fake-api'
import { showDomain } from '../testing/live-domain'
import { pressEscape } from '../testing/press-escape'
import { renderOverlay } from '../testing/render-overlay'
import { account, signedIn } from '../testing/session'
import { waitFor } from '../testing/wait-for'
import { openModifyLockGroup } from './modify-lock-group/open'
import { openModifyLock } from './modify-lock/open'
import { openModifyUserGroup } from './modify-user-group/open'
import { openModifyUser } from './modify-user/open'

// Noon, so that the day is the same for whoever runs this.
signedIn(Date.parse('2026-11-20T12:00:00Z'))

/** As many guests as are drawn only when the list is scrolled. */
const MANY = 120
const guests = Array.from({ length: MANY }, (_, index) => `user-${index}`)

function house() {
  return domainOf({
    users: [
      user('user-0366ba845fb5', { role: 'administrator' }),
      user('user-apart'),
      ...guests.map((id) => user(id, { display_name: `=Guest ${id}` })),
    ],
    locks: [lock('lock-street', { name: 'Street door' }), lock('lock-gate', { name: 'Gate' })],
    groups: [
      userGroup('group-cleaners', guests, { name: 'Cleaners' }),
      userGroup('group-empty', [], { name: 'Nobody yet' }),
      lockGroup('group-ground', ['lock-street', 'lock-gate'], { name: 'Ground floor' }),
    ],
    links: [link('group_group-1', { group_id: 'group-cleaners', other_group_id: 'group-ground' })],
  })
}

const overlays = {
  lock: () => openModifyLock({ lock: 'lock-street' }),
  lockgroup: () => openModifyLockGroup({ group: 'group-ground' }),
  user: () => openModifyUser({ user: 'user-0' }),
  usergroup: () => openModifyUserGroup({ group: 'group-cleaners' }),
} as const

const log = () => json([])

async function open(show: () => void) {
  const logs = ['lock/lock-street', 'lockgroup/group-ground', 'user/user-0', 'usergroup/group-cleaners']
  fakeApi({ ...account, ...Object.fromEntries(logs.map((of) => [`GET /log/v1/${of}`, log])) })
  await beginSession()
  showDomain(house())
  const files = catchDownloads()
  await renderOverlay(null)
  show()
  return files
}

const tab = (name: string) => page.getByRole('tab', { name })
const download = page.getByRole('button', { name: 'Download as CSV' })

describe('a list', () => {
  it.each([
    ['lock', /^Users with access/, MANY, 'users-with-access_Street-door'],
    ['lockgroup', /^Users with access/, MANY, 'users-with-access_Ground-floor'],
    ['lockgroup', /^Locks/, 2, 'locks_Ground-floor'],
    ['user', /^Access to locks/, 2, 'access-to-locks_Guest-user-0'],
    ['usergroup', /^Guests/, MANY, 'guests_Cleaners'],
    ['usergroup', /^Access to locks/, 2, 'access-to-locks_Cleaners'],
  ] as const)('of a %s, %s, is downloaded with all of its lines, and that is said', async (of, title, lines, name) => {
    const files = await open(overlays[of])
    await userEvent.click(page.getByRole('tab', { name: title }))
    await userEvent.click(download)
    const file = `owner-demo-cardea_${name}_2026-11-20.csv`
    await expect.element(page.getByText(`Downloaded as ${file}.`)).toBeVisible()
    await expectAccessible()
    expect(files.map((one) => one.name)).toEqual([file])
    const text = (await files[0]?.text()) ?? ''
    expect(text.split('\r\n')).toHaveLength(lines + 2)
    expect(text).not.toMatch(/(^|,|\r\n)=/)
  })

  it('without a line is not downloaded, nor is a tab that lists nothing', async () => {
    await open(() => openModifyUser({ user: 'user-apart' }))
    await userEvent.click(tab('Access to locks (0)'))
    await expect.element(page.getByText('No access to any lock')).toBeVisible()
    expect(download.query()).toBeNull()
    await userEvent.click(tab('General'))
    expect(download.query()).toBeNull()
  })

  it('whose changes are not saved says that they are not in it', async () => {
    const files = await open(overlays.lockgroup)
    await userEvent.click(tab('Locks (2)'))
    await userEvent.click(page.getByRole('option', { name: 'Gate' }))
    await userEvent.click(download)
    await expect.element(page.getByText(/Changes that are not saved are not in it\.$/)).toBeVisible()
    expect(await files[0]?.text()).toContain('Gate')
    await expect.element(page.getByRole('button', { name: 'Save' })).toBeEnabled()
  })

  it('is said to be there on its own tab only, until that is dismissed', async () => {
    await open(overlays.lock)
    await userEvent.click(page.getByRole('tab', { name: /^Users/ }))
    await userEvent.click(download)
    const said = page.getByText(/^Downloaded as/)
    await userEvent.click(tab('General'))
    expect(said.query()).toBeNull()
    await userEvent.click(page.getByRole('tab', { name: /^Users/ }))
    await userEvent.click(page.getByRole('button', { name: 'Dismiss' }))
    expect(said.query()).toBeNull()
  })
})

it.each([
  ['lock', 'Street door', 'Copenhagen time'],
  ['lockgroup', 'Ground floor', 'Copenhagen time'],
  ['user', '=Guest user-0', 'Copenhagen time'],
  ['usergroup', 'Cleaners', 'Copenhagen time'],
] as const)('the log of a %s asks for its period first', async (of, name, clock) => {
  const files = await open(overlays[of])
  await userEvent.click(tab('Access log'))
  await userEvent.click(download)
  const dialog = page.getByRole('dialog', { name: `Download the access log of ${name}` })
  await expect.element(dialog).toHaveTextContent(clock)
  expect(files).toEqual([])
  await pressEscape()
  await waitFor(() => expect(dialog.query()).toBeNull())
  await expect.element(download).toHaveFocus()
})

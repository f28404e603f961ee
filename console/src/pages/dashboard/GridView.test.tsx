import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { isolate } from '../../i18n/isolate'
import { link, lock, user, userGroup } from '../../testing/example'
import { openModifyAccess } from '../../overlays/modify-access/open'
import { openModifyLock } from '../../overlays/modify-lock/open'
import { openModifyLockGroup } from '../../overlays/modify-lock-group/open'
import { openModifyUser } from '../../overlays/modify-user/open'
import { openModifyUserGroup } from '../../overlays/modify-user-group/open'
import { openMyAccount } from '../../overlays/my-account/open'
import { expectAccessible } from '../../testing/axe'
import { fakeApi, json } from '../../testing/fake-api'
import { expectInOrder, hostile } from '../../testing/reading-order'
import { waitFor } from '../../testing/wait-for'
import { atTheDashboard, empty, grid, heads, house, open, role, status } from './testing'

vi.mock('../../overlays/modify-access/open', () => ({ openModifyAccess: vi.fn() }))
vi.mock('../../overlays/modify-lock/open', () => ({ openModifyLock: vi.fn() }))
vi.mock('../../overlays/modify-lock-group/open', () => ({ openModifyLockGroup: vi.fn() }))
vi.mock('../../overlays/modify-user/open', () => ({ openModifyUser: vi.fn() }))
vi.mock('../../overlays/modify-user-group/open', () => ({ openModifyUserGroup: vi.fn() }))
vi.mock('../../overlays/my-account/open', () => ({ openMyAccount: vi.fn() }))

atTheDashboard()

describe('the grid', () => {
  it.each(['light', 'dark'])('has nothing that axe objects to in %s', async (theme) => {
    document.documentElement.dataset.theme = theme
    await open()
    await expect.element(grid()).toBeVisible()
    await expectAccessible()
  })

  it('tells its page and turns with the arrow keys while nothing has the focus', async () => {
    await open()
    await expect.element(status()).toHaveTextContent(/^Guest page 1 of \d+ and lock page 1 of \d+$/)
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(status()).toHaveTextContent(/^Guest page 2 of \d+ and lock page 1 of \d+$/)
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(status()).toHaveTextContent(/^Guest page 2 of \d+ and lock page 2 of \d+$/)
    await userEvent.keyboard('{ArrowUp}{ArrowLeft}')
    await expect.element(status()).toHaveTextContent(/^Guest page 1 of \d+ and lock page 1 of \d+$/)
  })

  it('leaves the focus to what is around it at Escape, where the arrow keys turn pages', async () => {
    await open()
    await expect.element(grid()).toBeVisible()
    ;(document.querySelector('.grid [tabindex="0"]') as HTMLElement).focus()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('region', { name: 'Dashboard', exact: true })).toHaveFocus()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(status()).toHaveTextContent(/^Guest page 2 of/)
  })

  it('leaves the arrow keys to a field that has the focus', async () => {
    await open()
    await page.getByRole('searchbox').first().click()
    await userEvent.keyboard('{ArrowDown}{ArrowRight}')
    await expect.element(status()).toHaveTextContent(/^Guest page 1 of \d+ and lock page 1 of/)
  })

  it('is turned by buttons, which end with the pages', async () => {
    await open()
    await expect.element(page.getByRole('button', { name: 'Previous guests' })).toBeDisabled()
    await page.getByRole('button', { name: 'Next locks' }).click()
    await expect.element(status()).toHaveTextContent(/lock page 2 of/)
    await expect.element(page.getByRole('button', { name: 'Previous locks' })).toBeEnabled()
  })

  it('opens the access of a cell and the overlay of a lock by keyboard', async () => {
    await open()
    await expect.element(grid()).toBeVisible()
    ;(document.querySelector('.grid [tabindex="0"]') as HTMLElement).focus()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(openModifyAccess).toHaveBeenCalledWith(
      expect.objectContaining({ row: expect.any(String) as string, column: expect.any(String) as string }),
    )
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{Enter}')
    expect(openModifyLock).toHaveBeenCalledTimes(1)
  })

  it('opens one’s own account at the head of one’s own row', async () => {
    const person = house.users.find(({ role }) => role === 'user')
    const own = [{ id: person?.id, domain: 'Home', primary: true, role: 'administrator', domain_rights: [] }]
    const users = house.users.map((one) => (one === person ? { ...one, role: 'administrator' as const } : one))
    await open({ ...house, users }, { 'GET /user/v1/identities': () => json(own) })
    await page.getByRole('searchbox', { name: /^Search guests/ }).fill(person?.username ?? '')
    await expect.poll(() => heads().length).toBe(1)
    await page.getByRole('rowheader').click()
    expect(openMyAccount).toHaveBeenCalledOnce()
    expect(openModifyUser).not.toHaveBeenCalled()
  })

  it('opens the overlay of a person and of a user group at the heads of their rows', async () => {
    await open()
    const person = house.users.find(({ role }) => role === 'user')
    const group = house.groups.find(({ type }) => type === 'users')
    const search = page.getByRole('searchbox', { name: /^Search guests/ })
    await search.fill(person?.username ?? '')
    await expect.poll(() => heads().length).toBe(1)
    await page.getByRole('rowheader').click()
    expect(openModifyUser).toHaveBeenCalledExactlyOnceWith({ user: person?.id })
    await search.fill(group?.name ?? '')
    await expect.element(page.getByRole('rowheader', { name: group?.name })).toBeVisible()
    await page.getByRole('rowheader', { name: group?.name }).first().click()
    expect(openModifyUserGroup).toHaveBeenCalledExactlyOnceWith({ group: group?.id })
    expect(openModifyAccess).not.toHaveBeenCalled()
  })

  it('opens a lock group at its head', async () => {
    await open()
    await page.getByRole('columnheader', { name: 'All flats' }).getByRole('button').click()
    const group = house.groups.find(({ name }) => name === 'All flats')?.id
    expect(openModifyLockGroup).toHaveBeenCalledExactlyOnceWith({ group })
    expect(openModifyLock).not.toHaveBeenCalled()
  })

  it.each([1280, 390])('gives an installer a list of the locks, without people, at %i px', async (width) => {
    await page.viewport(width, 800)
    await open(house, role('installer'))
    const locks = page.getByRole('list', { name: 'Locks' })
    await expect.element(locks).toBeVisible()
    await expect.element(page.getByRole('heading', { level: 1, name: 'Locks' })).toBeVisible()
    await expect.element(page.getByText('Owner: other')).toBeVisible()
    expect(locks.getByRole('button').elements()).toHaveLength(house.locks.length)
    expect(page.getByRole('searchbox').elements()).toHaveLength(1)
    expect(page.getByText('Guests').query()).toBeNull()
    await expectAccessible()
    await page.getByRole('searchbox').fill('10:00:00:00:00:03')
    await waitFor(() => expect(locks.getByRole('button').elements()).toHaveLength(1))
    await locks.getByRole('button').click()
    expect(openModifyLock).toHaveBeenCalledTimes(1)
    expect(openModifyAccess).not.toHaveBeenCalled()
  })

  it('shows a change made elsewhere within a second, without losing its place', async () => {
    const server = await open()
    await waitFor(() => expect(server.feeds).toHaveLength(1))
    const [first] = house.users
    server.change({ users: [{ ...first, alias: 'AAA first of all' }] })
    await waitFor(() => expect(heads()[0]).toContain('AAA first of all'))
  })

  it('leaves the words of a cell and of a head in their order whatever names they hold', async () => {
    const [name, group] = [hostile, `${hostile} group`]
    await open({
      ...empty,
      users: [user('user-anna', { display_name: name })],
      locks: [lock('lock-street', { name })],
      groups: [userGroup('group-1', ['user-anna'], { name: group })],
      links: [link('group_lock-1', { group_id: 'group-1', lock_id: 'lock-street', link_profile: 'user_allow_remote' })],
    })
    const cell = page.getByRole('gridcell').first()
    await expect.element(cell).toBeVisible()
    expectInOrder(cell.element(), 'remote allowed, via ')
    expectInOrder(page.getByRole('rowheader').first().element(), 'Guest\u00a0·\u00a0')
    expectInOrder(page.getByRole('columnheader').nth(1).element(), 'No bridge')
    ;(cell.element() as HTMLElement).focus()
    const isolated = isolate(name)
    await expect
      .element(cell)
      .toHaveAttribute(
        'aria-label',
        `${isolated}, ${isolated}: ${isolate(`Always, via ${isolate(group)}, remote allowed`)}`,
      )
    expect(page.getByRole('columnheader').nth(1).element().getAttribute('title')).toContain(`${isolated}: No bridge`)
  })

  it('says when changes do not arrive any more', async () => {
    const server = await open()
    await waitFor(() => expect(server.feeds).toHaveLength(1))
    const broken = { ...server.answers }
    fakeApi({ ...broken, 'GET /domain/v1/changes': () => json({ error: 'server_error' }, 503) })
    server.breakFeed()
    await expect
      .element(page.getByText('Not connected to the server. You see what was known last.'), { timeout: 5000 })
      .toBeVisible()
    await expect.element(page.getByText('The console tries again by itself.')).toBeVisible()
  })
})

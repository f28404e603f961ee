import { I18nProvider } from 'react-aria-components'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { i18n, showLanguage } from '../../i18n/i18n'
import { isolate } from '../../i18n/isolate'
import { link, lock, user, userGroup } from '../../model/example'
import { allFilters } from '../../model/grid'
import { openModifyAccess } from '../../overlays/modify-access/open'
import { openModifyLock } from '../../overlays/modify-lock/open'
import { beginSession, currentSession } from '../../session/session'
import { local } from '../../session/storage'
import { expectAccessible } from '../../testing/axe'
import { fakeApi, json, type Answers } from '../../testing/fake-api'
import { fixture, type Fixture } from '../../testing/fixture'
import { LiveServer } from '../../testing/live-server'
import { expectInOrder, hostile } from '../../testing/reading-order'
import { account, freshSession, giveTokens } from '../../testing/session'
import { StatusSlot } from '../../ui/StatusSlot'
import DashboardPage from './Page'

vi.mock('../../overlays/modify-access/open', () => ({ openModifyAccess: vi.fn() }))
vi.mock('../../overlays/modify-lock/open', () => ({ openModifyLock: vi.fn() }))

const document_ = fixture({ users: 40, locks: 30, groups: 6, links: 300 }, Date.now())
const role = (name: 'installer' | 'user'): Answers => ({
  'GET /user/v1/identities': () =>
    json([{ id: 'user-0366ba845fb5', domain: "other's domain", primary: true, role: name, domain_rights: [] }]),
})

beforeEach(async () => {
  vi.clearAllMocks()
  await freshSession()
  giveTokens()
  await page.viewport(1280, 800)
})

afterEach(async () => {
  document.documentElement.removeAttribute('data-theme')
  await showLanguage('en-GB')
  await page.viewport(1200, 800)
})

let accounts = 0

/** Opens the page of an account that no other test shares a feed with. */
async function open(
  document: Fixture | null = document_,
  answers: Answers = {},
  hold = false,
  slot: HTMLElement | null = null,
): Promise<LiveServer> {
  const server = new LiveServer(document, hold)
  accounts += 1
  const user = { id: `user-${accounts}`, username: 'owner', domain: 'owner', display_name: 'Mette', '2fa': false }
  fakeApi({ ...account, 'GET /user/v1': () => json(user), ...server.answers, ...answers })
  await beginSession()
  await render(
    <I18nProvider locale={i18n.language}>
      <main style={{ height: '100dvh', display: 'flex', flexDirection: 'column' }}>
        <StatusSlot value={slot}>
          <DashboardPage />
        </StatusSlot>
      </main>
    </I18nProvider>,
  )
  return server
}

const grid = () => page.getByRole('grid', { name: 'Access of guests to locks' })
const status = () => page.getByRole('status')
const heads = () =>
  page
    .getByRole('rowheader')
    .elements()
    .map((head) => head.textContent)

describe('loading', () => {
  it('tells how far it has come, then shows people and doors before the access has arrived', async () => {
    const server = await open(document_, {}, true)
    const bar = page.getByRole('progressbar', { name: 'Fetching users and locks' })
    await expect.element(bar).toBeVisible()
    const cut = server.text.indexOf('],"devices":[') + 15
    server.streams[0]?.write(server.text.slice(0, cut))
    await expect.element(grid()).toBeVisible()
    expect(document.querySelectorAll('.cell.waiting').length).toBeGreaterThan(10)
    expect(document.querySelectorAll('.cell.permanent')).toHaveLength(0)
    server.streams[0]?.write(server.text.slice(cut))
    server.streams[0]?.close()
    await vi.waitFor(() => expect(document.querySelectorAll('.cell.permanent').length).toBeGreaterThan(0))
    expect(document.querySelectorAll('.cell.waiting')).toHaveLength(0)
  })

  it('says what happened and what to do when it fails', async () => {
    const server = await open(null)
    await expect.element(page.getByRole('alert')).toHaveTextContent('The users and locks could not be fetched')
    await expectAccessible()
    server.document = document_
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(grid()).toBeVisible()
  })

  it('sends who manages no locks to the mobile app', async () => {
    await open(fixture({ users: 2, locks: 0, groups: 0, links: 0 }, Date.now()))
    await expect.element(page.getByRole('heading', { name: 'No locks found' })).toBeVisible()
    await expect.element(page.getByText('You manage no locks in this domain.')).toBeVisible()
    await expectAccessible()
  })
})

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

  it('opens nothing at the heads of people and of groups, which are no buttons', async () => {
    await open()
    await page.getByRole('rowheader').first().click()
    await page.getByRole('columnheader', { name: 'All flats' }).click()
    expect(openModifyAccess).not.toHaveBeenCalled()
    expect(openModifyLock).not.toHaveBeenCalled()
    expect(page.getByRole('rowheader').getByRole('button').elements()).toHaveLength(0)
    expect(page.getByRole('button', { name: 'All flats' }).elements()).toHaveLength(0)
  })

  it('gives an installer the doors, but no access to change', async () => {
    await open(document_, role('installer'))
    await expect.element(grid()).toBeVisible()
    ;(document.querySelector('.grid .cell') as HTMLElement).click()
    expect(openModifyAccess).not.toHaveBeenCalled()
    expect(document.querySelector('.cell[aria-haspopup]')).toBeNull()
  })

  it('shows a change made elsewhere within a second, without losing its place', async () => {
    const server = await open()
    await vi.waitFor(() => expect(server.feeds).toHaveLength(1))
    const [first] = document_.users
    server.change({ users: [{ ...first, alias: 'AAA first of all' }] })
    await vi.waitFor(() => expect(heads()[0]).toContain('AAA first of all'), { timeout: 1000 })
  })

  it('leaves the words of a cell and of a head in their order whatever names they hold', async () => {
    const [name, group] = [hostile, `${hostile} group`]
    await open({
      ...fixture({ users: 0, locks: 0, groups: 0, links: 0 }, Date.now()),
      users: [user('user-anna', { display_name: name })],
      locks: [lock('lock-street', { name })],
      groups: [userGroup('group-1', ['user-anna'], { name: group })],
      links: [link('group_lock-1', { group_id: 'group-1', lock_id: 'lock-street', link_profile: 'user_allow_remote' })],
    })
    const cell = page.getByRole('gridcell').first()
    await expect.element(cell).toBeVisible()
    expectInOrder(cell.element(), ', remote allowed')
    expectInOrder(page.getByRole('rowheader').first().element(), 'Guest · ')
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
    await vi.waitFor(() => expect(server.feeds).toHaveLength(1))
    const broken = { ...server.answers }
    fakeApi({ ...broken, 'GET /domain/v1/changes': () => json({ error: 'server_error' }, 503) })
    server.breakFeed()
    await expect
      .element(page.getByText('Not connected to the server. You see what was known last.'), { timeout: 5000 })
      .toBeVisible()
    await expect.element(page.getByText('The console tries again by itself.')).toBeVisible()
  })
})

describe('being cut off from the server', () => {
  it('moves nothing: it is said where the frame keeps room for it', async () => {
    const slot = document.createElement('div')
    document.body.append(slot)
    onTestFinished(() => slot.remove())
    const server = await open(document_, {}, false, slot)
    await vi.waitFor(() => expect(server.feeds).toHaveLength(1))
    const before = grid().element().getBoundingClientRect()
    fakeApi({ ...server.answers, 'GET /domain/v1/changes': () => json({ error: 'server_error' }, 503) })
    server.breakFeed()
    await vi.waitFor(() => expect(slot).toHaveTextContent('Not connected to the server.'), { timeout: 5000 })
    expect(grid().element().getBoundingClientRect()).toEqual(before)
  })
})

describe('a domain without locks', () => {
  it('leads its owner to the others they administer', async () => {
    await open({ ...document_, locks: [], groups: [], links: [], conditions: [], devices: [] })
    await expect.element(page.getByText('You manage no locks in this domain.')).toBeVisible()
    await expectAccessible()
    await page.getByRole('list', { name: 'You are also an administrator of:' }).getByRole('button').click()
    expect(currentSession().identity?.domain).toBe('havnegade@flats.dk')
    expect(local.get('domainUserId')).toBe('user-22366ba845fb')
  })
})

describe('the side panel', () => {
  it('hides and shows', async () => {
    await open()
    await page.getByRole('button', { name: 'Hide filters' }).click()
    expect(page.getByRole('complementary').elements()).toHaveLength(0)
    await page.getByRole('button', { name: 'Show filters' }).click()
    await expect.element(page.getByRole('complementary', { name: 'Filters' })).toBeVisible()
  })

  it('filters, remembers that in this browser, and resets', async () => {
    await open()
    expect(heads().join()).toContain('guests')
    await page.getByText('User groups').click()
    await vi.waitFor(() => expect(heads().join()).not.toContain('guests'))
    expect(local.get('filters')).toMatchObject({ ShowUserGroups: false, ShowAdmins: true })
    await page.getByRole('button', { name: 'Reset filters' }).click()
    await vi.waitFor(() => expect(heads().join()).toContain('guests'))
    expect(local.get('filters')).toMatchObject({ ShowUserGroups: true })
  })

  it('begins with the filters that were stored', async () => {
    local.set('filters', { ...allFilters, ShowRegularGuests: false })
    await open()
    await expect.element(page.getByRole('checkbox', { name: 'Guests' })).not.toBeChecked()
    expect(heads().join()).not.toContain('Guest ·')
  })

  it('searches guests and locks, goes back to the first page, and clears', async () => {
    await open()
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(status()).toHaveTextContent(/Guest page 2/)
    await page.getByRole('searchbox', { name: /^Search guests/ }).fill('anna')
    await vi.waitFor(() => expect(heads().every((head) => head.includes('Anna'))).toBe(true))
    await expect.element(status()).toHaveTextContent(/^Guest page 1 of 1 and/)
    await page.getByRole('searchbox', { name: /^Search locks/ }).fill('10:00:00:00:00:03')
    await vi.waitFor(() => expect(page.getByRole('columnheader').elements()).toHaveLength(2))
    await page.getByText('Clear search').click()
    await expect.element(status()).not.toHaveTextContent(/^Guest page 1 of 1 and/)
    await expect.element(page.getByRole('searchbox', { name: /^Search guests/ })).toHaveValue('')
  })

  it('says when nothing is left, and shows everything again', async () => {
    await open()
    await page.getByRole('searchbox', { name: /^Search guests/ }).fill('nobody of this name')
    await expect.element(page.getByRole('heading', { name: 'Nothing to show' })).toBeVisible()
    await expectAccessible()
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect.element(grid()).toBeVisible()
  })

  it('sorts', async () => {
    await open()
    const before = heads()[0]
    await page.getByRole('button', { name: /Order of guests/ }).click()
    await page.getByRole('option', { name: 'Guests by name, Z to A' }).click()
    await vi.waitFor(() => expect(heads()[0]).not.toBe(before))
    await page.getByRole('button', { name: /Order of guests/ }).click()
    await page.getByRole('option', { name: 'Guests, newest first' }).click()
    await vi.waitFor(() => expect(heads()[0]).toContain('Anna Lindqvist'))
  })

  it('leads to any page by its number', async () => {
    await open()
    await page.getByRole('button', { name: /Guest page/ }).click()
    await page.getByRole('option', { name: '3', exact: true }).click()
    await expect.element(status()).toHaveTextContent(/^Guest page 3 of/)
  })
})

describe('a small screen', () => {
  beforeEach(() => page.viewport(390, 844))

  const options = () => [...document.querySelectorAll('option')].map((option) => option.textContent)
  const inside = () => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)

  it.each(['light', 'dark'])("lists one person's doors in full words in %s, with nothing cut", async (theme) => {
    document.documentElement.dataset.theme = theme
    await open()
    await expect.element(page.getByRole('heading', { name: /with access$/ })).toBeVisible()
    expect(document.querySelector('.grid')).toBeNull()
    inside()
    await expectAccessible()
  })

  it("switches to one door's people, and steps through the doors", async () => {
    await open()
    await page.getByText('One lock').click()
    const [first, second] = options()
    await expect.element(page.getByRole('combobox', { name: 'Lock or lock group' })).toHaveDisplayValue(first ?? '')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.element(page.getByRole('combobox')).toHaveDisplayValue(second ?? '')
    inside()
    await expectAccessible()
  })

  it('gives access from the list', async () => {
    await open()
    const more = page.getByRole('button', { name: /without access$/ })
    await more.click()
    await page
      .getByRole('button', { name: /no access$/ })
      .first()
      .click()
    expect(openModifyAccess).toHaveBeenCalledTimes(1)
  })

  it('has filters and orders behind a button', async () => {
    await open()
    await page.getByRole('button', { name: 'Filters' }).click()
    const dialog = page.getByRole('dialog', { name: 'Filters' })
    await expect.element(dialog).toBeVisible()
    await expectAccessible()
    await dialog.getByText('User groups').click()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await vi.waitFor(() => expect(options().some((name) => name === 'Cleaners')).toBe(false))
  })
})

it.each(['da-DK', 'de'] as const)('speaks %s', async (tag) => {
  await showLanguage(tag)
  await open()
  await expect.element(page.getByRole('grid')).toBeVisible()
  expect(document.body.textContent).not.toMatch(/dashboard\.|Guest page/)
  await expectAccessible()
})

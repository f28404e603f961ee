import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { calendar, link, lock, lockGroup, user, userGroup } from '../../testing/example'
import { openModifyAccess } from '../../overlays/modify-access/open'
import { openModifyFilters } from '../../overlays/modify-filters/open'
import { openModifyLockGroup } from '../../overlays/modify-lock-group/open'
import { openModifyUser } from '../../overlays/modify-user/open'
import { expectAccessible } from '../../testing/axe'
import { pressEscape } from '../../testing/press-escape'
import { lineEnds } from '../../testing/reading-order'
import { waitFor } from '../../testing/wait-for'
import { atTheDashboard, empty, open } from './testing'

vi.mock('../../overlays/modify-access/open', () => ({ openModifyAccess: vi.fn() }))
vi.mock('../../overlays/modify-lock-group/open', () => ({ openModifyLockGroup: vi.fn() }))
vi.mock('../../overlays/modify-user/open', () => ({ openModifyUser: vi.fn() }))

atTheDashboard()

describe('a small screen', () => {
  beforeEach(() => page.viewport(390, 844))

  const options = () => [...document.querySelectorAll('option')].map((option) => option.textContent)
  const inside = () => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)

  it.each(['light', 'dark'])("lists one person's doors in full words in %s, with nothing cut", async (theme) => {
    document.documentElement.dataset.theme = theme
    await open()
    await expect.element(page.getByRole('heading', { name: /with access/ })).toBeVisible()
    expect(document.querySelector('.grid')).toBeNull()
    inside()
    await expectAccessible()
  })

  it('begins its first card above the middle, even of a short one', async () => {
    await page.viewport(390, 667)
    await open()
    await expect.element(page.getByRole('searchbox').first()).toBeVisible()
    await expect.element(page.getByRole('searchbox').nth(1)).toBeVisible()
    const card = page.getByRole('listitem').first()
    await expect.element(card).toBeVisible()
    // The bar above the page is 57 px high.
    expect(57 + card.element().getBoundingClientRect().top).toBeLessThan(667 / 2)
  })

  it("switches to one door's people, and steps through the doors", async () => {
    await open()
    await page.getByText('One lock').click()
    const [first, second] = options()
    await expect.element(page.getByRole('combobox', { name: 'Lock or lock group' })).toHaveDisplayValue(first ?? '')
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.element(page.getByRole('combobox')).toHaveDisplayValue(second ?? '')
    const led = page.getByRole('status').filter({ hasText: `${second}, 2 of ${options().length}` })
    await expect.element(led).toBeInTheDocument()
    inside()
    await expectAccessible()
  })

  it('says once by whose clock a lock is told, and of a group that each of its doors has its own', async () => {
    const [london, tokyo] = [
      lock('lock-attic', { name: 'Attic', timezone: 'Europe/London' }),
      lock('lock-gate', { name: 'Gate', timezone: 'Asia/Tokyo' }),
    ]
    const ground = lockGroup('group-ground', [london.id, tokyo.id], { name: 'Ground floor' })
    await open({ ...empty, users: [user('user-anna')], locks: [london, tokyo], groups: [ground] })
    await page.getByText('One lock').click()
    const picker = page.getByRole('combobox', { name: 'Lock or lock group' })
    await userEvent.selectOptions(picker, 'Gate')
    await expect.element(page.getByText('Tokyo time')).toBeVisible()
    expect(page.getByText(/Tokyo/).elements()).toHaveLength(1)
    await userEvent.selectOptions(picker, 'Ground floor')
    await expect.element(page.getByText('2 locks\u00a0·\u00a0each door’s own clock', { exact: true })).toBeVisible()
    inside()
  })

  it('shows the whole ring around the access that has the focus', async () => {
    await open()
    const access = page.getByRole('listitem').getByRole('button').first()
    await expect.element(access).toBeVisible()
    ;(access.element() as HTMLElement).focus({ focusVisible: true })
    const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(access.element())
    expect(outlineStyle).toBe('solid')
    const reach = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
    // Of what is in an item nothing is drawn outside of it.
    const [ring, item] = [
      access.element().getBoundingClientRect(),
      access.element().closest('li')?.getBoundingClientRect(),
    ]
    expect(item?.top).toBeLessThanOrEqual(ring.top - reach)
    expect(item?.left).toBeLessThanOrEqual(ring.left - reach)
    expect(item?.right).toBeGreaterThanOrEqual(ring.right + reach)
    expect(item?.bottom).toBeGreaterThanOrEqual(ring.bottom + reach)
    inside()
  })

  it('breaks an address by its signs and in no word', async () => {
    const mail = 'maximiliane.hohenbergstein-lindqvist@wohnungsverwaltung.kopenhagen-nord.example.org'
    await open({
      ...empty,
      users: [user('user-anna', { display_name: 'Anna', email_address: mail })],
      locks: [lock('lock-attic', { name: 'Attic' })],
      links: [link('lock_user-1', { user_id: 'user-anna', lock_id: 'lock-attic' })],
    })
    const said = page.getByText(`Guest\u00a0·\u00a0${mail}`, { exact: true })
    await expect.element(said).toBeVisible()
    expect(lineEnds(said.element())).toMatch(/^[@.-]+$/)
    await page.getByText('One lock').click()
    const detail = page.getByRole('listitem').getByText(`Guest\u00a0·\u00a0${mail}`, { exact: true })
    await expect.element(detail).toBeVisible()
    expect(lineEnds(detail.element())).toMatch(/^[@.-]+$/)
    inside()
  })

  it('counts who gets in, and names apart whose access has ended', async () => {
    const now = Date.now()
    const iso = (days: number) => new Date(now + days * 86_400_000).toISOString()
    await open({
      ...empty,
      users: ['anna', 'bo', 'cy'].map((name) => user(`user-${name}`, { display_name: name })),
      locks: [lock('lock-attic', { name: 'Attic' })],
      calendars: [
        calendar('calendar-past', { start_time: iso(-9), end_time: iso(-2) }),
        calendar('calendar-future', { start_time: iso(2), end_time: iso(9) }),
      ],
      links: [
        link('lock_user-1', { user_id: 'user-anna', lock_id: 'lock-attic', calendar_id: 'calendar-past' }),
        link('lock_user-2', { user_id: 'user-bo', lock_id: 'lock-attic', calendar_id: 'calendar-future' }),
      ],
    })
    await page.getByText('One lock').click()
    await expect.element(page.getByRole('heading', { name: '1 with access' })).toBeVisible()
    await expect.element(page.getByRole('heading', { name: '1 with ended access' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: '1 without access' })).toBeVisible()
    const lists = page.getByRole('list').elements()
    expect(lists.map((list) => /anna|bo|cy/.exec(list.textContent)?.[0])).toEqual(['bo', 'anna'])
  })

  it('says of what a search has found that there is no access, and of the whole domain only where all is shown', async () => {
    await open({
      ...empty,
      users: ['anna', 'bo'].map((name) => user(`user-${name}`, { display_name: name })),
      locks: [lock('lock-attic', { name: 'Attic' }), lock('lock-cellar', { name: 'Cellar' })],
      links: [link('lock_user-1', { user_id: 'user-anna', lock_id: 'lock-attic' })],
    })
    const doors = page.getByRole('searchbox', { name: /^Search locks/ })
    await expect.element(page.getByRole('combobox')).toHaveDisplayValue('anna')
    await doors.fill('Cellar')
    await expect.element(page.getByText('No access to any of the locks shown.')).toBeVisible()
    await doors.clear()
    await page.getByRole('combobox').selectOptions('bo')
    await expect.element(page.getByText('No access to any lock.', { exact: true })).toBeVisible()

    await page.getByText('One lock').click()
    await page.getByRole('searchbox', { name: /^Search guests/ }).fill('bo')
    await expect.element(page.getByText('None of those shown has access here.')).toBeVisible()
    await page.getByRole('searchbox', { name: /^Search guests/ }).clear()
    await page.getByRole('combobox').selectOptions('Cellar')
    await expect.element(page.getByText('Nobody has access here.', { exact: true })).toBeVisible()
  })

  it('counts groups apart from the people that the lock counts', async () => {
    await open({
      ...empty,
      users: ['anna', 'bo'].map((name) => user(`user-${name}`, { display_name: name })),
      locks: [lock('lock-attic', { name: 'Attic' })],
      groups: [userGroup('group-band', ['user-anna'], { name: 'The band' })],
      links: [link('group_lock-1', { group_id: 'group-band', lock_id: 'lock-attic' })],
    })
    await page.getByText('One lock').click()
    await expect.element(page.getByRole('heading', { name: '1 with access, and 1 group' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: '1 without access' })).toBeVisible()
  })

  it('keeps whom it shows when somebody comes who sorts before them', async () => {
    const server = await open({
      ...empty,
      users: [user('user-bo', { display_name: 'Bo' })],
      locks: [lock('lock-cellar', { name: 'Cellar' })],
    })
    await expect.element(page.getByRole('combobox')).toHaveDisplayValue('Bo')
    await waitFor(() => expect(server.feeds).toHaveLength(1))
    const [anna, attic] = [user('user-anna', { display_name: 'Anna' }), lock('lock-attic', { name: 'Attic' })]
    server.change({ users: [anna], locks: [attic] })
    await waitFor(() => expect(options()).toEqual(['Anna', 'Bo']))
    await expect.element(page.getByRole('combobox')).toHaveDisplayValue('Bo')
    await page.getByText('One lock').click()
    await expect.element(page.getByRole('combobox')).toHaveDisplayValue('Cellar')
  })

  it('opens the overlay of the person whose doors are shown', async () => {
    await open()
    await page.getByRole('button', { name: 'Guest details' }).click()
    expect(openModifyUser).toHaveBeenCalledExactlyOnceWith({ user: expect.stringMatching(/^user-/) as string })
  })

  it('gives access from the list', async () => {
    await open()
    const more = page.getByRole('button', { name: /without access/ })
    await more.click()
    await page
      .getByRole('button', { name: /no access$/ })
      .first()
      .click()
    expect(openModifyAccess).toHaveBeenCalledTimes(1)
  })

  it('opens a lock group from the list', async () => {
    await open()
    await page.getByText('One lock').click()
    await userEvent.selectOptions(page.getByRole('combobox'), 'All flats')
    await page.getByRole('button', { name: 'Group details' }).click()
    expect(openModifyLockGroup).toHaveBeenCalledTimes(1)
  })

  it('follows the filters and orders of the overlay', async () => {
    await open()
    openModifyFilters({})
    const dialog = page.getByRole('dialog', { name: 'Filters' })
    await expect.element(dialog).toBeVisible()
    await expectAccessible()
    await dialog.getByText('User groups').click()
    await pressEscape()
    await waitFor(() => expect(options().some((name) => name === 'Cleaners')).toBe(false))
  })
})

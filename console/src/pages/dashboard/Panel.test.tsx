import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { allFilters } from '../../model/grid'
import { link, lock, user, userGroup } from '../../testing/example'
import { local } from '../../session/storage'
import { expectAccessible } from '../../testing/axe'
import { waitFor } from '../../testing/wait-for'
import { atTheDashboard, empty, grid, heads, open, status } from './testing'

atTheDashboard()

describe('the side panel', () => {
  it('hides and shows', async () => {
    await open()
    await page.getByRole('button', { name: 'Hide filters' }).click()
    expect(page.getByRole('complementary').elements()).toHaveLength(0)
    await page.getByRole('button', { name: 'Show filters' }).click()
    await expect.element(page.getByRole('complementary', { name: 'Filters' })).toBeVisible()
  })

  it('leaves the pages true when it is hidden and shown again', async () => {
    await page.viewport(1440, 900)
    const names = Array.from({ length: 11 }, (_, index) => `${String.fromCharCode(65 + index)}door`)
    await open({
      ...empty,
      users: [user('user-anna')],
      locks: names.map((name) => lock(`lock-${name}`, { name })),
      links: [link('lock_user-1', { user_id: 'user-anna', lock_id: 'lock-Adoor' })],
    })
    const button = (name: string) => page.getByRole('button', { name })
    const columns = () => Number.parseFloat((grid().element() as HTMLElement).style.getPropertyValue('--column'))
    const ranges = async () => {
      await button('Lock page').click()
      const found = page
        .getByRole('option')
        .elements()
        .map((option) => option.textContent)
      await userEvent.keyboard('{Escape}')
      return found
    }
    await expect.element(status()).toHaveTextContent(/lock page 1 of 2$/)
    const before = columns()
    await button('Next locks').click()
    await expect.element(status()).toHaveTextContent(/lock page 2 of 2$/)
    const pages = await ranges()
    await button('Hide filters').click()
    await waitFor(() => expect(columns()).not.toBe(before))
    await button('Show filters').click()
    await waitFor(() => expect(columns()).toBe(before))
    await expect.element(status()).toHaveTextContent(/lock page 2 of 2$/)
    expect(await ranges()).toEqual(pages)
    await expect.element(button('Next locks')).toBeDisabled()
    await expect.element(button('Previous locks')).toBeEnabled()
  })

  it('filters, remembers that in this browser, and resets', async () => {
    await open()
    expect(heads().join()).toContain('guests')
    await page.getByText('User groups').click()
    await waitFor(() => expect(heads().join()).not.toContain('guests'))
    expect(local.get('filters')).toMatchObject({ ShowUserGroups: false, ShowAdmins: true })
    await page.getByRole('button', { name: 'Reset filters' }).click()
    await waitFor(() => expect(heads().join()).toContain('guests'))
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
    await waitFor(() => expect(heads().every((head) => head.includes('Anna'))).toBe(true))
    await expect.element(status()).toHaveTextContent(/^Guest page 1 of 1 and/)
    await page.getByRole('searchbox', { name: /^Search locks/ }).fill('10:00:00:00:00:03')
    await waitFor(() => expect(page.getByRole('columnheader').elements()).toHaveLength(2))
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
    await waitFor(() => expect(heads()[0]).not.toBe(before))
    await page.getByRole('button', { name: /Order of guests/ }).click()
    await page.getByRole('option', { name: 'Guests, newest first' }).click()
    await waitFor(() => expect(heads()[0]).toContain('Anna Lindqvist'))
  })

  it('leads to any page by its number, and names where each begins and ends', async () => {
    await open()
    const last = heads().length
    await page.getByRole('button', { name: /Guest page/ }).click()
    expect(last).toBeGreaterThan(1)
    for (const button of page.getByRole('button', { name: /Guest page|Lock page/ }).elements()) {
      const words = button.querySelector('[title]')
      expect(words?.scrollHeight, words?.textContent).toBeLessThanOrEqual(words?.clientHeight ?? 0)
      expect(words?.scrollWidth, words?.textContent).toBeLessThanOrEqual(words?.clientWidth ?? 0)
      expect(words?.getAttribute('title')).toBe(words?.textContent)
    }
    await page.getByRole('option', { name: /^\W?3\W?: .+ – .+$/ }).click()
    await expect.element(status()).toHaveTextContent(/^Guest page 3 of/)
    await expect.element(page.getByRole('button', { name: /Guest page/ })).toHaveTextContent(/3.*–/)
  })

  it('names what is on the screen, and leads wherever more lies, on a last page that shows some of the one before', async () => {
    const names = Array.from({ length: 13 }, (_, index) => `${String.fromCharCode(65 + index)}name`)
    const server = await open({
      ...empty,
      users: names.map((name, index) => user(`user-${index}`, { display_name: name })),
      locks: [lock('lock-attic', { name: 'Attic' })],
      links: [link('lock_user-1', { user_id: 'user-0', lock_id: 'lock-attic' })],
    })
    const inSight = () => {
      const { top, bottom } = grid().element().getBoundingClientRect()
      return page
        .getByRole('rowheader')
        .elements()
        .filter((head) => {
          const box = head.getBoundingClientRect()
          return box.top >= top + 58 && box.bottom <= bottom
        })
        .map((head) => head.querySelector('b')?.textContent)
        .sort()
    }
    const button = (name: string) => page.getByRole('button', { name })
    const picker = () => button('Guest page').element().textContent
    const expectLabel = (number: number) =>
      waitFor(() => expect(picker()).toContain(`${number}: ${inSight().at(0)} – ${inSight().at(-1)}`))
    await expect.element(status()).toHaveTextContent(/^Guest page 1 of 2 /)
    await expectLabel(1)
    await button('Next guests').click()
    await expect.element(status()).toHaveTextContent(/^Guest page 2 of 2 /)
    await expect.element(button('Next guests')).toBeDisabled()
    await expectLabel(2)
    expect(inSight().at(-1)).toBe('Mname')
    await waitFor(() => expect(server.feeds).toHaveLength(1))
    server.change({ groups: [userGroup('group-z', [], { name: 'Zgroup' })] })
    // Somebody who comes below takes nobody away from the screen.
    await expect.element(button('Next guests')).toBeEnabled()
    await expect.element(button('Previous guests')).toBeEnabled()
    expect(inSight().at(-1)).toBe('Mname')
    await expectLabel(1)
    await button('Previous guests').click()
    await expect.element(button('Previous guests')).toBeDisabled()
    await expectLabel(1)
    expect(inSight().at(0)).toBe('Aname')
  })

  it('leaves, of one person searched for, only the locks that they have access to, and the mirror of it', async () => {
    await open({
      ...empty,
      users: ['anna', 'bo'].map((name) => user(`user-${name}`, { display_name: name })),
      locks: ['Attic', 'Cellar'].map((name) => lock(`lock-${name}`, { name })),
      links: [link('lock_user-1', { user_id: 'user-anna', lock_id: 'lock-Attic' })],
    })
    const columns = () => page.getByRole('columnheader').elements().length - 1
    const people = page.getByRole('searchbox', { name: /^Search guests/ })
    const locks = page.getByRole('searchbox', { name: /^Search locks/ })
    const only = (what: string) => page.getByRole('checkbox', { name: `Only ${what} with access` })
    await expect.element(grid()).toBeVisible()
    expect(page.getByRole('checkbox', { name: /with access$/ }).query()).toBeNull()
    await people.fill('anna')
    await expect.element(only('locks')).toBeChecked()
    await waitFor(() => expect(columns()).toBe(1))
    await page.getByText('Only locks with access').click()
    await waitFor(() => expect(columns()).toBe(2))
    await page.getByText('Only locks with access').click()
    await people.clear()
    await locks.fill('attic')
    await expect.element(only('guests')).toBeChecked()
    await waitFor(() => expect(heads()).toHaveLength(1))
    // Both are named: what stands between them is what is asked for, also where that is nothing yet.
    await people.fill('bo')
    await waitFor(() => expect(heads().join()).toContain('bo'))
    expect(columns()).toBe(1)
    expect(page.getByRole('checkbox', { name: /with access$/ }).query()).toBeNull()
    // Who has none anywhere can be given some.
    await locks.clear()
    await waitFor(() => expect(columns()).toBe(2))
  })
})

describe('the slash', () => {
  const first = () => page.getByRole('searchbox').first()

  it('leads to the search, and into a field it is a letter', async () => {
    await open()
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('/')
    await expect.element(first()).toHaveFocus()
    await expect.element(first()).toHaveValue('')
    await userEvent.keyboard('2/3')
    await expect.element(first()).toHaveValue('2/3')
  })

  it('brings the search onto the screen where it is hidden', async () => {
    await open()
    await page.getByRole('button', { name: 'Hide filters' }).click()
    await userEvent.keyboard('/')
    await expect.element(first()).toHaveFocus()
  })

  it('opens the filters for it where there is no room for a panel', async () => {
    await page.viewport(800, 800)
    await open()
    await expect.element(grid()).toBeVisible()
    await userEvent.keyboard('/')
    await expect.element(page.getByRole('dialog').getByRole('searchbox').first()).toHaveFocus()
  })
})

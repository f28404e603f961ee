import { demo, expect, test } from './fixtures'
import { House } from './house'
import { available, joined, entry, openLock } from './lock-overlay'

const door = 'Laundry'

test.describe('the groups of a lock', () => {
  let house: House

  test.beforeEach(async ({ playwright, baseURL }) => {
    house = await House.enter(await playwright.request.newContext(), baseURL ?? '')
    await house.leaveGroups(door)
  })

  test.afterAll(() => house.leaveGroups(door))

  test('a door joins a group and leaves it, and the dashboard follows', async ({ visit }) => {
    const page = await visit(demo.owner)
    const searchLocks = page.getByRole('searchbox', { name: 'Search locks by name or serial number' })
    const group = page.getByRole('columnheader', { name: /^Ground floor/ })
    await searchLocks.fill('Ground floor')
    await expect(group).toContainText('3 locks')

    let overlay = await openLock(page, door, 'Groups (0)')
    await entry(available(overlay), 'Ground floor').click()
    await expect(entry(joined(overlay), 'Ground floor')).toBeVisible()
    await overlay.getByRole('button', { name: 'Save' }).click()
    await expect(overlay).toBeHidden()
    await searchLocks.fill('Ground floor')
    await expect(group).toContainText('4 locks')

    overlay = await openLock(page, door, 'Groups (1)')
    await overlay.getByRole('button', { name: 'Remove all' }).click()
    await overlay.getByRole('button', { name: 'Save' }).click()
    await expect(overlay).toBeHidden()
    await searchLocks.fill('Ground floor')
    await expect(group).toContainText('3 locks')
  })

  test('two people who change them at once undo nothing of each other', async ({ visit }) => {
    const overlay = await openLock(await visit(demo.owner), door, 'Groups (0)')
    await entry(available(overlay), 'Ground floor').click()
    await house.joinGroup('All flats', door)
    await expect(entry(joined(overlay), 'All flats')).toBeVisible()
    await overlay.getByRole('button', { name: 'Save' }).click()
    await expect(overlay).toBeHidden()
    expect(await house.groupsOf(door)).toEqual(['All flats', 'Ground floor'])
  })

  test('a lock older than V3 is refused where somebody has recurring access, in words', async ({ visit }) => {
    const overlay = await openLock(await visit(demo.owner), 'Summer house', 'Groups (0)')
    await entry(available(overlay), 'Ground floor').click()
    await overlay.getByRole('button', { name: 'Save' }).click()
    const alert = overlay.getByRole('alert')
    await expect(
      alert.getByText('Summer house cannot be in the group Ground floor, because someone has recurring access to it.'),
    ).toBeVisible()
    await expect(alert.getByText('Locks older than V3 do not support recurring access.')).toBeVisible()
    await entry(joined(overlay), 'Ground floor').click()
    await expect(overlay.getByRole('button', { name: 'Save' })).toBeDisabled()
  })
})

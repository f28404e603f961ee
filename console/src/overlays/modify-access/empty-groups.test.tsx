import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { lockGroup, userGroup } from '../../testing/example'
import { expectAccessible } from '../../testing/axe'
import { atTheDoor, choose, house, open } from './testing'

atTheDoor()

/** The house, with a lock group and a user group that have nobody and nothing in them. */
function withEmptyGroups() {
  const domain = house()
  domain.apply({
    entries: {
      groups: [
        lockGroup('group-flats', [], { name: 'All flats' }),
        userGroup('group-friends', [], { name: 'Friends' }),
      ],
    },
    removed: [],
  })
  return domain
}

const said = () => page.getByText(/^After Save:/)

describe('access of groups that are empty', () => {
  it('to no locks promises no opening, and says nothing of bridges', async () => {
    await open({ domain: withEmptyGroups(), column: 'group-flats' })
    await expect
      .element(said())
      .toHaveTextContent(
        'After Save: All flats has no locks yet, so Anna Lindqvist can open nothing with this access until it has some.',
      )
    await expect.element(page.getByText(/^No locks yet, so UTC counts\s·\snow 13:02 UTC$/)).toBeVisible()
    await expect.element(page.getByRole('switch', { name: 'Remote operation' })).toBeDisabled()
    await expect.element(page.getByText('The group has no locks yet that could be operated remotely.')).toBeVisible()
    expect(page.getByText(/bridge/).query()).toBeNull()
    await choose('Permanent')
    await expect.element(said()).toHaveTextContent('All flats has no locks yet')
    await expectAccessible()
  })

  it('of nobody lets nobody open anything yet', async () => {
    await open({ domain: withEmptyGroups(), row: 'group-friends' })
    await expect
      .element(said())
      .toHaveTextContent(
        'After Save: Friends has nobody in it yet, so nobody can open Street door with this access until it has.',
      )
  })

  it('of nobody to no locks says both', async () => {
    await open({ domain: withEmptyGroups(), row: 'group-friends', column: 'group-flats' })
    await expect
      .element(said())
      .toHaveTextContent(
        'After Save: Friends has nobody in it yet and All flats has no locks, so nobody can open anything with this access until both have some.',
      )
  })
})

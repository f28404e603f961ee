import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showLanguage } from '../../i18n/i18n'
import { calendar, link, lock, userGroup } from '../../testing/example'
import { expectAccessible } from '../../testing/axe'
import type { Answers } from '../../testing/fake-api'
import { signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import { openOverlays } from '../registry'
import { alert, button, now, open, people, refused, save, tab } from './testing'

vi.mock('../viewer-zone', () => ({ viewerZone: () => 'Asia/Tokyo' }))

signedIn(now)

const available = page.getByRole('listbox', { name: 'Available groups' })
const joined = page.getByRole('listbox', { name: 'Groups the guest belongs to' })
const lines = (list: typeof available) =>
  Array.from(list.element().querySelectorAll('[data-key]'), (line) => line.textContent)

describe('Groups', () => {
  it('are those of users, and are counted', async () => {
    await open()
    await userEvent.click(tab('Groups (1)'))
    await expect.poll(() => [lines(available), lines(joined)]).toEqual([['Holiday guests'], ['Cleaners']])
    await expect.element(save).toBeDisabled()
    await expectAccessible()
  })

  it('say which doors they open and close to somebody before anything is saved', async () => {
    const { sent } = await open()
    await userEvent.click(tab(/^Groups/))
    await userEvent.click(joined.getByRole('option', { name: 'Cleaners' }))
    await expect.element(page.getByText('Loses access to 1 door: Gate.')).toBeVisible()
    await userEvent.click(available.getByRole('option', { name: 'Cleaners' }))
    await expect.poll(() => page.getByText(/access to 1 door/).query()).toBeNull()
    await userEvent.click(available.getByRole('option', { name: 'Holiday guests' }))
    await expect.element(page.getByText('Access to doors stays as it is.')).toBeVisible()
    await expectAccessible()
    expect(sent()).toEqual([])
  })

  it('say so when they open a door to somebody who had none there', async () => {
    await open({ id: 'user-bo' })
    await userEvent.click(tab(/^Groups/))
    await userEvent.click(available.getByRole('option', { name: 'Cleaners' }))
    await expect.element(page.getByText('Gains access to 1 door: Gate.')).toBeVisible()
  })

  it('are joined before others are left, and a step that fails is tried again by Save', async () => {
    const { sent, close } = await open({ answers: [refused({}, 200), refused({ error: 'server_error' })] })
    await userEvent.click(tab(/^Groups/))
    await userEvent.click(available.getByRole('option', { name: 'Holiday guests' }))
    await userEvent.click(joined.getByRole('option', { name: 'Cleaners' }))
    const warning = page.getByRole('alertdialog', { name: 'This takes access away' })
    await userEvent.click(save)
    await expect.element(warning).toHaveTextContent(/Loses access to 1 door: Gate\./)
    expect(sent()).toEqual([])
    await userEvent.click(warning.getByRole('button', { name: 'Save' }))
    await expect
      .element(alert)
      .toHaveTextContent('Failed to disconnect Anna Lindqvist from Cleaners. Press Save to try again.')
    await userEvent.click(save)
    await userEvent.click(warning.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual(['POST group-holiday', 'DELETE group-cleaners', 'DELETE group-cleaners'])
  })

  it('that someone else changes meanwhile are changed by both', async () => {
    const { shown, sent } = await open()
    await userEvent.click(tab(/^Groups/))
    await userEvent.click(available.getByRole('option', { name: 'Holiday guests' }))
    shown.apply({ entries: { groups: [userGroup('group-cleaners', [], { name: 'Cleaners' })] }, removed: [] })
    await expect.poll(() => [lines(available), lines(joined)]).toEqual([['Cleaners'], ['Holiday guests']])
    await userEvent.click(save)
    await waitFor(() => expect(sent()).toEqual(['POST group-holiday']))
  })
})

describe('Access to locks', () => {
  it('counts and names every lock that somebody reaches, through what and until when', async () => {
    await open()
    await userEvent.click(tab('Access to locks (2)'))
    const entries = page.getByRole('listitem')
    await expect.element(entries.nth(0)).toHaveTextContent('Gateserial of lock-gateAlwaysvia Cleaners → Ground floor')
    await expect.element(entries.nth(1)).toHaveTextContent('Street doorHavnegade 1Until 1 Dec, 11:00')
    const reached = page.getByRole('list').first().getByRole('listitem')
    expect(reached.elements()).toHaveLength(2)
    expect(save.query()).toBeNull()
    await expectAccessible()
  })

  it('names the clock of the doors once above, where all of its times are by that one', async () => {
    await open()
    await userEvent.click(tab(/^Access to locks/))
    await expect.element(page.getByText('Copenhagen time')).toBeVisible()
    expect(page.getByText(/ time$/).elements()).toHaveLength(1)
    await expect.element(page.getByRole('listitem').first()).not.toHaveTextContent(/ time/)
  })

  it('names it beside each door that has another than who looks, where they have several', async () => {
    const domain = people()
    domain.put('locks', [
      lock('lock-roof', { name: 'Roof', timezone: 'Asia/Tokyo' }),
      lock('lock-gate', { name: 'Gate', timezone: 'Europe/London' }),
    ])
    domain.put('calendars', [calendar('calendar-3', { end_time: '2026-12-02T10:00:00Z' })])
    const roof = { user_id: 'user-anna', lock_id: 'lock-roof', calendar_id: 'calendar-3' }
    domain.put('links', [link('lock_user-3', roof)])
    await open({ domain })
    await userEvent.click(tab('Access to locks (3)'))
    const line = (name: string) => page.getByRole('listitem').filter({ hasText: name })
    await expect.element(line('Street door')).toHaveTextContent('Havnegade 1Copenhagen timeUntil 1 Dec, 11:00')
    await expect.element(line('Roof')).toHaveTextContent('serial of lock-roofUntil 2 Dec, 19:00')
    // No time is told of it.
    await expect.element(line('Gate')).not.toHaveTextContent(/London/)
    await expect.element(line('Old shed')).toHaveTextContent('Copenhagen timeEnded 3 Nov')
    await expectAccessible()
  })

  it('opens the access to each', async () => {
    await open()
    await userEvent.click(tab(/^Access to locks/))
    await userEvent.click(page.getByRole('button', { name: /Street door/ }))
    expect(openOverlays().map(({ action, place }) => [action, place?.ids])).toEqual([
      ['modify-access', ['user-anna', 'lock-street']],
    ])
  })

  it('that has ended stands below, to be extended or removed where it was given', async () => {
    await open()
    await userEvent.click(tab(/^Access to locks/))
    const ended = page.getByRole('region', { name: 'Ended access (1)' })
    await expect.element(ended).toHaveTextContent('Press one to extend it or to remove it.')
    await expect.element(ended.getByRole('listitem')).toHaveTextContent('Old shedserial of lock-oldEnded 3 Nov')
    await userEvent.click(ended.getByRole('button', { name: /Old shed/ }))
    expect(openOverlays().map(({ place }) => place?.ids)).toEqual([['user-anna', 'lock-old']])
  })

  it('that has ended for a group leads to the access of the group', async () => {
    const domain = people()
    domain.put('links', [
      link('group_group-1', { group_id: 'group-cleaners', other_group_id: 'group-ground', calendar_id: 'calendar-2' }),
    ])
    await open({ domain })
    await userEvent.click(tab('Access to locks (1)'))
    await userEvent.click(page.getByRole('button', { name: /^Gate.*via Cleaners → Ground floor/ }))
    expect(openOverlays().map(({ place }) => place?.ids)).toEqual([['group-cleaners', 'group-ground']])
  })

  it('says when there is none', async () => {
    await open({ id: 'user-bo' })
    await userEvent.click(tab('Access to locks (0)'))
    await expect.element(page.getByText('No access to any lock')).toBeVisible()
  })
})

describe('Access log', () => {
  const entry = { lock: 'lock-street', lockname: 'Old name', user: null, user_id: 'user-anna', username: 'anna:phone' }
  const logs: Answers = {
    'GET /log/v1/user/user-anna': () =>
      Response.json(
        [
          { ...entry, timestamp: '2026-11-20T13:02:30Z', operation: 'bridgeUnlocked' },
          { ...entry, lock: 'lock-gone', timestamp: '2026-11-20T12:02:30Z', operation: 'locked' },
        ],
        { headers: { 'x-pages': '1' } },
      ),
  }
  const log = page.getByRole('list', { name: 'Access log' })

  it('names the doors, each by its own clock', async () => {
    await open({ logs })
    await userEvent.click(tab('Access log'))
    await expect
      .element(log)
      .toHaveTextContent('Street doorUnlocked through the bridgeCopenhagen time20 Nov 2026, 14:02:30')
    await expect.element(log).toHaveTextContent('Old nameLockedUTC20 Nov 2026, 12:02:30')
    expect(save.query()).toBeNull()
    await expect.element(button('Close').first()).toBeVisible()
    await expectAccessible()
  })

  it('grows when one of their doors has told something', async () => {
    const { shown, calls } = await open({ logs })
    await userEvent.click(tab('Access log'))
    await expect.element(log).toBeVisible()
    const told = { lock_id: 'lock-street', state: 'Unlocked' as const, battery_level: 63, bridge: 'online' as const }
    const at = '2026-11-20T13:02:00+00:00'
    shown.apply({ entries: { conditions: [{ ...told, at, bridge_since: null }] }, removed: [] })
    await waitFor(() => expect(calls.filter(({ path }) => path.startsWith('/log/'))).toHaveLength(2))
  })
})

describe.each([
  ['da-DK', 'Adgang til låse (2)'],
  ['de', 'Zugang zu Schlössern (2)'],
] as const)('in %s', (tag, title) => {
  it('the overlay speaks the language', async () => {
    await showLanguage(tag)
    await open()
    await expect.element(tab(title)).toBeVisible()
  })
})

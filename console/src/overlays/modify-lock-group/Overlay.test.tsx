import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showLanguage } from '../../i18n/i18n'
import { domainOf, link, lock, lockGroup, user, userGroup } from '../../testing/example'
import { beginSession } from '../../session/session'
import { expectAccessible } from '../../testing/axe'
import { fakeApi, json, type Answers } from '../../testing/fake-api'
import { showDomain } from '../../testing/live-domain'
import { renderOverlay } from '../../testing/render-overlay'
import { account, signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import { openModifyAccess } from '../modify-access/open'
import ModifyLockGroup from './Overlay'

vi.mock('../viewer-zone', () => ({ viewerZone: () => 'Asia/Tokyo' }))
vi.mock('../modify-access/open', () => ({ openModifyAccess: vi.fn() }))

const now = Date.parse('2026-11-20T13:02:30Z')
const group = 'group-ground'

signedIn(now)
beforeEach(() => vi.clearAllMocks())

const ground = (...locks: string[]) => lockGroup(group, locks, { name: 'Ground floor' })
const door = (id: string, name: string, serial: string, timezone = 'Europe/Copenhagen') =>
  lock(id, { name, timezone, afi: { serial_number: serial, device_type: 'danalockv3', name, timezone } })

/** Bo may open the group's locks as a cleaner, Anna by herself; Cem has a key to the cellar and none to the group. */
function house(more: ReturnType<typeof lock>[] = []) {
  return domainOf({
    users: ['Anna', 'Bo', 'Cem'].map((name) => user(`user-${name.toLowerCase()}`, { display_name: name })),
    locks: [
      door('lock-street', 'Street door', '10:aa'),
      door('lock-cellar', 'Cellar', '10:bb', 'America/New_York'),
      door('lock-roof', 'Roof', '10:cc'),
      ...more,
    ],
    groups: [
      userGroup('group-cleaners', ['user-bo'], { name: 'Cleaners' }),
      ground('lock-street', 'lock-roof'),
      lockGroup('group-all', [], { name: 'All' }),
    ],
    links: [
      link('group_user-1', { user_id: 'user-anna', group_id: group }),
      link('group_group-1', { group_id: 'group-cleaners', other_group_id: group }),
      link('lock_user-1', { user_id: 'user-anna', lock_id: 'lock-cellar' }),
      link('lock_user-2', { user_id: 'user-cem', lock_id: 'lock-cellar' }),
    ],
  })
}

async function open({ domain = house(), id = group, answers = {}, role = 'administrator' } = {}) {
  const shown = showDomain(domain)
  const done: Answers = { [`PATCH /groups/v1/${group}`]: () => json({}) }
  done[`DELETE /groups/v1/${group}`] = () => new Response(null, { status: 204 })
  for (const lock of domain.locks.keys()) {
    done[`POST /groups/v1/${group}/locks/${lock}`] = () => json({})
    done[`DELETE /groups/v1/${group}/locks/${lock}`] = () => json({})
  }
  const identities = [{ id: 'user-0366ba845fb5', domain: 'Home', primary: true, role, domain_rights: [] }]
  const calls = fakeApi({ ...account, 'GET /user/v1/identities': () => json(identities), ...done, ...answers })
  await beginSession()
  const close = vi.fn()
  await renderOverlay(<ModifyLockGroup group={id} close={close} />)
  const sent = () =>
    calls
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path.replace(`/groups/v1/${group}`, '').replace('/locks/', '')}`.trim())
  return { calls, sent, close, shown }
}

const tab = (name: string | RegExp) => page.getByRole('tab', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const name = page.getByRole('textbox', { name: 'Name' })
const available = page.getByRole('listbox', { name: 'Available locks' })
const selected = page.getByRole('listbox', { name: 'Locks in the group' })
const search = page.getByRole('searchbox', { name: 'Search locks by name or serial number' })
const lines = (list: typeof available) =>
  Array.from(list.element().querySelectorAll('[data-key]'), (line) => line.textContent)
const warning = page.getByRole('alertdialog', { name: 'This takes access away' })

async function expectLists(ours: string[], theirs: string[]) {
  await expect.poll(() => [lines(available), lines(selected)]).toEqual([ours, theirs])
}

describe('a lock group', () => {
  it('says in its head that its doors have several clocks', async () => {
    const domain = house()
    domain.put('groups', [ground('lock-street', 'lock-cellar')])
    await open({ domain })
    await expect.element(page.getByText('2 locks · each door’s own clock')).toBeVisible()
  })

  it('is renamed', async () => {
    const { calls, close } = await open()
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('Ground floor')
    await expect.element(page.getByText('2 locks · Copenhagen time')).toBeVisible()
    await expect.element(button('Save')).toBeDisabled()
    await expectAccessible()
    await userEvent.clear(name)
    await expect.element(name).toHaveAccessibleDescription('Please fill in this field.')
    await userEvent.fill(name, ' Ground level ')
    await userEvent.click(button('Save'))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(calls.at(-1)).toMatchObject({ method: 'PATCH', body: '{"name":"Ground level"}' })
  })

  it('says at the field what the server refuses', async () => {
    const errors = { name: [{ error_code: 'control_character', error_message: 'no' }] }
    await open({ answers: { [`PATCH /groups/v1/${group}`]: () => json({ error: 'validation_failed', errors }, 422) } })
    await userEvent.fill(name, 'New')
    await userEvent.click(button('Save'))
    await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to rename Ground floor.')
    await expect.element(name).toHaveAccessibleDescription('This holds characters that cannot be seen.')
  })

  it('is for administrators', async () => {
    await open({ role: 'installer' })
    await expect.element(page.getByText('You may not do this in this domain.')).toBeVisible()
  })

  it.each(['group-gone', 'group-cleaners'])('is not %s', async (id) => {
    await open({ id })
    await expect.element(page.getByText('This lock group is no longer in the domain.')).toBeVisible()
  })
})

describe('removing it', () => {
  it('takes a second press, after it was said who loses access', async () => {
    const { sent, close } = await open()
    await userEvent.click(button('Remove group'))
    const alert = page.getByRole('alert')
    await expect.element(alert).toHaveTextContent('2 people lose access: Anna and Bo.')
    await expect.element(alert).toHaveTextContent('Ground floor is removed')
    await expectAccessible()
    expect(sent()).toEqual([])
    await userEvent.click(button('Confirm: remove group'))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual(['DELETE'])
  })

  it('is offered where it is named, and a tab between takes the question back', async () => {
    await open()
    await userEvent.click(button('Remove group'))
    await userEvent.click(tab(/^Locks/))
    expect(button('Remove group').query()).toBeNull()
    expect(button('Confirm: remove group').query()).toBeNull()
    await userEvent.click(tab('General'))
    await userEvent.fill(name, 'Other')
    await userEvent.click(button('Remove group'))
    await userEvent.fill(name, 'Another')
    await expect.element(button('Remove group')).toBeVisible()
  })

  it('is no surprise when the news of it is faster than the answer', async () => {
    let answerNow = (_: Response) => {}
    const { shown, close } = await open({
      answers: { [`DELETE /groups/v1/${group}`]: () => new Promise<Response>((resolve) => (answerNow = resolve)) },
    })
    await userEvent.click(button('Remove group'))
    await userEvent.click(button('Confirm: remove group'))
    await expect.element(button('Removing')).toBeVisible()
    shown.apply({ entries: {}, removed: [group] })
    await expect.element(button('Removing')).toBeVisible()
    expect(page.getByRole('alertdialog').query()).toBeNull()
    answerNow(new Response(null, { status: 204 }))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
  })

  it('says that it failed and stays', async () => {
    const { close } = await open({
      answers: { [`DELETE /groups/v1/${group}`]: () => json({ error: 'server_error' }, 500) },
    })
    await userEvent.click(button('Remove group'))
    await userEvent.click(button('Confirm: remove group'))
    await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to remove Ground floor.')
    expect(close).not.toHaveBeenCalled()
  })
})

describe('its locks', () => {
  it('are found by name and by serial number, and all that are found are moved', async () => {
    const { sent, close } = await open()
    await userEvent.click(tab('Locks (2)'))
    await expectLists(['Cellar10:bb'], ['Roof10:cc', 'Street door10:aa'])
    await userEvent.fill(search, 'STREET')
    await expectLists([], ['Street door10:aa'])
    await userEvent.fill(search, '10:BB')
    await expectLists(['Cellar10:bb'], [])
    await expect.element(selected).toHaveTextContent('No lock has this name or serial number')
    await userEvent.click(button('Add all found'))
    await expect.element(tab('Locks (3)')).toBeVisible()
    await expect.element(page.getByText('Cellar was added.')).toBeInTheDocument()
    await expectAccessible()
    await userEvent.click(button('Save'))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual(['POST lock-cellar'])
  })

  it('tell who gains access, and whoever has it already is not counted', async () => {
    await open()
    await userEvent.click(tab('Locks (2)'))
    await userEvent.click(available.getByRole('option', { name: /^Cellar/ }))
    await expect.element(page.getByText('1 person gains access: Bo.')).toBeVisible()
    await userEvent.click(selected.getByRole('option', { name: /^Cellar/ }))
    await expect.element(page.getByText('1 person gains access: Bo.')).not.toBeInTheDocument()
  })

  it('are not taken from under anybody without a warning', async () => {
    const { sent, close } = await open()
    await userEvent.click(tab('Locks (2)'))
    await userEvent.click(selected.getByRole('option', { name: /^Roof/ }))
    await expect.element(page.getByText('2 people lose access: Anna and Bo.')).toBeVisible()
    await userEvent.click(button('Save'))
    await expect.element(warning).toHaveTextContent('2 people lose access: Anna and Bo.')
    await expectAccessible()
    await expect.element(warning.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await userEvent.click(warning.getByRole('button', { name: 'Cancel' }))
    expect(sent()).toEqual([])
    await userEvent.click(button('Save'))
    await userEvent.click(warning.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual(['DELETE lock-roof'])
  })

  it('that are swapped tell of each person once', async () => {
    await open()
    await userEvent.click(tab('Locks (2)'))
    await userEvent.click(available.getByRole('option', { name: /^Cellar/ }))
    await userEvent.click(selected.getByRole('option', { name: /^Roof/ }))
    const told = page.getByRole('status').filter({ hasText: 'loses access' })
    await expect
      .element(told)
      .toHaveTextContent(
        /1 person loses access: .*Anna.*1 person loses access to some doors and gains it to others: .*Bo/,
      )
  })

  it('say when nobody is concerned', async () => {
    const domain = house()
    domain.apply({ entries: {}, removed: ['group_user-1', 'group_group-1'] })
    const { close } = await open({ domain })
    await userEvent.click(tab('Locks (2)'))
    await userEvent.click(button('Remove all'))
    await expect.element(page.getByText('Nobody gains or loses access by this.')).toBeVisible()
    await userEvent.click(button('Save'))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
  })

  it('name the one that cannot be added, and the next Save goes on with it', async () => {
    const refusal = { error_code: 'recurring_unsupported', error_message: 'no' }
    const answers = [json({ error: 'validation_failed', errors: { lock_id: [refusal] } }, 422), json({})]
    const { sent, close } = await open({
      answers: { [`POST /groups/v1/${group}/locks/lock-cellar`]: () => answers.shift() ?? json({}) },
    })
    await userEvent.fill(name, 'New')
    await userEvent.click(tab('Locks (2)'))
    await userEvent.click(button('Add all'))
    await userEvent.click(button('Save'))
    const alert = page.getByRole('alert')
    await expect
      .element(alert)
      .toHaveTextContent('Cellar cannot be in the group Ground floor, because someone has recurring access to it.')
    await expect.element(alert).toHaveTextContent('1 of 2 changes are saved, the rest are not.')
    await userEvent.click(button('Save'))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual(['PATCH', 'POST lock-cellar', 'POST lock-cellar'])
  })

  it('are two thousand, of which those in sight are drawn', async () => {
    const many = Array.from({ length: 2000 }, (_, index) => door(`lock-${index}`, `Flat ${index}`, `20:${index}`))
    const { shown } = await open({ domain: house(many) })
    await userEvent.click(tab('Locks (2)'))
    await expect.poll(() => lines(available).length).toBeGreaterThan(5)
    expect(lines(available).length).toBeLessThan(20)
    await userEvent.click(button('Add all'))
    await expect.element(tab('Locks (2003)')).toBeVisible()
    await userEvent.fill(search, 'flat 1999')
    await expectLists([], ['Flat 199920:1999'])
    await userEvent.click(selected.getByRole('option', { name: /^Flat 1999/ }))
    await expect.element(tab('Locks (2002)')).toBeVisible()
    shown.apply({ entries: {}, removed: ['lock-7'] })
    await expect.element(tab('Locks (2001)')).toBeVisible()
  })
})

describe('when someone else changes it meanwhile', () => {
  it('both changes count', async () => {
    const { shown, sent } = await open()
    await userEvent.click(tab('Locks (2)'))
    await userEvent.click(available.getByRole('option', { name: /^Cellar/ }))
    shown.apply({ entries: { groups: [ground('lock-street')] }, removed: [] })
    await expectLists(['Roof10:cc'], ['Cellar10:bb', 'Street door10:aa'])
    await expect.element(page.getByText('1 person gains access: Bo.')).toBeVisible()
    await userEvent.click(button('Save'))
    await waitFor(() => expect(sent()).toEqual(['POST lock-cellar']))
  })

  it('of two names the person chooses', async () => {
    const { shown, sent } = await open()
    await userEvent.fill(name, 'Mine')
    shown.apply({ entries: { groups: [lockGroup(group, ['lock-street'], { name: 'Theirs' })] }, removed: [] })
    await expect.element(page.getByText('Someone else has changed this meanwhile.')).toBeVisible()
    await userEvent.click(button('Save mine'))
    await waitFor(() => expect(sent()).toEqual(['PATCH']))
  })
})

describe('its other tabs', () => {
  it('list who has access to the group, and lead to that access', async () => {
    await open()
    await userEvent.click(tab('Users with access (2)'))
    const people = page.getByRole('tabpanel').getByRole('listitem')
    await expect.element(people.first()).toHaveTextContent('Anna')
    await expect.element(people.last()).toHaveTextContent('via Cleaners')
    expect(button('Save').query()).toBeNull()
    await expectAccessible()
    await userEvent.click(people.first().getByRole('button'))
    expect(openModifyAccess).toHaveBeenCalledExactlyOnceWith({ row: 'user-anna', column: group })
  })

  it('tell what happened at each of its doors, by the clock of that door', async () => {
    const entry = { operation: 'bridgeUnlocked', timestamp: '2026-11-20T13:00:00+00:00', user: null, user_id: null }
    const { calls } = await open({
      answers: {
        [`GET /log/v1/lockgroup/${group}`]: () =>
          json([
            { ...entry, lock: 'lock-street', lockname: 'Old name', username: 'anna' },
            { ...entry, lock: 'lock-cellar', lockname: 'Cellar', username: 'bo' },
            { ...entry, lock: 'lock-sold', lockname: 'Sold door', username: 'bo' },
          ]),
      },
    })
    await userEvent.click(tab('Access log'))
    const entries = page.getByRole('list', { name: 'Access log' }).getByRole('listitem')
    await expect.element(entries.first()).toHaveTextContent(/Street door20 Nov 2026, 14:00:00/)
    await expect.element(entries.nth(1)).toHaveTextContent(/Cellar.*New York time.*08:00:00/)
    await expect.element(entries.nth(2)).toHaveTextContent(/Sold door.*UTC.*13:00:00/)
    expect(calls.at(-1)?.path).toBe(`/log/v1/lockgroup/${group}?page=0&perpage=50`)
    await expectAccessible()
  })
})

it.each(['de', 'da-DK'] as const)('speaks %s on a small screen, with nothing cut', async (tag) => {
  await showLanguage(tag)
  await page.viewport(390, 844)
  await open()
  await userEvent.click(page.getByRole('tab').nth(1))
  await expect.element(page.getByRole('listbox').first()).toBeVisible()
  expect(document.body.textContent).not.toMatch(/lockGroup\.|Add all/)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible()
})

it('may be called what another group is called, and says so before', async () => {
  await open()
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect.element(name).not.toHaveAccessibleDescription()
  await userEvent.fill(name, 'Cleaners')
  await expect.element(name).toHaveAccessibleDescription('A group is called that already.')
  await expect.element(name).not.toHaveAttribute('aria-invalid')
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeEnabled()
})

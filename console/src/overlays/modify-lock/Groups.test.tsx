import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { domainOf, link, lock, lockGroup, user, userGroup } from '../../testing/example'
import { beginSession } from '../../session/session'
import { expectAccessible } from '../../testing/axe'
import { fakeApi, json, type Answers } from '../../testing/fake-api'
import { showDomain } from '../../testing/live-domain'
import { renderOverlay } from '../../testing/render-overlay'
import { account, signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import ModifyLock from './Overlay'

signedIn()

const names = { 'group-cafe': 'Café', 'group-flats': 'All flats', 'group-ground': 'Ground floor', 'group-roof': 'Roof' }
type Id = keyof typeof names

const group = (id: Id, ...locks: string[]) => lockGroup(id, locks, { name: names[id] })
const street = (name = 'Street door') =>
  lock('lock-street', { name, afi: { serial_number: 'aabb', device_type: 'danalockv3', name, timezone: 'UTC' } })
const mwm = { mac_address: '00:11', mcu_firmware: '2.1', rf_firmware: '0.9', design_id: 1 }

function house(more: ReturnType<typeof lockGroup>[] = []) {
  return domainOf({
    locks: [street(), lock('lock-old', { name: 'Old gate', type: 'mwm', mwm })],
    groups: [
      group('group-flats'),
      group('group-cafe'),
      group('group-ground', 'lock-street'),
      group('group-roof'),
      userGroup('group-users', [], { name: 'Cleaners' }),
      ...more,
    ],
  })
}

/** Opens the groups of a lock, on a server that answers changes with `answers`, one after another, at last with success. */
async function open({ domain = house(), id = 'lock-street', answers = [] as Response[], role = 'administrator' } = {}) {
  const shown = showDomain(domain)
  const answer = () => answers.shift() ?? json({})
  const changes: Answers = { 'PATCH /devices/v1/aabb': answer }
  for (const group of domain.groups.keys()) {
    changes[`POST /groups/v1/${group}/locks/${id}`] = answer
    changes[`DELETE /groups/v1/${group}/locks/${id}`] = answer
  }
  const identities = [{ id: 'user-0366ba845fb5', domain: 'Home', primary: true, role, domain_rights: [] }]
  const calls = fakeApi({ ...account, 'GET /user/v1/identities': () => json(identities), ...changes })
  await beginSession()
  const close = vi.fn()
  await renderOverlay(<ModifyLock lock={id} close={close} />)
  if (role === 'administrator') await userEvent.click(tab)
  const sent = () =>
    calls
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path.replace('/groups/v1/', '').replace(`/locks/${id}`, '')}`)
  return { sent, close, shown }
}

const tab = page.getByRole('tab', { name: /^Groups/ })
const available = page.getByRole('listbox', { name: 'Available groups' })
const joined = page.getByRole('listbox', { name: 'Groups the lock belongs to' })
const search = page.getByRole('searchbox', { name: 'Search groups' })
const save = page.getByRole('button', { name: 'Save', exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const status = page.getByRole('status')
/** The lines of a list; what it says when it is empty is none. */
const lines = (list: typeof available) =>
  Array.from(list.element().querySelectorAll('[data-key]'), (line) => line.textContent)

async function expectLists(ours: string[], theirs: string[]) {
  await expect.poll(() => [lines(available), lines(joined)]).toEqual([ours, theirs])
}

describe('the groups of a lock', () => {
  it('are those of locks, by name, and are counted', async () => {
    await open()
    await expectLists(['All flats', 'Café', 'Roof'], ['Ground floor'])
    await expect.element(tab).toHaveTextContent('Groups (1)')
    await expect.element(page.getByRole('heading', { level: 3 }).first()).toHaveTextContent('Available groups 3')
    await expect.element(save).toBeDisabled()
    await expectAccessible()
  })

  it('are joined and left by a press each, and all of it is saved together', async () => {
    const { sent, close } = await open()
    await userEvent.click(available.getByRole('option', { name: 'Roof' }))
    await expect.element(status.filter({ hasText: 'Roof was added.' })).toBeInTheDocument()
    await userEvent.click(joined.getByRole('option', { name: 'Ground floor' }))
    await expect.element(status.filter({ hasText: 'Ground floor was removed.' })).toBeInTheDocument()
    await expectLists(['All flats', 'Café', 'Ground floor'], ['Roof'])
    await userEvent.click(page.getByRole('tab', { name: 'General' }))
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'Front door')
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual(['PATCH /devices/v1/aabb', 'POST group-roof', 'DELETE group-ground'])
  })

  it('say who gains access by them before they are saved, and ask where somebody loses it', async () => {
    const domain = house()
    domain.put('users', [user('user-anna', { display_name: 'Anna' }), user('user-bo', { display_name: 'Bo' })])
    domain.put('links', [
      link('group_user-1', { user_id: 'user-anna', group_id: 'group-roof' }),
      link('group_user-2', { user_id: 'user-bo', group_id: 'group-ground' }),
    ])
    const { sent, close } = await open({ domain })
    await userEvent.click(available.getByRole('option', { name: 'Café' }))
    await expect.element(status.filter({ hasText: 'Nobody gains or loses access by this.' })).toBeVisible()
    await userEvent.click(available.getByRole('option', { name: 'Roof' }))
    await expect.element(status.filter({ hasText: '1 person gains access: Anna.' })).toBeVisible()
    await userEvent.click(joined.getByRole('option', { name: 'Ground floor' }))
    await expect.element(status.filter({ hasText: '1 person loses access: Bo.' })).toBeVisible()
    await expectAccessible()
    await userEvent.click(save)
    const question = page.getByRole('alertdialog', { name: 'This takes access away' })
    await expect.element(question).toHaveTextContent('1 person loses access: Bo.')
    expect(sent()).toEqual([])
    await userEvent.click(question.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent().sort()).toEqual(['DELETE group-ground', 'POST group-cafe', 'POST group-roof'])
  })

  it('moved there and back are no change', async () => {
    await open()
    await userEvent.click(available.getByRole('option', { name: 'Roof' }))
    await expect.element(save).toBeEnabled()
    await userEvent.click(joined.getByRole('option', { name: 'Roof' }))
    await expect.element(save).toBeDisabled()
  })

  it('are searched in both lists at once, and only what is found is moved together', async () => {
    const { sent } = await open()
    await userEvent.fill(search, 'CAFE')
    await expectLists(['Café'], [])
    await expect.element(page.getByRole('heading', { level: 3 }).first()).toHaveTextContent('Available groups 1 of 3')
    await expect.element(joined).toHaveTextContent('No group is called that')
    await expect.element(button('Remove all found')).toBeDisabled()
    await userEvent.fill(search, 'f')
    await userEvent.click(button('Add all found'))
    await expectLists([], ['All flats', 'Café', 'Ground floor', 'Roof'])
    await expect.element(status.filter({ hasText: '3 groups were added.' })).toBeInTheDocument()
    await userEvent.clear(search)
    await userEvent.click(button('Remove all'))
    await expectLists(['All flats', 'Café', 'Ground floor', 'Roof'], [])
    await userEvent.click(available.getByRole('option', { name: 'Roof' }))
    await userEvent.click(save)
    await waitFor(() => expect(sent()).toEqual(['POST group-roof', 'DELETE group-ground']))
  })

  it('are moved by keyboard: the focus stays in its list, and with its button', async () => {
    await open()
    await expect.element(available).toBeVisible()
    await userEvent.click(search)
    await userEvent.keyboard('{Tab}{ArrowDown}{Enter}')
    await expectLists(['All flats', 'Roof'], ['Café', 'Ground floor'])
    await expect.element(available.getByRole('option', { name: 'Roof' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(available.getByRole('option', { name: 'All flats' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(available).toHaveFocus()
    await userEvent.keyboard('{Tab}')
    await expect.element(joined.getByRole('option', { name: 'All flats' })).toHaveFocus()
    await userEvent.keyboard('{Tab}{Enter}')
    await expectLists(['All flats', 'Café', 'Ground floor', 'Roof'], [])
    await expect.element(button('Remove all')).toHaveFocus()
  })

  it('a lock older than V3 has them too, and the rest of it is not saved', async () => {
    const { sent } = await open({ id: 'lock-old' })
    await userEvent.click(available.getByRole('option', { name: 'Roof' }))
    await userEvent.click(save)
    await waitFor(() => expect(sent()).toEqual(['POST group-roof']))
  })

  it('a domain without groups says so', async () => {
    await open({ domain: domainOf({ locks: [street()] }) })
    await expect.element(page.getByText('There are no groups yet')).toBeVisible()
    expect(search.query()).toBeNull()
  })

  it('installers do not get them', async () => {
    await open({ role: 'installer' })
    await expect.element(page.getByRole('tab', { name: 'General' })).toBeVisible()
    expect(tab.query()).toBeNull()
  })
})

describe('a step that fails', () => {
  it('is named with its group, and the next Save goes on with it', async () => {
    const { sent, close } = await open({ answers: [json({}), json({ error: 'server_error' }, 500)] })
    await userEvent.click(button('Add all'))
    await userEvent.click(save)
    await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to add Street door to the group All flats')
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    const [cafe, flats, roof] = ['POST group-cafe', 'POST group-flats', 'POST group-roof']
    expect(sent()).toEqual([cafe, flats, roof, flats])
  })

  it('says how much is saved, and only where something is', async () => {
    const fails = () => json({ error: 'server_error' }, 500)
    await open({ answers: [json({}), fails(), json({}), fails()] })
    const alert = page.getByRole('alert')
    await userEvent.click(button('Add all'))
    await userEvent.click(save)
    await expect.element(alert).toHaveTextContent('Please try again.2 of 3 changes are saved, the rest are not.')
    await userEvent.click(save)
    await expect.element(alert).not.toHaveTextContent('are saved')
    await expect.element(alert).toHaveTextContent('Failed to add Street door to the group All flats')
  })

  it('is told no longer once something else is wanted', async () => {
    await open({ answers: [json({ error: 'server_error' }, 500)] })
    await userEvent.click(button('Add all'))
    await userEvent.click(save)
    await expect.element(page.getByRole('alert')).toBeVisible()
    await userEvent.click(joined.getByRole('option', { name: 'Roof' }))
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  it('after others leaves those to be undone', async () => {
    const { sent, close } = await open({ answers: [json({}), json({ error: 'server_error' }, 500)] })
    await userEvent.click(button('Add all'))
    await userEvent.click(save)
    await expect.element(page.getByRole('alert')).toBeVisible()
    for (const name of ['Café', 'All flats', 'Roof']) await userEvent.click(joined.getByRole('option', { name }))
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    const tried = ['POST group-cafe', 'POST group-flats', 'POST group-roof']
    expect(sent()).toEqual([...tried, 'DELETE group-cafe', 'DELETE group-roof'])
  })

  it('says that a group with recurring access takes no lock older than V3', async () => {
    const refusal = { error_code: 'recurring_unsupported', error_message: 'no' }
    await open({
      id: 'lock-old',
      answers: [json({ error: 'validation_failed', errors: { lock_id: [refusal] } }, 422)],
    })
    await userEvent.click(available.getByRole('option', { name: 'Roof' }))
    await userEvent.click(save)
    const alert = page.getByRole('alert')
    await expect
      .element(alert)
      .toHaveTextContent('Old gate cannot be in the group Roof, because someone has recurring access to it.')
    await expect.element(alert).toHaveTextContent('Locks older than V3 do not support recurring access.')
    await expectAccessible()
  })

  it('is none where the lock has left the group already', async () => {
    const { close } = await open({ answers: [json({ error: 'entity_not_found' }, 404)] })
    await userEvent.click(button('Remove all'))
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
  })
})

describe('when someone else changes groups meanwhile', () => {
  it('both changes count', async () => {
    const { shown, sent } = await open()
    await userEvent.click(available.getByRole('option', { name: 'Roof' }))
    shown.apply({ entries: { groups: [group('group-cafe', 'lock-street'), group('group-ground')] }, removed: [] })
    await expectLists(['All flats', 'Ground floor'], ['Café', 'Roof'])
    await userEvent.click(save)
    await waitFor(() => expect(sent()).toEqual(['POST group-roof']))
  })

  it('what both have done is done', async () => {
    const { shown } = await open()
    await userEvent.click(available.getByRole('option', { name: 'Roof' }))
    shown.apply({ entries: { groups: [group('group-roof', 'lock-street')] }, removed: [] })
    await expect.element(save).toBeDisabled()
    await expectLists(['All flats', 'Café'], ['Ground floor', 'Roof'])
  })

  it('a group that is removed is nothing to join, and a new one is there', async () => {
    const { shown, sent } = await open()
    await userEvent.click(available.getByRole('option', { name: 'Roof' }))
    await userEvent.click(available.getByRole('option', { name: 'Café' }))
    shown.apply({ entries: { groups: [lockGroup('group-new', [], { name: 'Barn' })] }, removed: ['group-roof'] })
    await expectLists(['All flats', 'Barn'], ['Café', 'Ground floor'])
    await expect.element(tab).toHaveTextContent('Groups (2)')
    await userEvent.click(save)
    await waitFor(() => expect(sent()).toEqual(['POST group-cafe']))
  })

  it('who keeps their own name for the lock undoes nothing of theirs in groups', async () => {
    const { shown, sent } = await open()
    await userEvent.click(available.getByRole('option', { name: 'Roof' }))
    await userEvent.click(page.getByRole('tab', { name: 'General' }))
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'Front door')
    const groups = [group('group-cafe', 'lock-street')]
    shown.apply({ entries: { locks: [street('Main door')], groups }, removed: [] })
    const conflict = page.getByRole('status').filter({ hasText: 'Someone else has changed this meanwhile.' })
    await expect.element(conflict).toHaveTextContent('NameTheirs:Main doorYours:Front door')
    await expect
      .element(conflict)
      .toHaveTextContent('GroupsTheirs:Café and Ground floorYours:Café, Ground floor and Roof')
    await userEvent.click(button('Save mine'))
    await waitFor(() => expect(sent()).toEqual(['PATCH /devices/v1/aabb', 'POST group-roof']))
  })
})

describe('on the screen', () => {
  it('the lists stand side by side, six lines high, and below each other on a small one', async () => {
    const many = Array.from({ length: 20 }, (_, index) => lockGroup(`group-${index}`, [], { name: `Floor ${index}` }))
    await open({ domain: house([...many, lockGroup('group-long', [], { name: 'G'.repeat(255) })]) })
    await expect.element(available).toBeVisible()
    const boxes = () => [available, joined].map((list) => list.element().getBoundingClientRect()) as [DOMRect, DOMRect]
    const [left, right] = boxes()
    expect(right.left).toBeGreaterThan(left.right)
    expect(right.top).toBe(left.top)
    expect(right.width).toBe(left.width)
    const line = available.getByRole('option', { name: 'Floor 0' }).element()
    expect(Math.floor(left.height / line.getBoundingClientRect().height)).toBe(6)
    expect(available.element().scrollWidth).toBe(available.element().clientWidth)

    await page.viewport(390, 800)
    await expect.poll(() => boxes()[1].top > boxes()[0].bottom).toBe(true)
    expect(boxes()[0].right).toBeLessThanOrEqual(390)
    expect(available.element().scrollWidth).toBe(available.element().clientWidth)
  })

  it('of three hundred groups one is found and moved at once', async () => {
    const many = Array.from({ length: 300 }, (_, index) => lockGroup(`group-${index}`, [], { name: `Floor ${index}` }))
    await open({ domain: house(many) })
    await expect.element(page.getByRole('heading', { level: 3 }).first()).toHaveTextContent('Available groups 303')
    // Only those in sight are drawn.
    await expect.poll(() => lines(available).length).toBeLessThan(20)
    await userEvent.fill(search, 'floor 299')
    await expectLists(['Floor 299'], [])
    await userEvent.click(available.getByRole('option', { name: 'Floor 299' }))
    await expectLists([], ['Floor 299'])
    await userEvent.clear(search)
    await expect.element(page.getByRole('heading', { level: 3 }).first()).toHaveTextContent('Available groups 302')
    await userEvent.click(button('Add all'))
    await expect.element(tab).toHaveTextContent('Groups (304)')
  })
})

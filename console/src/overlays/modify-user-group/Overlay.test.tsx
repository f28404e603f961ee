import { describe, expect, it, vi } from 'vitest'
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
import { openOverlays } from '../registry'
import ModifyUserGroup from './Overlay'

signedIn()

const guests = (...members: string[]) => userGroup('group-cleaners', members, { name: 'Cleaners' })

/** A domain with a group of the first of `many` further guests beside Bo. */
function house(many = 0) {
  const others = Array.from({ length: many }, (_, index) =>
    user(`user-${index}`, { display_name: `Guest ${String(index).padStart(4, '0')}` }),
  )
  return domainOf({
    users: [
      user('user-anna', { display_name: 'Anna Lindqvist', email_address: 'anna@nordic.se' }),
      user('user-bo', { display_name: 'Bo Kristensen', alias: 'Electrician' }),
      user('user-jan', { display_name: 'Jan', username: 'jan@huis.example' }),
      user('user-jan2', { display_name: 'Jan', username: 'jan@other.example' }),
      ...others,
    ],
    locks: [lock('lock-street', { name: 'Street door' }), lock('lock-gate', { name: 'Gate' })],
    groups: [
      guests('user-bo', ...others.slice(0, many / 2).map(({ id }) => id)),
      lockGroup('group-ground', ['lock-gate'], { name: 'Ground floor' }),
    ],
    links: [
      link('group_lock-1', { group_id: 'group-cleaners', lock_id: 'lock-street' }),
      link('group_group-1', { group_id: 'group-cleaners', other_group_id: 'group-ground' }),
    ],
  })
}

/** Opens the overlay of the group, on a server that answers changes with `answers`, one after another, at last with success. */
async function open({
  domain = house(),
  id = 'group-cleaners',
  answers = [] as (Response | Promise<Response>)[],
  logs = {},
  role = 'administrator',
} = {}) {
  const shown = showDomain(domain)
  const answer = () => answers.shift() ?? json({})
  const path = `/groups/v1/${id}`
  const changes: Answers = { [`PATCH ${path}`]: answer, [`DELETE ${path}`]: answer }
  for (const user of domain.users.keys()) {
    changes[`POST ${path}/users/${user}`] = answer
    changes[`DELETE ${path}/users/${user}`] = answer
  }
  const identities = [{ id: 'user-0366ba845fb5', domain: 'Home', primary: true, role, domain_rights: [] }]
  const calls = fakeApi({ ...account, 'GET /user/v1/identities': () => json(identities), ...changes, ...logs })
  await beginSession()
  const close = vi.fn()
  await renderOverlay(<ModifyUserGroup group={id} close={close} />)
  const sent = () =>
    calls
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path: at, body }) => `${method} ${at.replace(path, 'group').replace('group/users/', '')}${body}`)
  return { sent, close, shown }
}

const tab = (name: string | RegExp) => page.getByRole('tab', { name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const save = button('Save')
const alert = page.getByRole('alert')
const name = page.getByRole('textbox', { name: 'Name' })
const search = page.getByRole('searchbox', { name: 'Search guests' })
const available = page.getByRole('listbox', { name: 'Available guests' })
const members = page.getByRole('listbox', { name: 'Guests in the group' })
const head = (index: number) => page.getByRole('heading', { level: 3 }).nth(index)
const option = (list: typeof available, guest: string) => list.getByRole('option', { name: guest })
const lines = (list: typeof available) =>
  Array.from(list.element().querySelectorAll('[data-key]'), (line) => line.textContent)

describe('General', () => {
  it('gives the group another name, which must not be empty', async () => {
    const { sent, close } = await open()
    await expect.element(page.getByRole('dialog', { name: 'Cleaners' })).toHaveTextContent('1 guest')
    await expect.element(save).toBeDisabled()
    await userEvent.clear(name)
    await expect.element(name).toHaveAccessibleDescription('Please fill in this field.')
    await userEvent.click(save)
    await expect.element(name).toHaveFocus()
    await userEvent.fill(name, 'Cleaning')
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual(['PATCH group{"name":"Cleaning"}'])
    await expectAccessible()
  })

  it('says when that failed', async () => {
    await open({ answers: [json({ error: 'server_error' }, 500)] })
    await userEvent.fill(name, 'Cleaning')
    await userEvent.click(save)
    await expect.element(alert).toHaveTextContent('Failed to rename Cleaners')
  })

  it('removes the group by a second press, which says what goes with it', async () => {
    let resolve: (answer: Response) => void = () => {}
    const promise = new Promise<Response>((done) => (resolve = done))
    const { sent, close, shown } = await open({ answers: [json({ error: 'server_error' }, 500), promise] })
    await userEvent.click(button('Remove group'))
    await expect.element(alert).toHaveTextContent('Cleaners is removed from this domain. Its guests stay.')
    await expect
      .element(alert)
      .toHaveTextContent('Its guests lose the access to 2 locks that they have by it: Gate and Street door.')
    expect(sent()).toEqual([])
    await userEvent.click(button('Confirm: remove group'))
    await expect.element(alert).toHaveTextContent('Failed to remove Cleaners')
    await userEvent.click(button('Confirm: remove group'))
    // The feed may be faster than the answer.
    shown.apply({ entries: {}, removed: ['group-cleaners'] })
    await expect.element(page.getByRole('dialog', { name: 'Cleaners' })).toBeVisible()
    resolve(json({}))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual(['DELETE group', 'DELETE group'])
  })

  it('is for administrators, and for user groups', async () => {
    await open({ role: 'installer' })
    await expect.element(page.getByRole('alertdialog')).toHaveTextContent('You may not do this in this domain.')
  })

  it('says that a group is gone', async () => {
    await open({ id: 'group-ground' })
    await expect.element(page.getByRole('alertdialog')).toHaveTextContent('This user group is no longer in the domain.')
  })
})

describe('Guests', () => {
  it('are chosen from all, by name; of two with one name the username is said', async () => {
    await open()
    await userEvent.click(tab('Guests (1)'))
    const jans = ['Janjan@huis.example', 'Janjan@other.example']
    await expect.poll(() => [lines(available), lines(members)]).toEqual([['Anna Lindqvist', ...jans], ['Electrician']])
    await expectAccessible()
  })

  it('are found by name, username, e-mail address and alias', async () => {
    await open()
    await userEvent.click(tab(/^Guests/))
    for (const [typed, found] of [
      ['NORDIC', [['Anna Lindqvist'], []]],
      ['other.ex', [['Janjan@other.example'], []]],
      ['kristen', [[], ['Electrician']]],
      ['electri', [[], ['Electrician']]],
    ] as const) {
      await userEvent.fill(search, typed)
      await expect.poll(() => [lines(available), lines(members)]).toEqual(found)
    }
  })

  it('say who gains and loses access before anything is saved', async () => {
    const { sent } = await open()
    await userEvent.click(tab(/^Guests/))
    await userEvent.click(option(available, 'Anna Lindqvist'))
    await userEvent.click(option(members, 'Electrician'))
    await expect.element(page.getByText('1 person loses access: Electrician.')).toBeVisible()
    await expect.element(page.getByText('1 person gains access: Anna Lindqvist.')).toBeVisible()
    expect(sent()).toEqual([])
  })

  it('are added and removed together, and a step that fails is tried again by Save', async () => {
    const { sent, close } = await open({ answers: [json({}), json({ error: 'server_error' }, 500)] })
    await userEvent.click(tab(/^Guests/))
    await userEvent.click(option(available, 'Anna Lindqvist'))
    await userEvent.fill(search, 'huis')
    await userEvent.click(button('Add all found'))
    await userEvent.clear(search)
    await userEvent.click(option(members, 'Electrician'))
    const warning = page.getByRole('alertdialog', { name: 'This takes access away' })
    await userEvent.click(save)
    await expect.element(warning).toHaveTextContent(/1 person loses access: Electrician\./)
    await expect.element(warning).not.toHaveTextContent('gain')
    expect(sent()).toEqual([])
    await userEvent.click(warning.getByRole('button', { name: 'Save' }))
    await expect.element(alert).toHaveTextContent('Failed to connect Jan with Cleaners. Press Save to try again.')
    await expect.element(alert).toHaveTextContent('1 of 3 changes are saved, the rest are not.')
    await userEvent.click(save)
    await userEvent.click(warning.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual(['POST user-anna', 'POST user-jan', 'POST user-jan', 'DELETE user-bo'])
  })

  it('that someone else changes meanwhile are changed by both', async () => {
    const { shown, sent } = await open()
    await userEvent.click(tab(/^Guests/))
    await userEvent.click(option(available, 'Anna Lindqvist'))
    shown.apply({ entries: { groups: [guests('user-bo', 'user-jan')] }, removed: [] })
    await expect.poll(() => lines(members)).toEqual(['Anna Lindqvist', 'Electrician', 'Janjan@huis.example'])
    await userEvent.click(save)
    await waitFor(() => expect(sent()).toEqual(['POST user-anna']))
  })

  it('may be two thousand: only those in sight are drawn, and all are moved at once', async () => {
    await open({ domain: house(2000) })
    await userEvent.click(tab('Guests (1001)'))
    await expect.element(head(0)).toHaveTextContent('Available guests 1,003')
    expect(lines(available).length).toBeLessThan(20)
    await userEvent.fill(search, 'guest 1999')
    await userEvent.click(option(available, 'Guest 1999'))
    await userEvent.clear(search)
    await userEvent.click(button('Add all'))
    await expect.element(tab('Guests (2004)')).toBeVisible()
    await userEvent.click(button('Remove all'))
    await expect.element(tab('Guests (0)')).toBeVisible()
  })
})

describe('five hundred guests', () => {
  it('are saved eight at a time; a refusal stops the rest, is told with what is saved, and Save goes on', async () => {
    const refused = json({ error: 'server_error' }, 500)
    const answers = [...Array.from({ length: 99 }, () => json({})), refused]
    const { sent, close } = await open({ domain: house(1000), answers })
    await userEvent.click(tab(/^Guests/))
    await userEvent.fill(search, 'guest')
    await userEvent.click(button('Add all found'))
    await userEvent.click(save)
    await expect.element(alert).toHaveTextContent(/Failed to connect Guest \d+ with Cleaners/)
    const told = /(\d+) of 500 changes are saved/.exec(alert.element().textContent ?? '')
    const begun = sent().length
    expect(Number(told?.[1])).toBe(begun - 1)
    expect(begun).toBeLessThan(100 + 8)
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(new Set(sent()).size).toBe(500)
    expect(sent()).toHaveLength(501)
  })
})

describe('Access to locks', () => {
  it('names what the group opens, and opens the access to each', async () => {
    await open()
    await userEvent.click(tab('Access to locks (2)'))
    const entries = page.getByRole('listitem')
    await expect.element(entries.nth(0)).toHaveTextContent('Gateserial of lock-gateAlwaysvia Ground floor')
    await expect.element(entries.nth(1)).toHaveTextContent('Street doorserial of lock-streetAlways')
    expect(save.query()).toBeNull()
    await userEvent.click(page.getByRole('button', { name: /^Gate/ }))
    expect(openOverlays().map(({ action, place }) => [action, place?.ids])).toEqual([
      ['modify-access', ['group-cleaners', 'lock-gate']],
    ])
  })
})

describe('Access log', () => {
  it('names guests and doors', async () => {
    const entry = { lock: 'lock-gate', lockname: 'Gate', user: null, user_id: 'user-bo', username: 'bo:phone' }
    const at = { timestamp: '2026-11-20T13:02:30Z', operation: 'locked' }
    await open({
      logs: {
        'GET /log/v1/usergroup/group-cleaners': () =>
          Response.json([{ ...entry, ...at }], { headers: { 'x-pages': '1' } }),
      },
    })
    await userEvent.click(tab('Access log'))
    const log = page.getByRole('list', { name: 'Access log' })
    await expect.element(log).toHaveTextContent('ElectricianLockedGatebo20 Nov 2026, 14:02:30')
    await expectAccessible()
  })
})

it.each([
  ['da-DK', 'Gæster (1)'],
  ['de', 'Gäste (1)'],
] as const)('the overlay speaks %s', async (tag, title) => {
  await showLanguage(tag)
  await open()
  await expect.element(tab(title)).toBeVisible()
})

it('may be called what another group is called, and says so before', async () => {
  await open()
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect.element(name).not.toHaveAccessibleDescription()
  await userEvent.fill(name, 'Ground floor')
  await expect.element(name).toHaveAccessibleDescription('A group is called that already.')
  await expect.element(name).not.toHaveAttribute('aria-invalid')
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeEnabled()
})

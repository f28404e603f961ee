import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { showLanguage } from '../../i18n/i18n'
import { currentSession } from '../../session/session'
import { local } from '../../session/storage'
import { expectAccessible } from '../../testing/axe'
import { fakeApi, json } from '../../testing/fake-api'
import { fixture } from '../../testing/fixture'
import { waitFor } from '../../testing/wait-for'
import { atTheDashboard, grid, house, open } from './testing'

atTheDashboard()

describe('loading', () => {
  it('tells how far it has come, then shows people and doors before the access has arrived', async () => {
    const server = await open(house, {}, { hold: true })
    const bar = page.getByRole('progressbar', { name: 'Fetching users and locks' })
    await expect.element(bar).toBeVisible()
    const cut = server.text.indexOf('],"devices":[') + 15
    server.streams[0]?.write(server.text.slice(0, cut))
    await expect.element(grid()).toBeVisible()
    expect(document.querySelectorAll('.cell.waiting').length).toBeGreaterThan(10)
    expect(document.querySelectorAll('.cell.permanent')).toHaveLength(0)
    server.streams[0]?.write(server.text.slice(cut))
    server.streams[0]?.close()
    await waitFor(() => expect(document.querySelectorAll('.cell.permanent').length).toBeGreaterThan(0))
    expect(document.querySelectorAll('.cell.waiting')).toHaveLength(0)
  })

  it('says what happened and what to do when it fails', async () => {
    const server = await open(null)
    await expect.element(page.getByRole('alert')).toHaveTextContent('The users and locks could not be fetched')
    await expectAccessible()
    server.document = house
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(grid()).toBeVisible()
  })

  it('sends who manages no locks, and has put the first steps away, to the mobile app', async () => {
    await open(fixture({ users: 2, locks: 0, groups: 0, links: 0 }, Date.now()))
    await page.getByRole('button', { name: 'Hide the steps' }).click()
    await expect.element(page.getByRole('heading', { name: 'No locks found' })).toBeVisible()
    await expect.element(page.getByText('You manage no locks in this domain.')).toBeVisible()
    await expectAccessible()
  })
})

describe('being cut off from the server', () => {
  it('moves nothing: it is said where the frame keeps room for it', async () => {
    const slot = document.createElement('div')
    document.body.append(slot)
    onTestFinished(() => slot.remove())
    const server = await open(house, {}, { slot })
    await waitFor(() => expect(server.feeds).toHaveLength(1))
    const before = grid().element().getBoundingClientRect()
    fakeApi({ ...server.answers, 'GET /domain/v1/changes': () => json({ error: 'server_error' }, 503) })
    server.breakFeed()
    await waitFor(() => expect(slot).toHaveTextContent('Not connected to the server.'))
    expect(grid().element().getBoundingClientRect()).toEqual(before)
  })
})

describe('a domain without locks', () => {
  it('leads its owner to the others they administer', async () => {
    await open({ ...house, locks: [], groups: [], links: [], conditions: [], devices: [] })
    await expect.element(page.getByRole('list', { name: 'First steps' })).toBeVisible()
    // The steps say what there is to do; that there is nothing would contradict them.
    expect(page.getByText(/No locks found|You manage no locks/).query()).toBeNull()
    await expect.element(page.getByText(/Please use the mobile app/)).toBeVisible()
    await expectAccessible()
    const [first] = page.getByRole('heading', { level: 2 }).elements()
    expect(first).toHaveTextContent('You are an administrator of:')
    await page.getByRole('list', { name: 'You are an administrator of:' }).getByRole('button').click()
    expect(currentSession().identity?.domain).toBe('havnegade@flats.dk')
    expect(local.get('domainUserId')).toBe('user-22366ba845fb')
  })
})

it.each(['da-DK', 'de'] as const)('speaks %s', async (tag) => {
  await showLanguage(tag)
  await open()
  await expect.element(page.getByRole('grid')).toBeVisible()
  expect(document.body.textContent).not.toMatch(/dashboard\.|Guest page/)
  await expectAccessible()
})

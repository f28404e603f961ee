import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openPlaces } from '../overlays/registry'
import type { Role } from '../model/entries'
import { expectAccessible } from '../testing/axe'
import { fakeApi, json } from '../testing/fake-api'
import { fixture } from '../testing/fixture'
import { LiveServer } from '../testing/live-server'
import { renderConsole } from '../testing/render-console'
import { account, signedIn } from '../testing/session'

const house = fixture({ users: 4, locks: 2, groups: 2, links: 4 }, Date.now())
const [door] = house.locks as [(typeof house.locks)[0]]
const [person] = house.users as [(typeof house.users)[0]]
const atDoor = `modify-lock.${door.id}`

signedIn()
beforeEach(() => page.viewport(1280, 800))

let accounts = 0

/** Opens a link to the dashboard as somebody of this role, whose account no other test shares a feed with. */
async function open(role: Role, link: string) {
  accounts += 1
  const id = `user-roles${accounts}`
  const server = new LiveServer(structuredClone(house))
  fakeApi({
    ...account,
    ...server.answers,
    'GET /user/v1': () => json({ id, username: 'kit', domain: 'kit', display_name: 'Kit', '2fa': false }),
    'GET /user/v1/identities': () =>
      json([{ id, domain: 'The house', primary: true, role, domain_rights: [], required_provider: null }]),
  })
  await renderConsole(`/dashboard?open=${link}`)
}

const route = () => location.hash.slice(1)
const told = page.getByRole('alertdialog')
const guestText = 'This link leads to something that only those who look after the locks can open.'
const installerText = 'This link leads to something that only administrators can open.'

describe('a link to what somebody of a role does not have', () => {
  it.each([
    ['user', atDoor, guestText],
    ['user', `modify-access.${person.id}.${door.id}`, guestText],
    ['user', 'create-group', guestText],
    ['user', 'domain-settings', guestText],
    ['installer', `modify-access.${person.id}.${door.id}`, installerText],
    ['installer', 'create-users', installerText],
  ] as const)('tells a %s of %s so, and does not stay in the address', async (role, link, text) => {
    await open(role, link)
    await expect.element(told).toHaveTextContent(text)
    await expect.poll(route).toBe('/dashboard')
    expect(openPlaces()).toEqual([])
    await expectAccessible()
    await userEvent.click(page.getByRole('button', { name: 'OK' }))
    await expect.element(told).not.toBeInTheDocument()
  })

  it('opens what lies below that', async () => {
    await open('installer', `my-account*modify-access.${person.id}.${door.id}`)
    await expect.element(told).toHaveTextContent(installerText)
    await userEvent.click(page.getByRole('button', { name: 'OK' }))
    await expect.element(page.getByRole('dialog', { name: 'My account' })).toBeVisible()
    await expect.poll(route).toBe('/dashboard?open=my-account')
  })

  it('opens what they have', async () => {
    await open('user', 'my-account')
    await expect.element(page.getByRole('dialog')).toBeVisible()
    expect(told.query()).toBeNull()
    await expect.poll(route).toBe('/dashboard?open=my-account')
  })
})

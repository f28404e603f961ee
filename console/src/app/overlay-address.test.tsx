import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { queryClient } from '../api/query-client'
import { openRecoveryCodes } from '../overlays/recovery-codes/open'
import { closeAll, openPlaces } from '../overlays/registry'
import { forgetSession, logOut } from '../session/session'
import type * as SignIn from '../session/sign-in'
import { local, tab } from '../session/storage'
import { fakeApi, json, type Answers } from '../testing/fake-api'
import { fixture } from '../testing/fixture'
import { LiveServer } from '../testing/live-server'
import { pressEscape } from '../testing/press-escape'
import { account, giveTokens, signedIn } from '../testing/session'
import { waitFor } from '../testing/wait-for'
import { LanguageProvider } from './LanguageProvider'
import { makeRouter } from './router'

vi.mock('../session/sign-in', async (original) => ({
  ...(await original<typeof SignIn>()),
  signIn: vi.fn(() => Promise.resolve()),
}))

const house = fixture({ users: 8, locks: 4, groups: 2, links: 10 }, Date.now())
const [door] = house.locks as [(typeof house.locks)[0]]
const [, , guest] = house.users as [unknown, unknown, (typeof house.users)[0]]
const atDoor = `/dashboard?open=modify-lock.${door.id}`

signedIn()
beforeEach(() => page.viewport(1280, 800))

let accounts = 0

/** Opens the console at a route, of an account that no other test shares a feed with. */
async function open(route: string, extra: Answers = {}) {
  accounts += 1
  const user = {
    id: `user-address${accounts}`,
    username: 'owner',
    domain: 'owner',
    display_name: 'Mette',
    '2fa': false,
  }
  const server = new LiveServer(structuredClone(house))
  const answers = {
    ...account,
    ...server.answers,
    'GET /user/v1': () => json(user),
    'DELETE /oauth2/cookie': () => new Response(null, { status: 204 }),
    ...extra,
  }
  fakeApi(answers)
  history.replaceState(null, '', '#/login')
  history.pushState(null, '', `#${route}`)
  const load = () => {
    const router = makeRouter()
    return render(
      <QueryClientProvider client={queryClient}>
        <LanguageProvider>
          <RouterProvider router={router} />
        </LanguageProvider>
      </QueryClientProvider>,
    )
  }
  let screen = await load()
  return {
    server,
    /** Loads the page anew: what only memory held is gone. */
    reload: async () => {
      await screen.unmount()
      closeAll()
      screen = await load()
    },
  }
}

const route = () => location.hash.slice(1)
const overlay = page.getByRole('dialog')
const lockButton = () =>
  page
    .getByRole('columnheader', { name: new RegExp(`^${door.name}`) })
    .getByRole('button')
    .first()
const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
const nameField = page.getByRole('textbox', { name: 'Name' })

describe('the address', () => {
  it('names the open overlay and its tab; Back closes it, Forward opens it again', async () => {
    await open('/dashboard')
    await userEvent.click(lockButton())
    await expect.element(overlay).toBeVisible()
    await expect.poll(route).toBe(atDoor)
    await userEvent.click(page.getByRole('tab', { name: 'Access log' }))
    await expect.poll(route).toBe(`${atDoor}.log`)
    history.back()
    await expect.element(overlay).not.toBeInTheDocument()
    await expect.poll(route).toBe('/dashboard')
    await expect.element(lockButton()).toHaveFocus()
    history.forward()
    await expect.element(page.getByRole('tab', { name: 'Access log' })).toHaveAttribute('aria-selected', 'true')
  })

  it('is what it was before after Back in a dialog that it does not name: that alone is closed, and the next Back closes what is below', async () => {
    await open(`/dashboard`)
    await userEvent.click(lockButton())
    await userEvent.click(page.getByRole('tab', { name: 'Access log' }))
    const asCsv = page.getByRole('button', { name: /CSV/ })
    await userEvent.click(asCsv)
    const dialog = page.getByRole('dialog', { name: /^Download the access log of / })
    await expect.element(dialog).toBeVisible()
    history.back()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(page.getByRole('dialog', { name: door.name })).toBeVisible()
    await expect.element(asCsv).toHaveFocus()
    await expect.poll(route).toBe(`${atDoor}.log`)
    history.back()
    await expect.element(overlay).not.toBeInTheDocument()
    await expect.poll(route).toBe('/dashboard')
  })

  it('is what it was before once the overlay is closed, so that Back does not open it again', async () => {
    await open('/dashboard')
    await expect.element(lockButton()).toBeVisible()
    const { length } = history
    await userEvent.click(lockButton())
    await userEvent.click(page.getByRole('button', { name: 'Close' }).first())
    await expect.poll(route).toBe('/dashboard')
    await userEvent.click(lockButton())
    await expect.poll(route).toBe(atDoor)
    expect(history.length).toBe(length + 1)
  })

  it('opens what a link names, one overlay on the other, and Escape closes them one by one', async () => {
    await open(`${atDoor}.users*modify-access.${guest.id}.${door.id}`)
    await expect
      .element(page.getByRole('dialog', { name: new RegExp(`^Access for ${guest.display_name}`) }))
      .toBeVisible()
    await pressEscape()
    await expect.poll(route).toBe(`${atDoor}.users`)
    await expect.element(page.getByRole('dialog', { name: door.name })).toBeVisible()
    await pressEscape()
    await expect.poll(route).toBe('/dashboard')
    await expect.poll(() => document.activeElement).not.toBe(document.body)
  })

  it.each(['nonsense', 'modify-lock', 'modify-lock.<b>', 'confirm-dialog', 'modify-lock.lock-1.log.more'])(
    'opens nothing where it says %s',
    async (said) => {
      await open(`/dashboard?open=${encodeURIComponent(said)}`)
      await expect.element(lockButton()).toBeVisible()
      expect(openPlaces()).toEqual([])
      await expect.poll(route).toBe('/dashboard')
    },
  )

  it('says that a lock is gone where it names one that is', async () => {
    await open('/dashboard?open=modify-lock.lock-000000000000')
    await expect.element(page.getByText('This lock is no longer in the domain.')).toBeVisible()
  })

  it('brings overlay, tab, searches and draft back after a reload', async () => {
    const { reload } = await open('/dashboard')
    const search = page.getByRole('searchbox', { name: 'Search locks by name or serial number' })
    await userEvent.fill(search, door.name)
    await expect.poll(() => JSON.stringify(tab.get('dashboard'))).toContain(door.name)
    await userEvent.click(lockButton())
    await userEvent.fill(nameField, 'Front door')
    await reload()
    await expect.element(nameField).toHaveValue('Front door')
    await expect.element(page.getByText('You had not saved this yet. Your changes are here again.')).toBeVisible()
    await expect.element(page.getByRole('searchbox', { includeHidden: true }).first()).toHaveValue(door.name)
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
    await userEvent.click(page.getByRole('button', { name: 'Discard' }))
    await expect.poll(route).toBe('/dashboard')
    await userEvent.click(lockButton())
    await expect.element(nameField).toHaveValue(door.name)
  })
})

it('brings back what the list of a small screen shows', async () => {
  await page.viewport(390, 844)
  const { reload } = await open('/dashboard')
  await page.getByText('One lock').click()
  await page.getByRole('button', { name: 'Next' }).click()
  const picked = page.getByRole('combobox')
  const [, second] = house.locks.map(({ name }) => name).sort((a, b) => a.localeCompare(b))
  await expect.element(picked).toHaveDisplayValue(second ?? '')
  const line = page.getByRole('listitem').getByRole('button').first()
  const name = line.element().getAttribute('aria-label') ?? line.element().textContent
  await line.click()
  await expect.element(overlay).toBeVisible()
  await reload()
  await expect.element(overlay).toBeVisible()
  await pressEscape()
  await expect.element(page.getByRole('radio', { name: 'One lock' })).toBeChecked()
  await expect.element(picked).toHaveDisplayValue(second ?? '')
  await expect.element(page.getByRole('button', { name, exact: true })).toHaveFocus()
})

describe('with changes that are not saved', () => {
  it('Back asks first, and the address stays while the answer is awaited', async () => {
    await open('/dashboard')
    await userEvent.click(lockButton())
    await userEvent.fill(nameField, 'Front door')
    history.back()
    await expect.element(question).toBeVisible()
    await expect.poll(route).toBe(atDoor)
    await userEvent.click(page.getByRole('button', { name: 'Go on editing' }))
    await expect.element(nameField).toHaveValue('Front door')
    history.back()
    await userEvent.click(page.getByRole('button', { name: 'Discard' }))
    await expect.element(overlay).not.toBeInTheDocument()
    await expect.poll(route).toBe('/dashboard')
  })

  it('a sign-in that ran out leads to the login page, which says why, and the draft is there after it', async () => {
    local.set('username', 'owner')
    const { reload } = await open(atDoor)
    await userEvent.fill(nameField, 'Front door')
    await forgetSession({ keepLocal: true, why: 'ranOut' })
    local.clear()
    await expect.poll(() => new URLSearchParams(route().split('?')[1]).get('redirect')).toBe(atDoor)
    await reload()
    await expect.element(page.getByText(/Your sign-in is over/)).toBeVisible()
    await expect.element(page.getByText(/is kept in this tab/)).toBeVisible()
    giveTokens()
    history.replaceState(null, '', `#${atDoor}`)
    await reload()
    await expect.element(nameField).toHaveValue('Front door')
    expect(tab.get('signed_out')).toBeNull()
  })

  it('a log-out erases them', async () => {
    await open(atDoor)
    await userEvent.fill(nameField, 'Front door')
    await expect.poll(() => tab.get('drafts')).not.toBeNull()
    await logOut()
    expect(tab.get('drafts')).toBeNull()
    expect(tab.get('dashboard')).toBeNull()
    await expect.element(page.getByRole('button', { name: 'Sign In' })).toBeVisible()
    expect(page.getByText(/run out/).query()).toBeNull()
  })
})

it('Back asks before codes are closed that are shown nowhere else', async () => {
  await open('/dashboard')
  await userEvent.click(lockButton())
  await expect.element(overlay).toBeVisible()
  openRecoveryCodes({ codes: ['7KQ2-WX9M-TR4H-CAF3'], username: 'owner' })
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect.element(codes).toBeVisible()
  history.back()
  const asked = page.getByRole('alertdialog', { name: 'Close without the recovery codes?' })
  await asked.getByRole('button', { name: 'Go back' }).click()
  await expect.element(codes).toBeVisible()
  await expect.poll(route).toBe(atDoor)
  await codes.getByText('I have kept these codes').click()
  history.back()
  await expect.element(codes).not.toBeInTheDocument()
  await expect.poll(route).toBe(atDoor)
  history.back()
  await expect.element(overlay).not.toBeInTheDocument()
  await expect.poll(route).toBe('/dashboard')
})

it('while it saves, Back waits as Cancel does', async () => {
  let answer = (_response: Response) => {}
  const saved = new Promise<Response>((resolve) => (answer = resolve))
  const serial = encodeURIComponent(door.afi?.serial_number ?? '')
  await open('/dashboard', { [`PATCH /devices/v1/${serial}`]: () => saved })
  await userEvent.click(lockButton())
  await userEvent.fill(nameField, 'Front door')
  await userEvent.click(page.getByRole('button', { name: 'Save', exact: true }))
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  const left = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))
  history.back()
  await left
  await expect.poll(route).toBe(atDoor)
  await expect.element(overlay).toBeVisible()
  expect(question.query()).toBeNull()
  answer(json({}))
  await expect.element(overlay).not.toBeInTheDocument()
  await expect.poll(route).toBe('/dashboard')
})

it('an open overlay shows the domain of a feed that began anew, not the one before', async () => {
  const { server } = await open(atDoor)
  await expect.element(nameField).toHaveValue(door.name)
  await waitFor(() => expect(server.feeds).toHaveLength(1))
  const renamed = structuredClone(house)
  ;(renamed.locks[0] as typeof door).name = 'Renamed door'
  server.document = renamed
  server.reset()
  await expect.element(page.getByRole('dialog', { name: 'Renamed door' })).toBeVisible()
  await expect.element(nameField).toHaveValue('Renamed door')
})

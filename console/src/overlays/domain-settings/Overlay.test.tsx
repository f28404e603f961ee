import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '../../api/query-client'
import { showLanguage } from '../../i18n/i18n'
import { beginSession } from '../../session/session'
import { tab } from '../../session/storage'
import { expectAccessible } from '../../testing/axe'
import { fakeApi, json, type Answers } from '../../testing/fake-api'
import { renderOverlay } from '../../testing/render-overlay'
import { account, signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import DomainSettings from './Overlay'

signedIn(Date.parse('2026-11-20T13:02:30Z'))

const FETCH = 'GET /domain/v1/settings'
const DECIDE = 'PATCH /domain/v1/settings'
const off = {
  letters_access_given: false,
  letters_access_ending: false,
  timezone: null as string | null,
  required_provider: null as string | null,
  required_of: null as 'administrators' | 'everyone' | null,
}
const providers = [
  { id: 'company', name: 'Company' },
  { id: 'other', name: 'Doors & Sons' },
]
const offered: Answers = { 'GET /oauth2/providers': () => json(providers) }

interface Asked {
  settings?: typeof off
  role?: string
  further?: Answers
}

/** Opens the overlay; what was decided is answered from then on. */
async function open({ settings = off, role = 'administrator', further = {} }: Asked = {}) {
  let decided = settings
  const answers: Answers = {
    'GET /oauth2/providers': () => json([]),
    [FETCH]: () => json(decided),
    [DECIDE]: ({ body }) => {
      decided = { ...decided, ...(JSON.parse(body) as object) }
      return json(decided)
    },
  }
  const identities = [
    { id: 'user-0366ba845fb5', domain: "owner@demo.cardea's domain", primary: true, role, domain_rights: [] },
  ]
  const calls = fakeApi({ ...account, 'GET /user/v1/identities': () => json(identities), ...answers, ...further })
  await beginSession()
  const close = vi.fn()
  const { unmount } = await renderOverlay(<DomainSettings close={close} />)
  const sent = () => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body) as unknown)
  return { sent, close, calls, unmount }
}

const provider = page.getByRole('button', { name: /People sign in with/ })
const askedOf = page.getByRole('button', { name: /This is asked of/ })
const choose = (name: string) => userEvent.click(page.getByRole('option', { name }))
const given = page.getByRole('switch', { name: /^Access given/ })
const ending = page.getByRole('switch', { name: /^Access about to end/ })
const zone = page.getByRole('combobox', { name: 'Time zone' })
const save = page.getByRole('button', { name: 'Save', exact: true })
const alert = page.getByRole('alert')

describe('the settings of a domain', () => {
  it('say of which domain they are, and that no letters are sent unless that is decided', async () => {
    await open()
    await expect.element(page.getByRole('dialog', { name: 'Domain settings' })).toHaveTextContent('owner@demo.cardea')
    await expect.element(given).not.toBeChecked()
    await expect.element(ending).not.toBeChecked()
    await expect.element(save).toBeDisabled()
    await expectAccessible()
  })

  it('are decided one by one: only what was changed is sent', async () => {
    const { sent, close } = await open({ settings: { ...off, letters_access_ending: true } })
    await expect.element(ending).toBeChecked()
    await userEvent.click(page.getByText('Access given'))
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual([{ letters_access_given: true }])
    await expect.element(page.getByRole('status').filter({ hasText: /^Saved\.$/ })).toBeVisible()
  })

  it('are no change any more when a switch is turned back', async () => {
    await open()
    await userEvent.click(page.getByText('Access about to end'))
    await expect.element(save).toBeEnabled()
    await userEvent.click(page.getByText('Access about to end'))
    await expect.element(save).toBeDisabled()
  })

  it('can be turned by keyboard alone', async () => {
    const { sent, close } = await open()
    await expect.element(given).toBeVisible()
    given.element().focus()
    await userEvent.keyboard(' {Tab} ')
    await expect.element(given).toBeChecked()
    await expect.element(ending).toBeChecked()
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual([{ letters_access_given: true, letters_access_ending: true }])
  })

  it('have a time zone of new devices, found by typing', async () => {
    const { sent, close } = await open()
    await expect.element(zone).toHaveValue('None')
    await expect.element(zone).toHaveAccessibleDescription(/^Locks and bridges that come into the domain get it/)
    await userEvent.clear(zone)
    await userEvent.type(zone, 'copenhagen')
    await userEvent.click(page.getByRole('option', { name: 'Europe/Copenhagen' }))
    await expect.element(zone).toHaveValue('Europe/Copenhagen')
    await expectAccessible()
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual([{ timezone: 'Europe/Copenhagen' }])
  })

  it('take the time zone away where that is chosen', async () => {
    const { sent, close } = await open({ settings: { ...off, timezone: 'Europe/Copenhagen' } })
    await userEvent.click(page.getByRole('button', { name: 'Show time zones' }))
    await userEvent.click(page.getByRole('option', { name: 'None' }))
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual([{ timezone: null }])
  })

  it('that the server refuses say so at the time zone', async () => {
    const errors = { timezone: [{ error_code: 'unknown_timezone', error_message: '' }] }
    const further = { [DECIDE]: () => json({ error: 'validation_failed', errors }, 422) }
    await open({ settings: { ...off, timezone: 'Europe/Copenhagen' }, further })
    await userEvent.click(page.getByRole('button', { name: 'Show time zones' }))
    await userEvent.click(page.getByRole('option', { name: 'None' }))
    await userEvent.click(save)
    await expect.element(zone).toHaveAttribute('aria-invalid', 'true')
    await expect.element(zone).toHaveAccessibleDescription(/The server does not know this time zone\./)
    await expectAccessible()
  })

  it('of which two have chosen a time zone ask whose counts; what else somebody decided stays', async () => {
    const { sent, close } = await open({ settings: { ...off, timezone: 'Europe/Copenhagen' } })
    await userEvent.click(page.getByRole('button', { name: 'Show time zones' }))
    await userEvent.click(page.getByRole('option', { name: 'None' }))
    const theirs = { ...off, letters_access_given: true, timezone: 'Europe/Helsinki' }
    queryClient.setQueryData(['domain-settings'], theirs)
    await expect.element(page.getByText('Europe/Helsinki')).toBeVisible()
    await expectAccessible()
    await userEvent.click(page.getByRole('button', { name: 'Save mine' }))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual([{ timezone: null }])
  })

  it('that are not saved are kept in the tab, and asked about before they are thrown away', async () => {
    const { close, unmount } = await open()
    await userEvent.click(page.getByText('Access given'))
    expect(JSON.stringify(tab.get('drafts'))).toContain('domain-settings')
    await unmount()
    await renderOverlay(<DomainSettings close={close} />)
    await expect.element(given).toBeChecked()
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(JSON.stringify(tab.get('drafts'))).not.toContain('domain-settings')
  })

  it('that cannot be saved say why, and are tried again', async () => {
    let isAway = true
    const further = { [DECIDE]: () => (isAway ? json({ error: 'server_error' }, 500) : json({ ...off })) }
    const { close } = await open({ further })
    await userEvent.click(page.getByText('Access given'))
    await userEvent.click(save)
    await expect.element(alert).toHaveTextContent('Failed to save the settings. Press Save to try again.')
    await expectAccessible()
    isAway = false
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
  })

  it('say nothing of sign-in where the server has no provider', async () => {
    await open()
    await expect.element(given).toBeVisible()
    await expect.element(provider).not.toBeInTheDocument()
  })

  it('require a provider, of whom is said, and require none again', async () => {
    const { sent, close } = await open({ further: offered })
    await expect.element(provider).toHaveTextContent('Whatever they like')
    await expect.element(askedOf).not.toBeInTheDocument()
    await userEvent.click(provider)
    await choose('Company')
    await expect.element(askedOf).toHaveTextContent('Administrators and installers')
    await userEvent.click(askedOf)
    await choose('Everybody, guests too')
    await expectAccessible()
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual([{ required_provider: 'company', required_of: 'everyone' }])
  })

  it('take a required provider away', async () => {
    const settings = { ...off, required_provider: 'company', required_of: 'administrators' as const }
    const { sent, close } = await open({ settings, further: offered })
    await expect.element(provider).toHaveTextContent('Company')
    await userEvent.click(provider)
    await choose('Whatever they like')
    await expect.element(askedOf).not.toBeInTheDocument()
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual([{ required_provider: null, required_of: null }])
  })

  it('name a provider that the server has no more, which is required still', async () => {
    await open({ settings: { ...off, required_provider: 'gone', required_of: 'everyone' } })
    await expect.element(provider).toHaveTextContent('gone (no longer on this server)')
  })

  it('say who may require a provider', async () => {
    const errors = { required_provider: [{ error_code: 'not_signed_in_by_it', error_message: '' }] }
    const further = { ...offered, [DECIDE]: () => json({ error: 'conflict', message: '', errors }, 409) }
    await open({ further })
    await userEvent.click(provider)
    await choose('Company')
    await userEvent.click(save)
    await expect.element(alert).toHaveTextContent('You did not sign in with this provider yourself.')
  })

  it('that cannot be fetched say why', async () => {
    const { close } = await open({ further: { [FETCH]: () => json({ error: 'forbidden' }, 403) } })
    const failure = page.getByRole('alertdialog', { name: 'An error occurred' })
    await expect.element(failure).toHaveTextContent('You may not do this in this domain.')
    await userEvent.click(failure.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
  })

  it.each(['installer', 'user'])('are for administrators, and asked for by nobody else: %s', async (role) => {
    const { calls } = await open({ role })
    await expect.element(page.getByText('You may not do this in this domain.')).toBeVisible()
    expect(calls.some(({ path }) => path === '/domain/v1/settings')).toBe(false)
  })

  it.each([
    ['da-DK', 'Domænets indstillinger', 'Adgang givet'],
    ['de', 'Einstellungen der Domäne', 'Zugang gegeben'],
  ] as const)('speak %s', async (language, title, name) => {
    await showLanguage(language)
    await open()
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
    await expect.element(page.getByText(name)).toBeVisible()
    await expectAccessible()
  })
})

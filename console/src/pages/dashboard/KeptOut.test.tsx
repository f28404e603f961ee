import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showLanguage } from '../../i18n/i18n'
import { openMyAccount } from '../../overlays/my-account/open'
import { currentSession } from '../../session/session'
import { leaveFor } from '../../session/leave'
import { signInBy } from '../../session/sign-in'
import { expectAccessible } from '../../testing/axe'
import { json, type Answers } from '../../testing/fake-api'
import { expectWithinScreen } from '../../testing/within-screen'
import { open as openAsGuest } from '../doors/testing'
import { atTheDashboard, house, open } from './testing'

// Leaving the page would end the tests with it.
vi.mock('../../session/leave', () => ({ leaveFor: vi.fn() }))
vi.mock(import('../../session/sign-in'), async (importOriginal) => ({ ...(await importOriginal()), signInBy: vi.fn() }))

atTheDashboard()
beforeEach(() => {
  vi.mocked(leaveFor).mockClear()
  vi.mocked(signInBy).mockReset()
})

const company = { id: 'company', name: 'Company' }
const link = {
  ...{ provider: 'company', name: 'Company', account_name: 'mette@company.example' },
  ...{ created_at: '2026-11-02T09:15:00+00:00', last_used_at: null },
}
const refusal = { error: 'provider_sign_in_required', message: '', provider: company }
const keptOut: Answers = {
  'GET /domain/v1/stream': () => json(refusal, 403),
  'GET /domain/v1/changes': () => json(refusal, 403),
  'GET /oauth2/providers': () => json([company]),
  'GET /oauth2/provider_links': () => json([link]),
}
const title = page.getByRole('heading', { name: 'owner@demo.cardea asks you to sign in with Company' })
const signIn = page.getByRole('button', { name: 'Sign in with Company' })
const linkIt = page.getByRole('button', { name: 'Link to Company' })

describe('a domain that asks for another sign-in', () => {
  it('says so in place of its page, and sends whoever is linked to the provider', async () => {
    await open(house, keptOut)
    await expect.element(title).toBeVisible()
    await expectAccessible()
    await userEvent.click(signIn)
    expect(vi.mocked(signInBy).mock.calls).toEqual([['company']])
  })

  it('has whoever is not linked yet link it first', async () => {
    await open(house, {
      ...keptOut,
      'GET /oauth2/provider_links': () => json([]),
      'GET /oauth2/providers/company/link': () => json({ url: 'https://login.company.example/authorize' }),
    })
    await expect.element(page.getByText('Your account is not linked to Company yet.')).toBeVisible()
    await expect.element(signIn).not.toBeInTheDocument()
    await expectAccessible()
    await userEvent.click(linkIt)
    await expect.poll(() => vi.mocked(leaveFor).mock.calls).toEqual([['https://login.company.example/authorize']])
  })

  it('says why the link failed, and how to go on', async () => {
    await open(house, {
      ...keptOut,
      'GET /oauth2/provider_links': () => json([]),
      'GET /oauth2/providers/company/link': () => json({ error: 'sign_in_too_old', message: '' }, 403),
    })
    await userEvent.click(linkIt)
    await expect.element(page.getByRole('alert')).toHaveTextContent(/within the last ten minutes/)
    await expect.element(page.getByRole('button', { name: 'Sign in again' })).toBeVisible()
    await expect.element(linkIt).toBeEnabled()
  })

  it('says who can help where the server has the provider no more', async () => {
    await open(house, { ...keptOut, 'GET /oauth2/providers': () => json([]) })
    await expect.element(page.getByText(/Only the owner of the domain can change that/)).toBeVisible()
    await expect.element(signIn).not.toBeInTheDocument()
  })

  it('can be left for another domain, and logged out of', async () => {
    await open(house, keptOut)
    await expect.element(page.getByRole('button', { name: 'Log out' })).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'havnegade@flats.dk' }))
    await expect.poll(() => currentSession().identity?.domain).toBe('havnegade@flats.dk')
  })

  it('leaves one’s own account at hand, with the other sign-ins', async () => {
    await open(house, { ...keptOut, 'GET /passkeys/v1': () => json([]) })
    await expect.element(title).toBeVisible()
    openMyAccount({})
    const own = page.getByRole('dialog', { name: 'My account' })
    await userEvent.click(own.getByRole('tab', { name: 'Other sign-ins' }))
    await expect.element(own.getByText('mette@company.example')).toBeVisible()
    await expect.element(own.getByRole('tab', { name: /^Groups/ })).not.toBeInTheDocument()
    await expectAccessible()
  })

  it('stands among the doors of a guest', async () => {
    await openAsGuest('created', keptOut)
    await expect.element(title).toBeVisible()
    await expect.element(page.getByText('No locks found')).not.toBeInTheDocument()
    await expectAccessible()
  })

  it.each([
    ['da-DK', 'Log ind med Company'],
    ['de', 'Mit Company anmelden'],
  ] as const)('speaks %s on a small screen', async (language, name) => {
    await page.viewport(390, 844)
    await showLanguage(language)
    await open(house, keptOut)
    await expect.element(page.getByRole('button', { name })).toBeVisible()
    expectWithinScreen()
    await expectAccessible()
  })
})

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showLanguage } from '../../i18n/i18n'
import { leaveFor } from '../../session/leave'
import { expectAccessible } from '../../testing/axe'
import { json, type Answers } from '../../testing/fake-api'
import { holdTimers } from '../../testing/hold-timers'
import { ARMING } from '../../ui/Button'
import { alert, atMyAccount, open, refusal, tab } from './testing'

// Leaving the page would end the tests with it.
vi.mock('../../session/leave', () => ({ leaveFor: vi.fn() }))

atMyAccount()
beforeEach(() => vi.mocked(leaveFor).mockClear())

const company = { id: 'company', name: 'Company' }
const other = { id: 'other', name: 'Doors & Sons' }
const link = {
  ...{ provider: 'company', name: 'Company', account_name: 'mette@company.example' },
  ...{ created_at: '2026-11-02T09:15:00+00:00', last_used_at: null },
}
const LINK = '/oauth2/providers/company/link'

/** A server with two providers that signs the person in by these. */
function server(links: object[], further: Answers = {}): Answers {
  const kept = [...links]
  return {
    'GET /oauth2/providers': () => json([company, other]),
    'GET /oauth2/provider_links': () => json(kept),
    [`GET ${LINK}`]: () => json({ url: 'https://login.company.example/authorize?state=a' }),
    [`DELETE ${LINK}`]: () => {
      kept.shift()
      return new Response(null, { status: 204 })
    },
    ...further,
  }
}

async function show(further: Answers) {
  const opened = await open({ further })
  await userEvent.click(tab('Other sign-ins'))
  return opened
}

const line = (text: string) => page.getByRole('listitem').filter({ hasText: text })
const linkOne = page.getByRole('button', { name: 'Link to Company' })
const unlinkOne = page.getByRole('button', { name: 'Unlink from Company' })

/** Presses the button, and says yes to the question. */
async function unlink() {
  const letGo = holdTimers(ARMING)
  await userEvent.click(unlinkOne)
  await expect.element(page.getByRole('alertdialog', { name: 'Unlink from Company?' })).toBeVisible()
  letGo()
  await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }))
}

describe("other people's sign-in", () => {
  it('has no tab where the server has none', async () => {
    await open({ further: { 'GET /oauth2/providers': () => json([]) } })
    await expect.element(tab('Passkeys')).toBeVisible()
    await expect.element(tab('Other sign-ins')).not.toBeInTheDocument()
  })

  it('shows which providers sign one in, as whom and since when', async () => {
    await show(server([link]))
    await expect.element(line('Company')).toHaveTextContent(/mette@company\.example/)
    await expect.element(line('Company')).toHaveTextContent(/Not used yet/)
    await expect.element(line('Doors & Sons')).toHaveTextContent(/Does not sign you in/)
    await expectAccessible()
  })

  it('leaves for the provider to link it', async () => {
    await show(server([]))
    await userEvent.click(linkOne)
    await expect
      .poll(() => vi.mocked(leaveFor).mock.calls)
      .toEqual([['https://login.company.example/authorize?state=a']])
  })

  it.each([
    [403, 'sign_in_too_old', 'For this you have to have signed in within the last ten minutes.'],
    [503, 'temporarily_unavailable', 'The server is not ready just now.'],
  ])('says why it does not (%i %s), and may be tried again', async (status, code, said) => {
    await show(server([], { [`GET ${LINK}`]: () => refusal(status, code) }))
    await userEvent.click(linkOne)
    await expect.element(alert).toHaveTextContent(said)
    await expect.element(linkOne).toBeEnabled()
    expect(leaveFor).not.toHaveBeenCalled()
  })

  it('unlinks one once that was meant', async () => {
    const { sent } = await show(server([link]))
    await unlink()
    await expect.element(line('Company')).toHaveTextContent(/Does not sign you in/)
    expect(sent()).toEqual([`DELETE ${LINK}`])
  })

  it('says that the last way in stays', async () => {
    await show(server([link], { [`DELETE ${LINK}`]: () => refusal(409, 'conflict') }))
    await unlink()
    await expect.element(alert).toHaveTextContent('This is the only way into your account.')
    await expect.element(line('Company')).toHaveTextContent(/mette@company\.example/)
  })

  it('has words in the other languages', async () => {
    await showLanguage('de')
    await open({ further: server([]) })
    await userEvent.click(tab('Andere Anmeldungen'))
    await expect.element(page.getByRole('button', { name: 'Mit Company verknüpfen' })).toBeVisible()
  })
})

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showLanguage } from '../../i18n/i18n'
import type * as SignIn from '../../session/sign-in'
import { signInAgain } from '../../session/sign-in'
import { asksToLeave } from '../../testing/asks-to-leave'
import { expectAccessible } from '../../testing/axe'
import { json } from '../../testing/fake-api'
import { pressEscape } from '../../testing/press-escape'
import { waitFor } from '../../testing/wait-for'
import { alert, atMyAccount, field, open, refusal, tab } from './testing'

// Leaving the page would end the tests with it.
vi.mock('../../session/sign-in', async (original) => ({
  ...(await original<typeof SignIn>()),
  signInAgain: vi.fn(() => Promise.resolve()),
}))

atMyAccount()
beforeEach(() => vi.mocked(signInAgain).mockClear())

const LIST = 'GET /oauth/v2/user/tokens'
const MAKE = 'POST /oauth/v2/user/token'
const REVOKE = 'DELETE /oauth/v2/user/tokens/token-1'
const SECRET = 'cardea_pat_qkWb2v7uQ0m1xYzT4cLdnQ'

const nightly = {
  ...{ id: 'token-1', name: 'Nightly report', scope: 'read log', created: '2026-11-01T08:00:00Z' },
  ...{ last_used: null, expires_at: '2027-01-30T08:00:00Z' },
}
const whole = { ...nightly, id: 'token-2', name: 'Home', scope: null, last_used: '2026-11-20T08:00:00Z' }

/** Opens the tab; the list holds what was made and not revoked. */
async function show(tokens = [nightly, whole], further = {}) {
  const left = [...tokens]
  const answers = {
    [LIST]: () => json(left),
    [MAKE]: ({ body }: { body: string }) => {
      const { name, scope = null } = JSON.parse(body) as { name: string; scope?: string }
      left.push({ ...nightly, id: 'token-3', name, scope: scope as string })
      return json({ ...nightly, access_token: SECRET, token_type: 'Bearer', expires_in: 1 })
    },
    [REVOKE]: () => {
      left.splice(0, 1)
      return new Response(null, { status: 204 })
    },
    ...further,
  }
  const opened = await open({ further: answers })
  await userEvent.click(tab('Tokens'))
  return opened
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const list = page.getByRole('list', { name: 'Tokens' })
const entry = (text: string) => list.getByRole('listitem').filter({ hasText: text })
const begin = async (name: string) => {
  await button('New token').click()
  await userEvent.fill(field('Name'), name)
}

describe('Tokens', () => {
  it('are listed with what they may be used for, and never themselves', async () => {
    await show()
    await expect
      .element(entry('Nightly report'))
      .toHaveTextContent(/Read the domain and Read the log.*never used.*ends 30 Jan 2027/)
    await expect.element(entry('Home')).toHaveTextContent(/Everything that you may.*last used 20 Nov 2026/)
    await expectAccessible()
  })

  it('are made for what is chosen, and shown once', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { sent } = await show([])
    await expect.element(page.getByText('There are no tokens')).toBeVisible()
    await begin(' Nightly ')
    await page.getByText('Read the log').click()
    await page.getByRole('button', { name: /Ends after/ }).click()
    await page.getByRole('option', { name: '30 days' }).click()
    await expectAccessible()
    await button('Make token').click()
    await expect.element(page.getByText(SECRET)).toBeVisible()
    await expect.element(button('Copy the token')).toHaveFocus()
    expect(sent()).toEqual([`${MAKE} {"name":"Nightly","scope":"read log","expires_in":2592000}`])
    await expect.element(entry('Nightly')).toBeVisible()
    await button('Copy the token').click()
    expect(copy).toHaveBeenCalledExactlyOnceWith(SECRET)
    await expectAccessible()
    await userEvent.click(tab('General'))
    await userEvent.click(tab('Tokens'))
    await expect.element(page.getByText(SECRET)).toBeVisible()
    await expect.element(tab('Tokens')).toHaveFocus()
    expect(asksToLeave()).toBe(true)
    await button('I have copied it').click()
    await expect.element(page.getByText(SECRET)).not.toBeInTheDocument()
    expect(asksToLeave()).toBe(false)
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(SECRET)
  })

  it('are not lost by closing or saving before they are copied', async () => {
    const { sent, close } = await show([])
    await userEvent.click(tab('General'))
    await userEvent.fill(field('Alias'), 'The boss')
    await userEvent.click(tab('Tokens'))
    await begin('Nightly')
    await button('Make token').click()
    await expect.element(page.getByText(SECRET)).toBeVisible()
    const question = page.getByRole('alertdialog', { name: 'Close without the token?' })
    for (const leave of [() => pressEscape(), () => button('Close').last().click()]) {
      await leave()
      await expect
        .element(question)
        .toHaveTextContent(/It is shown nowhere else.*Changes that are not saved are lost too/)
      await expectAccessible()
      await question.getByRole('button', { name: 'Go back' }).click()
      await expect.element(question).not.toBeInTheDocument()
      await expect.element(page.getByText(SECRET)).toBeVisible()
    }
    await userEvent.click(tab('General'))
    await button('Save').click()
    await expect.element(page.getByText(SECRET)).toBeVisible()
    expect(sent()).toHaveLength(1)
    expect(close).not.toHaveBeenCalled()
    await button('I have copied it').click()
    await userEvent.click(tab('General'))
    await button('Save').click()
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
  })

  it('go when one closes all the same', async () => {
    const { close } = await show([])
    await begin('Nightly')
    await button('Make token').click()
    await expect.element(page.getByText(SECRET)).toBeVisible()
    await pressEscape()
    // Nothing else is lost.
    await expect.element(page.getByRole('alertdialog')).not.toHaveTextContent('Changes that are not saved')
    const go = page.getByRole('alertdialog').getByRole('button', { name: 'Close', exact: true })
    await waitFor(() => expect(go.element()).not.toHaveAttribute('aria-disabled'))
    await go.click()
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
  })

  it('are made for everything by who wants that', async () => {
    const { sent } = await show([])
    await begin('All')
    await page.getByText('Change who has access').click()
    await expect.element(page.getByText(/^Who may change access may also change your password/)).toBeVisible()
    await page.getByText('Everything that you may').click()
    expect(page.getByText('Change who has access').query()).toBeNull()
    await button('Make token').click()
    await expect.element(page.getByText(SECRET)).toBeVisible()
    expect(sent()).toEqual([`${MAKE} {"name":"All","expires_in":7776000}`])
  })

  it('need a name and something to be used for', async () => {
    const { sent } = await show([])
    await begin('  ')
    await page.getByText('Read the domain').click()
    await button('Make token').click()
    await expect.element(field('Name')).toHaveAccessibleDescription(/Please fill in this field\.$/)
    await expect.element(page.getByText('Choose something that it may be used for.')).toBeVisible()
    await expect.element(field('Name')).toHaveFocus()
    await expect.element(field('Name')).toBeInViewport()
    await expectAccessible()
    await userEvent.fill(field('Name'), 'Nightly')
    await button('Make token').click()
    await expect.element(page.getByRole('radio', { name: 'Only for what is chosen' })).toHaveFocus()
    await button('Cancel').first().click()
    expect(field('Name').query()).toBeNull()
    expect(sent()).toEqual([])
  })

  it('that the server refuses say why: too many, or a sign-in too long ago', async () => {
    const answers = [refusal(409, 'conflict'), refusal(403, 'sign_in_too_old')]
    await show([], { [MAKE]: () => answers.shift()! })
    await begin('One')
    await button('Make token').click()
    await expect.element(alert).toHaveTextContent('There are as many tokens as there may be.')
    await button('Make token').click()
    await expect.element(alert).toHaveTextContent(/within the last ten minutes/)
    await button('Sign in again').click()
    expect(signInAgain).toHaveBeenCalledOnce()
    await expect.element(field('Name')).toHaveValue('One')
  })

  it('are revoked after a question', async () => {
    const { sent } = await show()
    await button('Revoke Nightly report').click()
    const question = page.getByRole('alertdialog')
    await expect.element(question).toHaveTextContent('Revoke Nightly report?')
    await question.getByRole('button', { name: 'Revoke' }).click()
    await expect.element(entry('Nightly report')).not.toBeInTheDocument()
    await expect.element(page.getByRole('status').filter({ hasText: 'Token revoked.' })).toBeVisible()
    expect(sent()).toEqual([REVOKE])
  })

  it.each([
    ['da-DK', 'Nyt token', 'Kun til det valgte'],
    ['de', 'Neues Token', 'Nur für das Ausgewählte'],
  ] as const)('speak %s', async (language, make, some) => {
    await showLanguage(language)
    await open({ further: { [LIST]: () => json([nightly]) } })
    await userEvent.click(tab('Tokens'))
    await button(make).click()
    await expect.element(page.getByText(some)).toBeVisible()
    await expectAccessible()
  })
})

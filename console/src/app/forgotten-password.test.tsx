import { RouterProvider } from '@tanstack/react-router'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { showLanguage } from '../i18n/i18n'
import type * as SignIn from '../session/sign-in'
import { signIn } from '../session/sign-in'
import { local, tab } from '../session/storage'
import { expectAccessible } from '../testing/axe'
import { fakeApi, json, type Answers } from '../testing/fake-api'
import { freshSession, giveTokens } from '../testing/session'
import { waitFor } from '../testing/wait-for'
import { LanguageProvider } from './LanguageProvider'
import { makeRouter } from './router'

// Leaving the page would end the tests with it.
vi.mock('../session/sign-in', async (original) => ({
  ...(await original<typeof SignIn>()),
  signIn: vi.fn(() => Promise.resolve()),
}))

beforeEach(async () => {
  await freshSession()
  await showLanguage('en-GB')
  vi.mocked(signIn).mockClear()
})

/** Opens the console at a route. */
async function open(route: string, answers: Answers = {}) {
  const calls = fakeApi(answers)
  history.replaceState(null, '', `#${route}`)
  await render(
    <LanguageProvider>
      <RouterProvider router={makeRouter()} />
    </LanguageProvider>,
  )
  return calls
}

const route = () => location.hash.slice(1)
const refusal = (status: number, error: string, errors?: object) => () =>
  json({ error, error_code: error, message: '', errors }, status)
const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('choosing a new password', () => {
  const RESET = 'POST /user/v1/reset_password/token'
  const good = 'Correct-Horse-7'
  const fresh = page.getByLabelText('New password', { exact: true })
  const repeat = page.getByLabelText('Repeat password', { exact: true })
  const update = button('Update password')
  const fill = async (password: string) => {
    await userEvent.fill(fresh, password)
    await userEvent.fill(repeat, password)
  }

  it('rests until it is good enough and repeated, and says what is wanting; each field has a clear button', async () => {
    await open('/reset_password?token=T-1')
    await expect.element(fresh).toHaveFocus()
    await expect.element(update).toBeDisabled()
    await userEvent.fill(fresh, 'abc')
    await expect.element(fresh).toHaveAccessibleDescription('At least 6 characters.')
    await userEvent.fill(fresh, 'abcdefgh')
    await expect.element(fresh).toHaveAccessibleDescription(/^This password is too easy to guess\./)
    await userEvent.fill(fresh, 'abcdefgh12345')
    await userEvent.fill(repeat, 'abcdefgh')
    await expect.element(repeat).toHaveAccessibleDescription('Repeated password is not valid')
    await expect.element(update).toBeDisabled()
    await expectAccessible()
    await userEvent.fill(repeat, 'abcdefgh12345')
    await expect.element(fresh).toHaveAccessibleDescription('Medium: good enough.')
    await expect.element(repeat).toHaveAccessibleDescription('The passwords match.')
    await expect.element(update).toBeEnabled()
    await button('Clear repetition').click()
    await expect.element(repeat).toHaveValue('')
    await expect.element(repeat).toHaveFocus()
    await expect.element(update).toBeDisabled()
    await button('Clear password').click()
    await expect.element(fresh).toHaveValue('')
    expect(button('Clear password').query()).toBeNull()
  })

  it('leads to the login page, which says so and asks for the password whoever is signed in', async () => {
    giveTokens()
    local.set('username', 'somebody@else.dk')
    const calls = await open('/reset_password?token=T-1', { [RESET]: () => json({ status: 'Success' }) })
    await fill(good)
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Your password is changed. Sign in with the new one.')).toBeVisible()
    expect(route()).toBe('/login')
    expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
      ['POST', '/user/v1/reset_password/token', JSON.stringify({ token: 'T-1', password: good })],
    ])
    expect(tab.get('access_token')).toBeNull()
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(good)
    await button('Sign in').click()
    expect(signIn).toHaveBeenCalledExactlyOnceWith({ silent: false, anew: true, redirect: '/dashboard' })
    await expectAccessible()
  })

  it('that does not meet the requirements says so at the field, until another one is typed', async () => {
    const answers = [refusal(422, 'invalid_password'), () => json({ status: 'Success' })]
    await open('/reset_password?token=T-1', { [RESET]: () => answers.shift()!() })
    await fill('Password1234')
    await update.click()
    await expect
      .element(fresh)
      .toHaveAccessibleDescription('This password is too easy to guess, or many people have it. Choose another one.')
    await expect.element(page.getByRole('status').filter({ hasText: 'The link goes on working.' })).toBeVisible()
    await fill(good)
    await expect.element(fresh).toHaveAccessibleDescription('Strong.')
    await update.click()
    await waitFor(() => expect(route()).toBe('/login'))
  })

  it.each([
    ['by its button', () => update.click()],
    ['by Enter in the repetition', () => userEvent.keyboard('{Enter}')],
  ])('that is the one somebody was given to replace says so at the field and leads there: %s', async (_by, send) => {
    const errors = { password: [{ error_code: 'same_password', error_message: '' }] }
    await open('/reset_password?token=T-1', { [RESET]: refusal(422, 'invalid_password', errors) })
    await fill(good)
    await send()
    await expect.element(fresh).toHaveFocus()
    await expect
      .element(fresh)
      .toHaveAccessibleDescription('This is the password that you were given. Choose another one.')
    await expect.element(page.getByText('The link goes on working.')).toBeVisible()
  })

  it.each([
    ['/reset_password', null],
    ['/reset_password?token=', null],
    ['/reset_password?token=T-1', refusal(404, 'entity_not_found')],
  ])('by a link that does not work any more leads to another one: %s', async (address, answer) => {
    await open(address, answer === null ? {} : { [RESET]: answer })
    if (answer !== null) {
      await fill(good)
      await update.click()
    }
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(/^This link does not work, or does not work any more/)
    expect(fresh.query()).toBeNull()
    await expectAccessible()
    await button('Ask for another link').click()
    await expect.element(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
    expect(route()).toBe('/forgot_password')
  })

  it('that fails otherwise says why, and is tried again', async () => {
    const answers = [refusal(429, 'too_many_attempts'), () => json({ status: 'Success' })]
    await open('/reset_password?token=T-1', { [RESET]: () => answers.shift()!() })
    await fill(good)
    await update.click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Too many attempts. Wait a little and try again.')
    await update.click()
    await waitFor(() => expect(route()).toBe('/login'))
  })
})

describe('who forgot their password', () => {
  const ASK = 'POST /user/v1/reset_password/email'
  const email = page.getByLabelText('E-mail address', { exact: true })

  it('asks for a letter, and is told the same whoever they are', async () => {
    const calls = await open('/forgot_password', { [ASK]: () => json({ status: 'Success' }) })
    await expect.element(email).toHaveFocus()
    await expectAccessible()
    await userEvent.fill(email, ' mette@nordic.se ')
    await userEvent.keyboard('{Enter}')
    await expect
      .element(page.getByRole('status').filter({ hasText: 'mette@nordic.se' }))
      .toHaveTextContent(/^If somebody signs in with .*, a mail with a link is on its way there\.$/)
    expect(calls.map(({ body }) => body)).toEqual(['{"email":"mette@nordic.se"}'])
    await expectAccessible()
    await button('Back to sign-in').click()
    await expect.element(button('Sign in')).toBeVisible()
  })

  it('is told what is no address, and of what the server refuses', async () => {
    const calls = await open('/forgot_password', { [ASK]: refusal(429, 'too_many_attempts') })
    await userEvent.fill(email, 'mette@home')
    await button('Send the link').click()
    await expect.element(email).toHaveAccessibleDescription(/This is not an e-mail address\.$/)
    expect(calls).toEqual([])
    await userEvent.fill(email, 'mette@home.dk')
    await button('Send the link').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Too many attempts.')
    await expect.element(email).toHaveValue('mette@home.dk')
  })

  it('goes on in the language of the sign-in page, and may choose another', async () => {
    await open('/forgot_password?ui_locales=de')
    await expect.element(page.getByRole('heading', { name: 'Passwort vergessen?' })).toBeVisible()
    expect(route()).toBe('/forgot_password')
    expect(local.get('language')).toBe('de')
  })
})

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type * as SignIn from '../session/sign-in'
import { signIn } from '../session/sign-in'
import { expectAccessible } from '../testing/axe'
import { fakeApi, json, type Answers } from '../testing/fake-api'
import { renderConsole } from '../testing/render-console'
import { freshSession } from '../testing/session'

// Leaving the page would end the tests with it.
vi.mock('../session/sign-in', async (original) => ({
  ...(await original<typeof SignIn>()),
  signIn: vi.fn(() => Promise.resolve()),
}))

beforeEach(async () => {
  await freshSession()
  vi.mocked(signIn).mockClear()
})

const CHECK = 'POST /first_start/v1/check'

/** Opens the console at a route. The address of a first start works, unless answered otherwise. */
async function open(route: string, answers: Answers = {}) {
  const calls = fakeApi({ [CHECK]: () => new Response(null, { status: 204 }), ...answers })
  await renderConsole(route)
  return calls
}

const field = (name: string) => page.getByLabelText(name, { exact: true })
const setUp = () => page.getByRole('button', { name: 'Set up', exact: true })
const refusal = (status: number, error: string, errors?: object) =>
  json({ error, error_code: error, message: error, error_message: error, errors }, status)

async function fillIn() {
  await field('Your name').fill('Anna Berg')
  await field('E-mail address or username').fill('anna@example.com')
  await field('New password').fill('Doors-And-Windows-17')
  await field('Repeat password').fill('Doors-And-Windows-17')
}

describe('the first start', () => {
  it('sets the owner up, and leads on to sign-in', async () => {
    const calls = await open('/first_start?token=T', {
      'POST /first_start/v1': () => json({ id: 'user-000000000001', username: 'anna@example.com' }),
    })
    await expect.element(page.getByRole('heading', { name: 'Set up this server' })).toBeVisible()
    await expectAccessible()
    await fillIn()
    const zone = page.getByRole('combobox', { name: 'Time zone' })
    await zone.click()
    await userEvent.keyboard('{Control>}a{/Control}Copenhagen')
    await page.getByRole('option', { name: 'Europe/Copenhagen' }).click()
    await setUp().click()
    await expect.element(page.getByText('Sign in as', { exact: false })).toBeVisible()
    await expectAccessible()
    expect(JSON.parse(calls.find(({ path }) => path === '/first_start/v1')!.body)).toEqual({
      ...{ token: 'T', username: 'anna@example.com', display_name: 'Anna Berg', password: 'Doors-And-Windows-17' },
      ...{ language: 'en-GB', timezone: 'Europe/Copenhagen' },
    })
    await page.getByRole('button', { name: 'To sign-in' }).click()
    await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  })

  it('says at each field what is missing or wrong, and leads to the first', async () => {
    const calls = await open('/first_start?token=T')
    await setUp().click()
    await expect.element(field('Your name')).toHaveFocus()
    expect(page.getByText('Please fill in this field').elements()).toHaveLength(3)
    await fillIn()
    await field('E-mail address or username').fill('a')
    await field('Repeat password').fill('Doors-And-Windows-18')
    await setUp().click()
    await expect.element(field('E-mail address or username')).toHaveFocus()
    await expect.element(page.getByText('At least 3 letters', { exact: false })).toBeVisible()
    await expect.element(page.getByText('Repeated password is not valid')).toBeVisible()
    await expectAccessible()
    expect(calls.map(({ path }) => path)).toEqual(['/first_start/v1/check'])
  })

  it('says at its field what the server refuses, until that changes', async () => {
    const errors = { password: [{ error_code: 'invalid_password', error_message: 'too common' }] }
    await open('/first_start?token=T', {
      'POST /first_start/v1': () => refusal(422, 'validation_failed', errors),
    })
    await fillIn()
    await setUp().click()
    const said = page.getByText('This password is too easy to guess, or many people have it. Choose another one.')
    await expect.element(said).toBeVisible()
    await expect.element(field('New password')).toHaveFocus()
    await userEvent.keyboard('Doors-And-Windows-19')
    await expect.element(said).not.toBeInTheDocument()
  })

  const expectOver = async () => {
    await expect.element(page.getByText('This address does not work, or does not work any more.')).toBeVisible()
    await expect.element(page.getByText('cardea owner add')).toBeVisible()
    await expect.element(setUp()).not.toBeInTheDocument()
    await expectAccessible()
  }

  it.each(['/first_start', '/first_start?token=T'])(
    'says as the page opens that the address of %s is dead',
    async (route) => {
      const calls = await open(route, { [CHECK]: () => refusal(404, 'entity_not_found') })
      await expectOver()
      expect(calls.map(({ body }) => body)).toEqual(route.includes('token') ? ['{"token":"T"}'] : [])
    },
  )

  it('says it of one that somebody used meanwhile', async () => {
    await open('/first_start?token=T', { 'POST /first_start/v1': () => refusal(404, 'entity_not_found') })
    await fillIn()
    await setUp().click()
    await expectOver()
  })

  it('shows the form where it cannot be told whether the address works', async () => {
    await open('/first_start?token=T', { [CHECK]: () => refusal(503, 'server_unavailable') })
    await expect.element(setUp()).toBeVisible()
  })

  it('keeps what was typed while the server is away', async () => {
    await open('/first_start?token=T', { 'POST /first_start/v1': () => refusal(503, 'server_unavailable') })
    await fillIn()
    await setUp().click()
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expect.element(field('Your name')).toHaveValue('Anna Berg')
    await expect.element(setUp()).toBeEnabled()
  })
})

describe('a browser that a page of the server has signed in', () => {
  it.each([
    ['/signed_in', '/dashboard'],
    ['/signed_in?redirect=%2Fi%2FTOKEN', '/i/TOKEN'],
    ['/signed_in?redirect=https:%2F%2Felsewhere.example', '/dashboard'],
  ])('goes from %s to %s without a page being shown', async (route, redirect) => {
    await open(route)
    await expect.poll(() => vi.mocked(signIn).mock.calls).toEqual([[{ silent: true, redirect }]])
  })
})

import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showLanguage } from '../../i18n/i18n'
import { expectAccessible } from '../../testing/axe'
import { json } from '../../testing/fake-api'
import { waitFor } from '../../testing/wait-for'
import { alert, atMyAccount, open, refusal, tab } from './testing'

atMyAccount()

const LIST = 'GET /user/v1/sessions'
const OTHERS = 'DELETE /user/v1/sessions'
const PHONE = 'DELETE /user/v1/sessions/session-2'

const signIn = (id: string, rest = {}) => ({
  ...{ id, client_id: 'cardea-web', address: '192.0.2.7', browser: 'Firefox', system: 'Windows', current: false },
  ...{ created_at: '2026-11-18T08:00:00Z', last_used_at: '2026-11-20T12:00:00Z', expires_at: '2026-12-20T12:00:00Z' },
  ...rest,
})
const here = signIn('session-1', { current: true })
const phone = signIn('session-2', { client_id: 'cardea-android', browser: null, system: 'Android', address: null })
const unknown = signIn('session-3', { client_id: null, browser: null, system: null })
const done = () => new Response(null, { status: 204 })

/** Opens the tab; what is left of the list is answered each time it is asked for. */
async function show(list = [here, phone, unknown], further = {}) {
  const left = [...list]
  const take = (kept: (id: string) => boolean) => () => {
    left.splice(0, left.length, ...left.filter(({ id }) => kept(id)))
    return done()
  }
  const answers = {
    [LIST]: () => json(left),
    [PHONE]: take((id) => id !== 'session-2'),
    [OTHERS]: take((id) => id === 'session-1'),
    ...further,
  }
  const opened = await open({ further: answers })
  await userEvent.click(tab('Sign-ins'))
  return opened
}

const list = page.getByRole('list', { name: 'Sign-ins' })
const entry = (text: string) => list.getByRole('listitem').filter({ hasText: text })
const question = page.getByRole('alertdialog')
const said = (text: string) => page.getByRole('status').filter({ hasText: text })

describe('Sign-ins', () => {
  it('are listed with what is known of them; this one is marked and cannot be ended here', async () => {
    await show()
    await expect.element(entry('Firefox on Windows')).toHaveTextContent(/This one/)
    await expect.element(entry('Firefox on Windows')).toHaveTextContent(/192\.0\.2\.7.*last used .*since /)
    expect(entry('Firefox on Windows').getByRole('button').query()).toBeNull()
    await expect.element(entry('Android')).toHaveTextContent(/cardea-android/)
    await expect.element(entry('Unknown browser or program')).toBeVisible()
    expect(page.getByRole('button', { name: 'Save', exact: true }).query()).toBeNull()
    await expectAccessible()
  })

  it('are ended one by one, after a question', async () => {
    const { sent } = await show()
    await page.getByRole('button', { name: 'Sign out Android' }).click()
    await expect.element(question).toHaveTextContent(/Sign out Android, signed in since .*18.*2026/)
    expect(sent()).toEqual([])
    await question.getByRole('button', { name: 'Sign out' }).click()
    await expect.element(entry('Android')).not.toBeInTheDocument()
    await expect.element(entry('Unknown browser')).toBeVisible()
    await expect.element(said('Signed out there.')).toBeVisible()
    expect(sent()).toEqual(['DELETE sessions/session-2'])
  })

  it('of two with the same browser are told apart by since when they are, by the button too', async () => {
    const older = signIn('session-4', { created_at: '2026-10-02T08:00:00Z' })
    const newer = signIn('session-5', { created_at: '2026-11-19T08:00:00Z' })
    const { sent } = await show([here, older, newer], { 'DELETE /user/v1/sessions/session-4': done })
    const end = page.getByRole('button', { name: /^Sign out Firefox on Windows, signed in since / })
    await expect.element(end).toHaveLength(2)
    await page.getByRole('button', { name: /since 2 Oct/ }).click()
    await expect.element(question).toHaveTextContent(/signed in since 2 Oct/)
    await question.getByRole('button', { name: 'Sign out' }).click()
    await waitFor(() => expect(sent()).toEqual(['DELETE sessions/session-4']))
  })

  it('that have ended meanwhile are no failure', async () => {
    let isThere = true
    const answers = {
      [LIST]: () => json(isThere ? [here, phone] : [here]),
      [PHONE]: () => {
        isThere = false
        return refusal(404, 'entity_not_found')
      },
    }
    await show([], answers)
    await page.getByRole('button', { name: 'Sign out Android' }).click()
    await question.getByRole('button', { name: 'Sign out' }).click()
    await expect.element(entry('Android')).not.toBeInTheDocument()
  })

  it('are ended everywhere else at once; the button goes with the last of them', async () => {
    const { sent } = await show()
    const everywhere = page.getByRole('button', { name: 'Sign out everywhere else' })
    await everywhere.click()
    await question.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await waitFor(() => expect(list.getByRole('listitem').elements()).toHaveLength(1))
    await expect.element(everywhere).not.toBeInTheDocument()
    await expect.element(said('Signed out everywhere else.')).toBeVisible()
    expect(sent()).toEqual(['DELETE sessions'])
  })

  it('that cannot be ended or fetched say why', async () => {
    let isAway = true
    const answers = {
      [LIST]: () => (isAway ? refusal(403, 'forbidden') : json([here, phone])),
      [PHONE]: () => refusal(429, 'too_many_attempts'),
    }
    await show([], answers)
    await expect.element(alert).toHaveTextContent('Your sign-ins could not be fetched.')
    isAway = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Sign out Android' }).click()
    await question.getByRole('button', { name: 'Sign out' }).click()
    await expect.element(question).toHaveTextContent('Too many attempts. Wait a little and try again.')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(entry('Android')).toBeVisible()
  })

  it.each([
    ['da-DK', 'Logins', 'Firefox på Windows'],
    ['de', 'Anmeldungen', 'Firefox auf Windows'],
  ] as const)('speak %s', async (language, title, name) => {
    await showLanguage(language)
    await open({ further: { [LIST]: () => json([here, phone]) } })
    await userEvent.click(tab(title))
    await expect.element(page.getByText(name)).toBeVisible()
    await expectAccessible()
  })
})

import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showLanguage } from '../../i18n/i18n'
import { currentSession } from '../../session/session'
import { shownRoleChanges } from '../../session/role-changes'
import { tab as storage } from '../../session/storage'
import { domainOf, user } from '../../testing/example'
import { expectAccessible } from '../../testing/axe'
import { catchDownloads } from '../../testing/downloads'
import { json } from '../../testing/fake-api'
import { waitFor } from '../../testing/wait-for'
import { alert, atMyAccount, field, open, refusal, tab } from './testing'

atMyAccount()

const EXPORT = 'GET /user/v1/export'
const ERASE = 'DELETE /user/v1'
const DELETE = 'DELETE /domain/v1'
const PASSWORD = 'Correct-Horse-7'

const done = () => new Response(null, { status: 204 })
const refused = (status: number, error: string) => () => refusal(status, error)
const wrong = (error_code: string) => () =>
  refusal(422, 'validation_failed', { errors: { password: [{ error_code, error_message: '' }] } })

/** Opens the tab as a guest of the domain, or as its owner. What is asked for is answered in this order. */
async function show(answers: (() => Response)[], { role = 'user', further = {} } = {}) {
  const told = role === 'user' ? { username: 'gitte@guests.dk' } : {}
  const next = () => answers.shift()!()
  const opened = await open({ role, told, further: { [ERASE]: next, [DELETE]: next, ...further } })
  await userEvent.click(tab('Leave'))
  return opened
}

const button = page.getByRole('button', { name: 'Erase account', exact: true })
const question = page.getByRole('alertdialog', { name: 'Erase your account?' })
const confirm = async () => {
  await button.click()
  await question.getByRole('button', { name: 'Erase account' }).click()
}

describe('what is known about one', () => {
  it('is downloaded as a file', async () => {
    const files = catchDownloads()
    await show([], { further: { [EXPORT]: () => json({ profile: { username: 'gitte@guests.dk' } }) } })
    await expectAccessible()
    await page.getByRole('button', { name: 'Download as JSON' }).click()
    await waitFor(() => expect(files).toHaveLength(1))
    expect(files[0]?.name).toMatch(/^Cardea_account_gitte-guests-dk_2026-11-2\d\.json$/)
    expect(JSON.parse((await files[0]?.text()) ?? '')).toEqual({ profile: { username: 'gitte@guests.dk' } })
    await expect.element(page.getByRole('status').filter({ hasText: /^Downloaded as/ })).toBeVisible()
  })

  it('that is not told says why', async () => {
    await show([], { further: { [EXPORT]: refused(429, 'too_many_attempts') } })
    await page.getByRole('button', { name: 'Download as JSON' }).click()
    await expect.element(alert).toHaveTextContent('Too many attempts. Wait a little and try again.')
  })
})

describe('handing one’s domain over', () => {
  const POST = 'POST /domain/v1/hand_over'
  const me = 'user-0366ba845fb5'
  const isDone = page.getByRole('status').filter({ hasText: 'Bo Berg owns the domain now.' })
  const act = page.getByRole('button', { name: 'Hand over', exact: true })
  const asked = page.getByRole('alertdialog', { name: /^Hand the domain over to .*Bo Berg.*\?$/ })

  /** Opens the tab as the owner of a domain with these people beside them; `told` is answered when it is handed over. */
  async function asOwner(others: ReturnType<typeof user>[], told: (() => Response)[], account = {}) {
    let domain = "owner@demo.cardea's domain"
    const further = {
      'GET /user/v1/identities': () =>
        json([{ id: me, domain, primary: true, role: 'administrator', domain_rights: [] }]),
      [POST]: () => {
        const answered = told.shift()!()
        if (answered.ok) domain = "bo@guests.dk's domain"
        return answered
      },
    }
    const owner = user(me, { username: 'owner@demo.cardea', role: 'administrator' })
    const opened = await open({ domain: domainOf({ users: [owner, ...others] }), told: account, further })
    await userEvent.click(tab('Leave'))
    return opened
  }

  const bo = user('user-bo', { username: 'bo@guests.dk', display_name: 'Bo Berg', role: 'administrator' })
  const choose = async () => {
    await page.getByRole('button', { name: /New owner/ }).click()
    await page.getByRole('option', { name: /Bo Berg/ }).click()
  }
  const confirm = async () => {
    await act.click()
    await asked.getByRole('button', { name: 'Hand over' }).click()
  }

  it('asks, takes the password, and whoever owned it has a domain no more', async () => {
    const anna = user('user-anna', { display_name: 'Anna Lindqvist' })
    const { sent } = await asOwner([anna, bo], [done])
    await expectAccessible()
    await act.click()
    await expect.element(page.getByText('Please fill in this field.').first()).toBeVisible()
    await page.getByRole('button', { name: /New owner/ }).click()
    expect(page.getByRole('option').elements()).toHaveLength(1)
    await page.getByRole('option', { name: /Bo Berg/ }).click()
    await userEvent.fill(field('Your password, to hand it over'), PASSWORD)
    await confirm()
    await expect.element(isDone).toBeVisible()
    expect(sent()).toEqual([`POST /domain/v1/hand_over {"user":"user-bo","password":"${PASSWORD}"}`])
    expect(currentSession().identity?.domain).toBe('bo@guests.dk')
    expect(act.query()).toBeNull()
    expect(field('Name of the domain').query()).toBeNull()
  })

  it('asks nobody for a password who has none', async () => {
    const { sent } = await asOwner([bo], [done], { has_password: false })
    await choose()
    expect(field('Your password, to hand it over').query()).toBeNull()
    expect(field('Your password').query()).toBeNull()
    await confirm()
    await expect.element(isDone).toBeVisible()
    expect(sent()).toEqual(['POST /domain/v1/hand_over {"user":"user-bo","password":""}'])
  })

  it('that is refused says why: at the password, or below', async () => {
    await asOwner([bo], [wrong('invalid'), refused(409, 'conflict'), refused(403, 'sign_in_too_old')])
    await choose()
    await act.click()
    const secret = field('Your password, to hand it over')
    await expect.element(secret).toHaveAccessibleDescription('Please fill in this field.')
    expect(asked.query()).toBeNull()
    await userEvent.fill(secret, 'guess')
    await confirm()
    await expect.element(secret).toHaveAccessibleDescription('This is not your password.')
    await userEvent.fill(secret, PASSWORD)
    await confirm()
    await expect.element(alert).toHaveTextContent(/^They own a domain already\./)
    await confirm()
    await expect.element(page.getByRole('button', { name: 'Sign in again' })).toBeVisible()
    expect(currentSession().identity?.domain).toBe('owner@demo.cardea')
  })

  it('waits for somebody to give it to', async () => {
    await asOwner([user('user-name', { display_name: 'Cleaner', has_account: false })], [])
    await expect.element(page.getByText(/^Nobody else who has an account is an administrator here\./)).toBeVisible()
    expect(act.query()).toBeNull()
  })

  it('is not offered to guests', async () => {
    await show([])
    await expect.element(button).toBeVisible()
    expect(page.getByRole('heading', { name: 'Hand the domain over' }).query()).toBeNull()
  })
})

describe('deleting one’s domain alone', () => {
  const act = page.getByRole('button', { name: 'Delete domain', exact: true })
  const asked = page.getByRole('alertdialog', { name: 'Delete your domain?' })
  const name = field('Name of the domain to delete')

  /** Opens the tab as the owner of a domain who belongs to another one. */
  async function asOwnerElsewhere(told: (() => Response)[]) {
    const own = { id: 'user-0366ba845fb5', domain: "owner@demo.cardea's domain", primary: true, role: 'administrator' }
    const other = { id: 'user-elsewhere', domain: "corp@example.com's domain", primary: false, role: 'administrator' }
    let identities = [own, other].map((identity) => ({ ...identity, domain_rights: [] }))
    const further = {
      'GET /user/v1/identities': () => json(identities),
      [DELETE]: () => {
        const answered = told.shift()!()
        if (answered.ok) identities = identities.slice(1)
        return answered
      },
    }
    const opened = await open({ further })
    await userEvent.click(tab('Leave'))
    return opened
  }

  it('takes its name, asks, and goes on in the other one', async () => {
    const { sent } = await asOwnerElsewhere([done])
    await act.click()
    await expect.element(name).toHaveAccessibleDescription(/This is not the name of the domain\.$/)
    await userEvent.fill(name, 'owner@demo.cardea')
    await userEvent.fill(field('Your password, to delete it'), PASSWORD)
    await act.click()
    await asked.getByRole('button', { name: 'Delete domain' }).click()
    await waitFor(() => expect(currentSession().identity?.domain).toBe('corp@example.com'))
    await waitFor(() => expect(currentSession().identities).toHaveLength(1))
    // Who has done it themself knows it.
    expect(shownRoleChanges()).toEqual([])
    expect(sent()).toEqual([`DELETE /domain/v1 {"domain":"owner@demo.cardea","password":"${PASSWORD}"}`])
  })

  it('that is refused says why: at the password, or below', async () => {
    await asOwnerElsewhere([wrong('invalid'), refused(403, 'sign_in_too_old')])
    await userEvent.fill(name, 'owner@demo.cardea')
    await act.click()
    const secret = field('Your password, to delete it')
    await expect.element(secret).toHaveAccessibleDescription('Please fill in this field.')
    await userEvent.fill(secret, 'guess')
    await act.click()
    await asked.getByRole('button', { name: 'Delete domain' }).click()
    await expect.element(secret).toHaveAccessibleDescription('This is not your password.')
    await userEvent.fill(secret, PASSWORD)
    await act.click()
    await asked.getByRole('button', { name: 'Delete domain' }).click()
    await expect.element(page.getByRole('button', { name: 'Sign in again' })).toBeVisible()
    await expectAccessible()
  })

  it('is not offered to who belongs nowhere else', async () => {
    await show([], { role: 'administrator' })
    await expect.element(button).toBeVisible()
    expect(act.query()).toBeNull()
  })
})

describe('erasing one’s account', () => {
  it('asks, takes the password, and nobody is signed in any more', async () => {
    const { sent } = await show([done])
    expect(field('Name of the domain').query()).toBeNull()
    await userEvent.fill(field('Your password'), PASSWORD)
    await button.click()
    await expect.element(question).toHaveTextContent(/This cannot be undone\./)
    expect(sent()).toEqual([])
    await question.getByRole('button', { name: 'Erase account' }).click()
    await waitFor(() => expect(currentSession().user).toBeNull())
    expect(sent()).toEqual([`DELETE /user/v1 {"password":"${PASSWORD}"}`])
    expect(storage.get('signed_out')).toBe('erased')
    expect(storage.get('access_token')).toBeNull()
    expect(localStorage).toHaveLength(0)
  })

  it('that is refused says why at the password, until another one is typed', async () => {
    await show([wrong('invalid')])
    await button.click()
    await expect.element(field('Your password')).toHaveAccessibleDescription('Please fill in this field.')
    expect(question.query()).toBeNull()
    await userEvent.fill(field('Your password'), 'guess')
    await confirm()
    await expect.element(field('Your password')).toHaveAccessibleDescription('This is not your password.')
    await userEvent.fill(field('Your password'), PASSWORD)
    await expect.element(field('Your password')).not.toHaveAccessibleDescription('This is not your password.')
    expect(currentSession().user).not.toBeNull()
  })

  it('says what else is in the way', async () => {
    await show([refused(409, 'conflict'), refused(403, 'sign_in_too_old')])
    await userEvent.fill(field('Your password'), PASSWORD)
    await confirm()
    await expect.element(alert).toHaveTextContent(/^You own a domain\. Choose it in the bar above first/)
    await confirm()
    await expect.element(alert).toHaveTextContent(/within the last ten minutes/)
    await expect.element(page.getByRole('button', { name: 'Sign in again' })).toBeVisible()
    await expectAccessible()
  })

  it('of an owner deletes the domain too, named by them, and not before the password is right', async () => {
    const role = 'administrator'
    const { sent } = await show([wrong('invalid'), refused(409, 'conflict'), done, done], { role })
    await expect.element(page.getByText(/^You own the domain .*owner@demo\.cardea.*It is deleted with/)).toBeVisible()
    await button.click()
    await expect
      .element(field('Name of the domain'))
      .toHaveAccessibleDescription(/This is not the name of the domain\.$/)
    expect(question.query()).toBeNull()
    await userEvent.fill(field('Name of the domain'), ' Owner@demo.cardea')
    await userEvent.fill(field('Your password'), 'guess')
    await confirm()
    await expect.element(field('Your password')).toHaveAccessibleDescription('This is not your password.')
    expect(sent()).toEqual(['DELETE /user/v1 {"password":"guess"}'])
    await userEvent.fill(field('Your password'), PASSWORD)
    await confirm()
    await waitFor(() => expect(currentSession().user).toBeNull())
    const erase = `DELETE /user/v1 {"password":"${PASSWORD}"}`
    expect(sent().slice(1)).toEqual([
      erase,
      `DELETE /domain/v1 {"domain":" Owner@demo.cardea","password":"${PASSWORD}"}`,
      erase,
    ])
  })

  it.each([
    ['da-DK', 'Forlad', 'Slet konto'],
    ['de', 'Verlassen', 'Konto löschen'],
  ] as const)('speaks %s', async (language, title, erase) => {
    await showLanguage(language)
    await open()
    await userEvent.click(tab(title))
    await expect.element(page.getByRole('button', { name: erase })).toBeVisible()
    await expectAccessible()
  })
})

import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { liveDomain } from '../../api/queries/domain'
import { showLanguage } from '../../i18n/i18n'
import { Domain } from '../../model/domain'
import { user } from '../../testing/example'
import { currentSession } from '../../session/session'
import { expectAccessible } from '../../testing/axe'
import { json } from '../../testing/fake-api'
import { renderOverlay } from '../../testing/render-overlay'
import { waitFor } from '../../testing/wait-for'
import { openOverlays } from '../registry'
import { openMyAccount } from './open'
import { alert, atMyAccount, fact, field, open, people, save, tab } from './testing'

atMyAccount()

describe('General', () => {
  it('shows who one is; the username cannot be changed', async () => {
    await open()
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('My account')
    expect(fact('Username')).toBe('owner@demo.cardea')
    expect(fact('Domain')).toBe('owner@demo.cardea')
    expect(fact('Role')).toBe('Administrator')
    expect(page.getByRole('textbox', { name: 'Username' }).query()).toBeNull()
    await expect.element(field('Display name')).toHaveValue('Mette Sørensen')
    await expect.element(field('E-mail address')).toHaveValue('owner@demo.cardea')
    await expect.element(page.getByRole('button', { name: /Dansk.*Language/ })).toBeVisible()
    await expect.element(save).toBeDisabled()
    await expectAccessible()
  })

  it('changes all that is told of oneself by one call, and the bar follows', async () => {
    const { sent, close } = await open()
    await userEvent.fill(field('Display name'), ' Mette S ')
    await userEvent.fill(field('E-mail address'), 'mette@sørensen.dk')
    await userEvent.fill(field('Alias'), 'The boss')
    await page.getByRole('button', { name: /Language/ }).click()
    await page.getByRole('option', { name: 'Deutsch' }).click()
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    const change = { display_name: 'Mette S', email_address: 'mette@sørensen.dk', language: 'de', alias: 'The boss' }
    expect(sent()).toEqual([`PATCH update ${JSON.stringify(change)}`])
    expect(currentSession().user).toMatchObject({
      display_name: 'Mette S',
      language: 'de',
      username: 'owner@demo.cardea',
    })
    await expect.element(page.getByRole('status').filter({ hasText: /^Saved\.$/ })).toBeVisible()
  })

  it('sends only what was changed', async () => {
    const { sent, close } = await open()
    await userEvent.fill(field('Alias'), 'The boss')
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual(['PATCH update {"alias":"The boss"}'])
  })

  it('needs a name, and an address that is one: Save says so at the field and leads there', async () => {
    const { sent } = await open()
    await userEvent.fill(field('Display name'), '  ')
    await expect.element(field('Display name')).toHaveAccessibleDescription(/Please fill in this field\./)
    await userEvent.fill(field('E-mail address'), 'mette@home')
    await expect.element(field('E-mail address')).toHaveAccessibleDescription(/This is not an e-mail address\.$/)
    await userEvent.click(tab('Change password'))
    await userEvent.click(save)
    await expect.element(field('Display name')).toHaveFocus()
    await userEvent.fill(field('Display name'), 'Mette')
    await userEvent.click(save)
    await expect.element(field('E-mail address')).toHaveFocus()
    await userEvent.fill(field('E-mail address'), '')
    await expect.element(field('E-mail address')).toHaveAccessibleDescription(/Please fill in this field\.$/)
    await userEvent.fill(field('E-mail address'), `${'m'.repeat(252)}@x.dk`)
    await expect.element(field('E-mail address')).toHaveAccessibleDescription(/At most 255 characters\.$/)
    await expectAccessible()
    expect(sent()).toEqual([])
  })

  it('lets who has no address go on without one', async () => {
    const domain = people()
    domain.put('users', [
      user('user-0366ba845fb5', { role: 'administrator', display_name: 'Mette', email_address: '' }),
    ])
    const { sent, close } = await open({ domain })
    await userEvent.fill(field('Display name'), 'Mette S')
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual(['PATCH update {"display_name":"Mette S"}'])
  })

  it('says at the field what the server refuses, and what it knows of other failures', async () => {
    const refusal = {
      error: 'validation_failed',
      errors: { email_address: [{ error_code: 'already_taken', error_message: '' }] },
    }
    const teapot = new Response('{}', { status: 418, statusText: 'I am a teapot' })
    const { sent, close } = await open({ answers: [json(refusal, 422), teapot] })
    await userEvent.fill(field('E-mail address'), 'anna@nordic.se')
    await userEvent.click(save)
    await expect.element(field('E-mail address')).toHaveAccessibleDescription(/This is taken already\.$/)
    await expect.element(alert).toHaveTextContent('Failed to save your account.')
    await userEvent.fill(field('E-mail address'), 'mette@nordic.se')
    await userEvent.click(save)
    await expect.element(alert).toHaveTextContent('Error 418: I am a teapot')
    expect(close).not.toHaveBeenCalled()
    expect(sent()).toHaveLength(2)
  })

  it('keeps a language that the console does not speak', async () => {
    const domain = people()
    domain.put('users', [user('user-0366ba845fb5', { role: 'administrator', language: 'pt' })])
    await open({ domain })
    await page.getByRole('button', { name: /Portuguese.*Language/ }).click()
    await expect.element(page.getByRole('option', { name: 'Portuguese' })).toBeVisible()
    await expect.element(page.getByRole('option', { name: 'English' })).toBeVisible()
  })
})

describe('the groups of an administrator', () => {
  it('are changed here too, with a warning before doors are lost', async () => {
    const { sent, close } = await open()
    await userEvent.click(tab('Groups (1)'))
    await userEvent.click(page.getByRole('option', { name: 'Holiday guests' }))
    await userEvent.click(page.getByRole('option', { name: 'Cleaners' }))
    await expect.element(page.getByText('Loses access to 1 door: Gate.')).toBeVisible()
    await userEvent.click(save)
    const warning = page.getByRole('alertdialog', { name: 'This takes access away' })
    await userEvent.click(warning.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual([
      'POST /groups/v1/group-holiday/users/user-0366ba845fb5',
      'DELETE /groups/v1/group-cleaners/users/user-0366ba845fb5',
    ])
  })
})

describe('Access to locks', () => {
  it('counts the locks; for administrators each opens the access', async () => {
    await open()
    await userEvent.click(tab('Access to locks (2)'))
    expect(save.query()).toBeNull()
    await userEvent.click(page.getByRole('button', { name: /Street door/ }))
    expect(openOverlays().map(({ place }) => place?.ids)).toEqual([['user-0366ba845fb5', 'lock-street']])
  })

  it('is only read by others', async () => {
    await open({ role: 'installer' })
    await userEvent.click(tab('Access to locks (2)'))
    await expect.element(page.getByRole('listitem').nth(1)).toHaveTextContent('Street doorHavnegade 1Always')
    expect(page.getByRole('button', { name: /Street door/ }).query()).toBeNull()
    await expectAccessible()
  })
})

describe('for who is no administrator', () => {
  it.each(['installer', 'user'])('there are no alias and groups, and no log: %s', async (role) => {
    vi.spyOn(liveDomain, 'start').mockReturnValue(() => {})
    const { sent, close } = await open({ role })
    await expect.element(field('Display name')).toBeVisible()
    expect(field('Alias').query()).toBeNull()
    expect(tab(/^Groups/).query()).toBeNull()
    await expect.element(tab('Access log')).toHaveAttribute('aria-disabled', 'true')
    await userEvent.fill(field('Display name'), 'Gustav')
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual(['PATCH update {"display_name":"Gustav"}'])
  })

  it('a guest’s doors are fetched for it, which nobody else has done', async () => {
    const stop = vi.fn()
    const start = vi.spyOn(liveDomain, 'start').mockReturnValue(stop)
    await open({ role: 'user' })
    await expect.element(field('Display name')).toBeVisible()
    expect(start).toHaveBeenCalledExactlyOnceWith('user-0366ba845fb5', 'user-0366ba845fb5', expect.any(Function))
  })
})

it('opens before any domain is there, and says that the doors are still to come', async () => {
  vi.spyOn(liveDomain, 'start').mockReturnValue(() => {})
  await open({ role: 'user' })
  const loading = { ...liveDomain.state, phase: 'loading', complete: false, domain: new Domain() } as const
  vi.spyOn(liveDomain, 'state', 'get').mockReturnValue(loading)
  await renderOverlay(null)
  openMyAccount({})
  const overlay = page.getByRole('dialog', { name: 'My account' }).last()
  await overlay.getByRole('tab', { name: 'Access to locks', exact: true }).click()
  await expect.element(overlay.getByRole('progressbar', { name: 'Fetching your doors' })).toBeVisible()
})

describe.each([
  ['da-DK', 'Skift adgangskode', 'Vist navn'],
  ['de', 'Passwort ändern', 'Anzeigename'],
] as const)('in %s', (tag, title, name) => {
  it('the overlay speaks the language', async () => {
    await showLanguage(tag)
    await open()
    await expect.element(tab(title)).toBeVisible()
    await expect.element(field(name)).toBeVisible()
    await expectAccessible()
  })
})

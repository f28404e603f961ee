import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { domainOf, link, user } from '../../testing/example'
import { tab as storage } from '../../session/storage'
import { expectAccessible } from '../../testing/axe'
import { lineEnds } from '../../testing/reading-order'
import { signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import { admin, alert, button, fact, field, now, open, owner, people, refused, save } from './testing'

signedIn(now)

const role = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })
const manages = page.getByText(/^Manages locks, guests and their access/)
const installs = page.getByText(/^Adds and configures devices/)
const good = 'Correct-Horse-7'

describe('General', () => {
  it('shows who somebody is; the username cannot be changed', async () => {
    await open()
    await expect.element(page.getByRole('heading', { level: 2 })).toHaveTextContent('Anna Lindqvist')
    expect(fact('Username')).toBe('anna')
    expect(fact('Name')).toBe('Anna Lindqvist')
    expect(fact('E-mail address')).toBe('anna@nordic.se')
    expect(fact('Account')).toBe('Created in this domain')
    expect(page.getByRole('textbox', { name: 'Username' }).query()).toBeNull()
    await expect.element(role('Guest')).toBeChecked()
    await expect.element(save).toBeDisabled()
    await expectAccessible()
  })

  it('shows a long address whole on a small screen, broken after its signs', async () => {
    await page.viewport(390, 844)
    const address = 'maximiliane-alexandra_von.hohenzollern+ferienwohnung@buchhaltung-nordrhein.westfalen.example.org'
    const anna = user('user-anna', { display_name: 'Anna', username: address, email_address: address })
    await open({ domain: domainOf({ users: [user(owner, { role: 'administrator' }), anna] }) })
    const shown = page.getByText(address, { exact: true })
    await expect.element(shown).toBeInViewport({ ratio: 0.99 })
    expect(lineEnds(shown.element())).toMatch(/^[@.+_-]{2,}$/)
  })

  it('changes alias and role, each by a call of its own', async () => {
    const { sent, close } = await open()
    await userEvent.fill(field('Alias'), ' Cleaner Anna ')
    await userEvent.click(installs)
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual(['PATCH user-anna {"alias":"Cleaner Anna"}', 'PATCH user-anna {"role":"installer"}'])
  })

  it('makes an administrator by a second press, which says what that gives', async () => {
    const { sent, close } = await open()
    await userEvent.click(manages)
    const access = page.getByRole('status').filter({ hasText: 'becomes permanent' })
    await expect
      .element(access)
      .toHaveTextContent(
        'Access of their own that is limited in time or has ended becomes permanent: Old shed and Street door.',
      )
    await userEvent.click(save)
    await expect
      .element(
        page.getByText(/^As an administrator .*Anna Lindqvist.* manages every door, all people and the settings/),
      )
      .toBeVisible()
    expect(sent()).toEqual([])
    await expectAccessible()
    await userEvent.click(button('Confirm: make administrator'))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual(['PATCH user-anna {"role":"administrator"}'])
    await expect.element(page.getByRole('status').filter({ hasText: /^Saved\.$/ })).toBeVisible()
  })

  it('asks anew where something else is to be saved with it, and not for other roles', async () => {
    const { sent } = await open()
    await userEvent.click(manages)
    await userEvent.click(save)
    await userEvent.fill(field('Alias'), 'Anna L')
    await expect.element(save).toBeVisible()
    await userEvent.click(installs)
    await userEvent.click(save)
    await waitFor(() => expect(sent()).toHaveLength(2))
  })

  it('says that access by groups keeps its times, which an administrator then has still', async () => {
    const domain = people()
    domain.put('links', [
      link('group_group-1', { group_id: 'group-cleaners', other_group_id: 'group-ground', calendar_id: 'calendar-1' }),
    ])
    await open({ domain })
    await userEvent.click(manages)
    await expect.element(page.getByText('Access by groups keeps its times.')).toBeVisible()
  })

  it('says what failed, and Save goes on with that', async () => {
    const { sent, close } = await open({ answers: [refused({}, 200), refused({ error: 'server_error' })] })
    await userEvent.fill(field('Alias'), 'Anna L')
    await userEvent.click(installs)
    await userEvent.click(save)
    await expect.element(alert).toHaveTextContent('Failed to change the role of Anna Lindqvist.')
    await expect.element(alert).toHaveTextContent('1 of 2 changes are saved, the rest are not.')
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    const again = 'PATCH user-anna {"role":"installer"}'
    expect(sent()).toEqual(['PATCH user-anna {"alias":"Anna L"}', again, again])
  })

  it('says that a name cannot be given', async () => {
    await open({ answers: [refused({ error: 'server_error' })] })
    await userEvent.fill(field('Alias'), 'Anna L')
    await userEvent.click(save)
    await expect.element(alert).toHaveTextContent('Failed to rename Anna Lindqvist')
  })

  it('says in words that the role of the owner cannot change, should the server know of another owner', async () => {
    await open({ answers: [refused({ error: 'unable_to_update_domain_owner' }, 403)] })
    await userEvent.click(installs)
    await userEvent.click(save)
    await expect.element(alert).toHaveTextContent('Can not change role of domain owner')
  })

  it('shows what someone else has changed meanwhile', async () => {
    const { shown, sent } = await open()
    await userEvent.click(installs)
    const anna = { display_name: 'Anna Lindqvist', username: 'anna' }
    shown.apply({ entries: { users: [user('user-anna', { ...anna, role: 'administrator' })] }, removed: [] })
    const conflict = page.getByRole('status').filter({ hasText: 'Someone else has changed this meanwhile.' })
    await expect.element(conflict).toHaveTextContent('RoleTheirs:AdministratorYours:Installer')
    await userEvent.click(button('Save mine'))
    await waitFor(() => expect(sent()).toEqual(['PATCH user-anna {"role":"installer"}']))
  })
})

describe('a new password', () => {
  it('must be good enough and typed twice', async () => {
    const { sent, close } = await open()
    await userEvent.fill(field('New password'), 'abc')
    await expect.element(page.getByText('At least 6 characters.')).toBeVisible()
    await userEvent.fill(field('New password'), 'abcdefgh')
    await expect.element(page.getByText(/^This password is too easy to guess/)).toBeVisible()
    await userEvent.click(save)
    await expect.element(field('New password')).toHaveFocus()
    await expect.element(page.getByText(/^This password is too easy to guess/)).toBeInViewport({ ratio: 1 })
    await userEvent.fill(field('New password'), good)
    await expect.element(page.getByText('Strong.')).toBeVisible()
    await userEvent.fill(field('Repeat password'), 'another')
    await expect.element(page.getByText('Repeated password is not valid')).toBeVisible()
    await userEvent.click(save)
    await expect.element(field('Repeat password')).toHaveFocus()
    expect(sent()).toEqual([])
    await userEvent.fill(field('Repeat password'), good)
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual([`PATCH user-anna {"password":"${good}"}`])
  })

  it('is to be repeated, which Save says', async () => {
    const { sent } = await open()
    await userEvent.fill(field('New password'), good)
    expect(page.getByText('Repeated password is not valid').query()).toBeNull()
    await userEvent.click(save)
    await expect.element(field('Repeat password')).toHaveFocus()
    await expect.element(field('Repeat password')).toHaveAccessibleDescription('Repeated password is not valid')
    expect(sent()).toEqual([])
  })

  it('is in sight with what is wrong with it while it is typed', async () => {
    await page.viewport(1200, 620)
    onTestFinished(() => page.viewport(1200, 800))
    await open()
    await userEvent.type(field('New password'), 'abcdefgh')
    await expect
      .poll(() => {
        const said = page
          .getByText(/^This password is too easy to guess/)
          .element()
          .getBoundingClientRect()
        return said.bottom <= save.element().closest('footer')!.getBoundingClientRect().top
      })
      .toBe(true)
  })

  it('is suggested, shown and copied', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    onTestFinished(() => write.mockRestore())
    const { sent, close } = await open()
    await expect.element(button('Copy the password')).toBeDisabled()
    await userEvent.click(button('Suggest a password'))
    const suggested = (field('New password').element() as HTMLInputElement).value
    expect(suggested).toMatch(/^[2-9A-HJ-NP-Z]{14}$/)
    await expect.element(field('New password')).toHaveAttribute('type', 'text')
    await expectAccessible()
    await userEvent.click(button('Copy the password'))
    await expect.element(page.getByText('Copied.')).toBeVisible()
    expect(write).toHaveBeenCalledExactlyOnceWith(suggested)
    await userEvent.click(button('Hide the password'))
    await expect.element(field('New password')).toHaveAttribute('type', 'password')
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual([`PATCH user-anna {"password":"${suggested}"}`])
  })

  it('that many people have is refused in the words of every place where one is chosen', async () => {
    const errors = { password: [{ error_code: 'invalid_password', error_message: '' }] }
    await open({ answers: [refused({ error: 'validation_failed', errors }, 422)] })
    await userEvent.fill(field('New password'), 'Password1234')
    await userEvent.fill(field('Repeat password'), 'Password1234')
    await userEvent.click(save)
    await expect
      .element(field('New password'))
      .toHaveAccessibleDescription('This password is too easy to guess, or many people have it. Choose another one.')
  })

  it('is not set again where a later step failed, and is written down nowhere', async () => {
    const { sent } = await open({ answers: [refused({}, 200), refused({ error: 'server_error' })] })
    await userEvent.fill(field('New password'), good)
    await userEvent.fill(field('Repeat password'), good)
    expect(JSON.stringify(storage.get('drafts'))).not.toContain(good)
    await userEvent.click(page.getByRole('tab', { name: /^Groups/ }))
    await userEvent.click(page.getByRole('option', { name: 'Holiday guests' }))
    await userEvent.click(save)
    await expect.element(alert).toHaveTextContent('Failed to connect Anna Lindqvist with Holiday guests')
    await userEvent.click(save)
    await waitFor(() => expect(sent()).toHaveLength(3))
    expect(sent().filter((call) => call.includes('password'))).toHaveLength(1)
  })

  it('that the server refuses says so at its field', async () => {
    const errors = { password: [{ error_code: 'not_settable', error_message: 'no' }] }
    await open({ answers: [refused({ error: 'validation_failed', errors }, 422)] })
    await userEvent.fill(field('New password'), good)
    await userEvent.fill(field('Repeat password'), good)
    await userEvent.click(save)
    await expect.element(field('New password')).toHaveAccessibleDescription(/Only passwords of people who were created/)
  })

  it('is only for people who were created here', async () => {
    await open({ id: 'user-bo' })
    expect(fact('Account')).toBe('Invited, with an account of their own')
    expect(field('New password').query()).toBeNull()
  })
})

describe('what cannot be changed is not offered', () => {
  it('of the owner: role, password and removal', async () => {
    await open({ id: owner, viewer: admin })
    expect(fact('Account')).toBe('Owner of this domain')
    await expect.element(page.getByText('Can not change role of domain owner')).toBeVisible()
    expect(page.getByRole('radio').query()).toBeNull()
    expect(field('New password').query()).toBeNull()
    expect(button('Remove from domain').query()).toBeNull()
    await expect.element(field('Alias')).toBeVisible()
  })

  it('of oneself: role, password and removal', async () => {
    await open({ id: admin, viewer: admin })
    expect(fact('Role')).toBe('Administrator')
    expect(page.getByRole('radio').query()).toBeNull()
    expect(button('Remove from domain').query()).toBeNull()
    await expect.element(field('Alias')).toBeVisible()
  })

  it('to installers: anything', async () => {
    await open({ role: 'installer' })
    await expect.element(page.getByRole('alertdialog')).toHaveTextContent('You may not do this in this domain.')
  })
})

describe('removing somebody', () => {
  it('takes a second press, which says what goes with them', async () => {
    const { sent, close } = await open()
    await userEvent.click(button('Remove from domain'))
    await expect.element(alert).toHaveTextContent('Anna Lindqvist is removed from this domain.')
    await expect.element(alert).toHaveTextContent('They lose access to 2 locks: Gate and Street door.')
    await expect.element(alert).toHaveTextContent('They leave 1 group: Cleaners.')
    await expect.element(alert).toHaveTextContent('The account anna was created here and is deleted')
    expect(sent()).toEqual([])
    await expectAccessible()
    await userEvent.click(button('Confirm: remove from domain'))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual(['DELETE user-anna'])
  })

  it('leaves the account of who was invited', async () => {
    await open({ id: 'user-bo' })
    await userEvent.click(button('Remove from domain'))
    await expect.element(alert).toHaveTextContent('The account user-bo@example.org stays as it is')
  })

  it('says when it failed, and goes on with the next press', async () => {
    const { sent, close } = await open({ answers: [refused({ error: 'server_error' })] })
    await userEvent.click(button('Remove from domain'))
    await userEvent.click(button('Confirm: remove from domain'))
    await expect.element(alert).toHaveTextContent('Failed to remove Anna Lindqvist')
    await userEvent.click(button('Confirm: remove from domain'))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(sent()).toEqual(['DELETE user-anna', 'DELETE user-anna'])
  })

  it('goes on while the feed is faster than the answer', async () => {
    let resolve: (answer: Response) => void = () => {}
    const promise = new Promise<Response>((done) => (resolve = done))
    const { shown, close } = await open({ answers: [promise] })
    await userEvent.click(button('Remove from domain'))
    await userEvent.click(button('Confirm: remove from domain'))
    shown.apply({ entries: {}, removed: ['user-anna'] })
    await expect.element(page.getByRole('dialog', { name: 'Anna Lindqvist' })).toBeVisible()
    resolve(refused({}, 200))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
  })

  it('by someone else is said', async () => {
    const { shown } = await open({ domain: people() })
    shown.apply({ entries: {}, removed: ['user-anna'] })
    await expect.element(page.getByRole('alertdialog')).toHaveTextContent('This person is no longer in the domain.')
  })
})

import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showLanguage } from '../../i18n/i18n'
import { user } from '../../testing/example'
import { local, tab } from '../../session/storage'
import { expectAccessible } from '../../testing/axe'
import { json } from '../../testing/fake-api'
import { sent } from '../../testing/invitations'
import { signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import { add, alert, button, choose, failing, field, invite, line, lines, nobody, now, open, refused } from './testing'

signedIn(now)

const offer = (lock_id: string, calendar_id: string | null, link_profile = 'user') => ({
  lock_id,
  calendar_id,
  link_profile,
})
const call = (path: string, to: object, links: object[] = [], alias = '') =>
  `POST ${path} ${JSON.stringify({ ...to, links, alias })}`

/** The line of a name that is no e-mail address: nobody can be told of it before they are invited. */
const asUsername = (name: string) => `${name}New. Whether anybody has this username shows once you invite.`

describe('the list', () => {
  it('takes names that are separated by commas, by Enter and by the button', async () => {
    const { changes } = await open()
    await expect.element(field).toHaveFocus()
    await expect.element(invite).toBeDisabled()
    await add(' bo@nordic.se, carl ,')
    await expect.poll(lines).toEqual(['bo@nordic.seNew', asUsername('carl')])
    await userEvent.fill(field, 'dora')
    await userEvent.click(button('Add'))
    await expect.poll(() => lines().length).toBe(3)
    await userEvent.click(button('Remove carl'))
    await expect.poll(lines).toEqual(['bo@nordic.seNew', asUsername('dora')])
    await expectAccessible()
    expect(changes()).toEqual([])
  })

  it('says of a username as it is entered that it has to be somebody’s, and not of an e-mail address, to which a letter goes', async () => {
    await open()
    await add('bo@nordic.se, carl, cb')
    await expect.poll(lines).toEqual(['bo@nordic.seNew', asUsername('carl'), 'cbInvalid email or username'])
  })

  it('takes once what is entered more than once, and picks addresses out', async () => {
    await open()
    await add('Bo Berg <bo@nordic.se> BO@nordic.se')
    await expect.poll(lines).toEqual(['bo@nordic.seNew'])
    await expect.element(field).toHaveValue('')
    await expect.element(field).toHaveAccessibleDescription(/^Entered more than once, taken once: .*BO@nordic\.se/)
  })

  it('refuses doubles, which stay in the field', async () => {
    await open()
    await add('carl')
    await add('CARL, dora')
    await expect.poll(lines).toEqual([asUsername('carl'), asUsername('dora')])
    await expect.element(field).toHaveAccessibleDescription(/User already exists in guest list: .*CARL/)
  })

  it('flags what is no name, who is here and who is invited already: nobody is invited before they are removed', async () => {
    const { changes } = await open({ invited: [sent('Eva@Nordic.se')] })
    await add('bo@nordic, cb, ANNA, eva@nordic.se, carl')
    await expect.element(line('bo@nordic')).toHaveTextContent('Invalid email')
    await expect.element(line('cb')).toHaveTextContent('Invalid email or username')
    await expect.element(line('ANNA')).toHaveTextContent('Is in this domain already')
    await expect.element(line('eva@nordic.se')).toHaveTextContent('Is invited already')
    await userEvent.click(invite)
    await expect.element(alert).toHaveTextContent('Please remove invalid guests before continuing.')
    await expect.element(button('Remove bo@nordic')).toHaveFocus()
    await expectAccessible()
    expect(changes()).toEqual([])
    for (const name of ['bo@nordic', 'cb', 'ANNA', 'eva@nordic.se']) await userEvent.click(button(`Remove ${name}`))
    await userEvent.click(invite)
    await expect.element(line('carl')).toHaveTextContent('Invited by username')
    expect(changes()).toEqual([call('invite_user', { username: 'carl' })])
  })

  it('says nothing of access whose last day does not exist, until it is mended', async () => {
    await open()
    await add('carl')
    await choose('Gate')
    const summary = page.getByText(/^After Invite: 1 guest is offered access to Gate/)
    const part = (name: string) => page.getByRole('spinbutton', { name: `${name}, To` })
    await expect.element(summary).toBeVisible()
    await part('day').click()
    await userEvent.keyboard('31')
    await part('month').click()
    await userEvent.keyboard('02')
    await part('day').click()
    await expect.element(part('day')).toHaveAccessibleDescription(/The month has no such day/)
    expect(summary.query()).toBeNull()
    await userEvent.keyboard('28')
    await part('year').click()
    await userEvent.keyboard('2027')
    await expect.element(summary).toBeVisible()
  })

  it('announces and counts those alone that nothing is wrong with, until they are invited', async () => {
    await open()
    await add('bo@@nordic')
    const status = page.getByRole('status').filter({ hasText: /guests were added/ })
    await expect.element(line('bo@@nordic')).toHaveTextContent('Invalid email')
    expect(page.getByText(/guests? (is|are) invited without access/).query()).toBeNull()
    expect(status.query()).toBeNull()
    await add('carl, dora@@nordic, eva')
    await expect.element(status).toHaveTextContent('2 guests were added: carl and eva.')
    await expect.element(line('dora@@nordic')).toHaveTextContent('Invalid email')
    await expect.element(page.getByRole('heading', { name: 'Guests (2)' })).toBeVisible()
    await expect.element(page.getByText(/^2 guests are invited without access/)).toBeVisible()
    await choose('Gate')
    await expect.element(page.getByText(/^After Invite: 2 guests are offered access to Gate/)).toBeVisible()
    for (const name of ['bo@@nordic', 'dora@@nordic']) await userEvent.click(button(`Remove ${name}`))
    await expect.element(status).toBeInTheDocument()
    await userEvent.click(invite)
    await expect.element(line('carl')).toHaveTextContent('Invited by username')
    await expect.element(status).not.toBeInTheDocument()
  })

  it('flags an e-mail address that is what somebody here is called, and a username only where it is somebody’s', async () => {
    const { shown } = await open()
    const named = user('user-greta', { username: 'greta.g', alias: 'greta@nordic.se', email_address: 'g@nordic.se' })
    const other = user('user-hugo', { username: 'hugo.h', alias: 'hugo' })
    shown.apply({ entries: { users: [named, other] }, removed: [] })
    await add('greta@nordic.se, g@nordic.se, hugo')
    await expect.element(line('greta@nordic.se')).toHaveTextContent('Is in this domain already')
    await expect.poll(() => lines().slice(1)).toEqual(['g@nordic.seNew', asUsername('hugo')])
  })

  it('goes on to the next alias at Enter, at last to the field for others, and sends nothing', async () => {
    const { changes } = await open()
    await add('carl, dora')
    await userEvent.fill(page.getByRole('textbox', { name: 'Alias for carl' }), 'Carl')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('textbox', { name: 'Alias for dora' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(field).toHaveFocus()
    await expect.element(invite).toBeEnabled()
    expect(changes()).toEqual([])
  })

  it('has the focus on the next line’s button when one is taken out, else on the one before, at last on the field', async () => {
    await open()
    await add('carl, dora, eva')
    const remove = async (name: string) => {
      ;(button(`Remove ${name}`).element() as HTMLElement).focus()
      await userEvent.keyboard('{Enter}')
    }
    await remove('dora')
    await expect.element(button('Remove eva')).toHaveFocus()
    await remove('eva')
    await expect.element(button('Remove carl')).toHaveFocus()
    await remove('carl')
    await expect.element(field).toHaveFocus()
  })

  it('is kept in the tab with aliases and access until it is sent', async () => {
    const { close } = await open()
    await add('carl')
    await userEvent.fill(page.getByRole('textbox', { name: 'Alias for carl' }), 'Carl, second floor')
    await choose('Gate')
    expect(JSON.stringify(tab.get('drafts'))).toContain('Carl, second floor')
    await userEvent.click(invite)
    await userEvent.click(button('OK'))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(JSON.stringify(tab.get('drafts'))).not.toContain('carl')
  })

  it('is there again after a reload, with its aliases', async () => {
    const { reload } = await open()
    await add('yara@example.org, carl')
    const alias = page.getByRole('textbox', { name: 'Alias for yara@example.org' })
    await userEvent.fill(alias, 'Yara, second floor')
    await reload()
    await expect.poll(lines).toEqual(['yara@example.orgNew', asUsername('carl')])
    await expect.element(alias).toHaveValue('Yara, second floor')
  })
})

describe('inviting', () => {
  it('goes by username with the alias, stays with what became of it and ends with OK', async () => {
    const { changes, close, listed } = await open()
    await add('carl')
    await userEvent.fill(page.getByRole('textbox', { name: 'Alias for carl' }), ' Carl, second floor ')
    await expect.element(page.getByText('1 guest is invited without access. Remember to select a lock!')).toBeVisible()
    const before = listed()
    await userEvent.click(invite)
    await expect.element(line('carl')).toHaveTextContent('carlCarl, second floorInvited by username')
    expect(changes()).toEqual([call('invite_user', { username: 'carl' }, [], 'Carl, second floor')])
    await expect.element(page.getByText('1 invitation is out. It can be accepted for 30 days.')).toBeVisible()
    // Only new ones can be removed.
    expect(page.getByRole('button', { name: /^Remove / }).query()).toBeNull()
    expect(invite.query()).toBeNull()
    await waitFor(() => expect(listed()).toBeGreaterThan(before))
    await expectAccessible()
    await expect.element(button('OK')).toHaveFocus()
    await userEvent.click(button('OK'))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
  })

  it('also counts what is still in the field', async () => {
    const { changes } = await open()
    await userEvent.fill(field, 'carl')
    await userEvent.click(invite)
    await waitFor(() => expect(changes()).toEqual([call('invite_user', { username: 'carl' })]))
  })

  it('falls back to a letter where nobody has the address as a username', async () => {
    const { changes } = await open({ answers: { user: [nobody()] } })
    await add('bo@nordic.se')
    await userEvent.click(invite)
    await expect.element(line('bo@nordic.se')).toHaveTextContent('Invited by e-mail')
    expect(changes()).toEqual([
      call('invite_user', { username: 'bo@nordic.se' }),
      call('invite_by_mail', { email_address: 'bo@nordic.se' }),
    ])
  })

  it('sends a letter at once to an address that can be nobody’s username', async () => {
    const { changes } = await open()
    await add("o’neil@nordic.se, o'neil@nordic.se")
    await userEvent.click(button('Remove o’neil@nordic.se'))
    await userEvent.click(invite)
    await expect.element(line("o'neil@nordic.se")).toHaveTextContent('Invited by e-mail')
    expect(changes()).toEqual([call('invite_by_mail', { email_address: "o'neil@nordic.se" })])
  })

  it('says that a username is not found; it may be entered anew', async () => {
    await open({ answers: { user: [nobody()] } })
    await add('carl')
    await userEvent.click(invite)
    await expect.element(line('carl')).toHaveTextContent('carlUnable to invite guest: username not found.')
    await expect.element(alert).toHaveTextContent('1 invitation failed. The list says why.')
    await expect.element(button('OK')).toBeVisible()
    await expectAccessible()
    await add('carl')
    await expect.poll(() => lines().at(-1)).toBe(asUsername('carl'))
  })

  it('says how it failed, by letter and by username, and keeps nobody else from it', async () => {
    const { changes } = await open({
      answers: {
        user: [refused('username', 'already_there'), nobody()],
        mail: [refused('email_address', 'already_there')],
      },
    })
    await add('carl, bo@nordic.se, dora')
    await userEvent.click(invite)
    await expect.element(line('dora')).toHaveTextContent('Invited by username')
    await expect.element(line('carl')).toHaveTextContent('Failed to invite via username.')
    await expect.element(line('bo@nordic.se')).toHaveTextContent('Failed to invite via e-mail.')
    await expect.element(alert).toHaveTextContent('2 invitations failed.')
    expect(changes()).toHaveLength(4)
    await expect.element(button('OK')).toBeVisible()
  })

  it('takes a username with a space in it', async () => {
    const { changes } = await open({})
    await add('hans maier')
    await userEvent.click(invite)
    await expect.element(line('hans maier')).toHaveTextContent('Invited by username')
    expect(changes()[0]).toMatch(/invite_user .*"username":"hans maier"/)
  })

  it('that may succeed another time is tried again, once for the server', async () => {
    const { changes, keys } = await open({ answers: { user: [failing()] } })
    await add('carl, dora')
    await choose('Gate')
    await userEvent.click(invite)
    await expect.element(line('carl')).toHaveTextContent('Press Invite to try again.')
    await userEvent.click(invite)
    await expect.element(line('carl')).toHaveTextContent('Invited by username')
    const names = changes().map((one) => one.split(' ')[1])
    expect(names).toEqual(['calendars', 'invite_user', 'calendars', 'invite_user', 'invite_user'])
    // What may have been done is asked for with the same calendar by the same key.
    expect(changes()[4]).toBe(changes()[1])
    expect(keys()[4]).toBe(keys()[1])
    expect(keys()[3]).not.toBe(keys()[1])
  })

  it('says while it is under way that it is', async () => {
    let go = (_answer: Response) => {}
    const answer = new Promise<Response>((resolve) => (go = resolve))
    await open({ answers: { user: [answer as unknown as Response] } })
    await add('carl')
    await userEvent.click(invite)
    await expect.element(line('carl')).toHaveTextContent('Being invited')
    await expect.element(page.getByRole('button', { name: 'Inviting' })).toBeVisible()
    go(json(sent('carl')))
    await expect.element(line('carl')).toHaveTextContent('Invited by username')
  })
})

describe('access', () => {
  it('has a calendar of its own for each guest and lock', async () => {
    const { changes } = await open()
    await add('carl, dora')
    await choose('Gate')
    await choose('Street door')
    await userEvent.click(page.getByText('Remote operation'))
    await expect
      .element(page.getByText(/^After Invite: 2 guests are offered access to Gate and Street door, until/))
      .toBeVisible()
    await userEvent.click(invite)
    await expect.element(button('OK')).toBeVisible()
    const invitations = changes().filter((one) => one.startsWith('POST invite_user'))
    expect(invitations).toEqual([
      // The gate has no bridge.
      call('invite_user', { username: 'carl' }, [
        offer('lock-gate', 'calendar-1'),
        offer('lock-street', 'calendar-2', 'user_allow_remote'),
      ]),
      call('invite_user', { username: 'dora' }, [
        offer('lock-gate', 'calendar-3'),
        offer('lock-street', 'calendar-4', 'user_allow_remote'),
      ]),
    ])
    const rule = {
      end_time: '2026-12-20T13:02:00+00:00',
      number_of_weeks: null,
      week_days: null,
      daily_start: null,
      daily_end: null,
    }
    const calendar = {
      start_time: '2026-11-20T13:02:00+00:00',
      refresh_interval: 86_400,
      rule_sets: [rule],
      other_days: [],
      day_lists: [],
    }
    expect(changes()[0]).toBe(`POST calendars ${JSON.stringify(calendar)}`)
  })

  it('that is permanent needs none, unless keys last another time', async () => {
    const { changes } = await open()
    await add('carl')
    await choose('Gate')
    await userEvent.click(page.getByText('Permanent'))
    await userEvent.click(invite)
    await expect.element(line('carl')).toHaveTextContent('Invited by username')
    expect(changes()).toEqual([call('invite_user', { username: 'carl' }, [offer('lock-gate', null)])])
    await add('dora')
    await userEvent.click(page.getByRole('button', { name: /^Advanced/ }))
    await userEvent.click(page.getByRole('button', { name: /Time between key renewals/ }))
    await userEvent.click(page.getByRole('option', { name: '1 week' }))
    await userEvent.click(invite)
    await expect.element(line('dora')).toHaveTextContent('Invited by username')
    expect(JSON.parse(changes()[1]!.replace('POST calendars ', ''))).toMatchObject({ refresh_interval: 604_800 })
    expect(changes()[2]).toBe(call('invite_user', { username: 'dora' }, [offer('lock-gate', 'calendar-1')]))
  })

  it('that recurs has weekdays and hours, which are kept as defaults where that is wanted', async () => {
    const { changes } = await open()
    await add('carl')
    await choose('Gate')
    await userEvent.click(page.getByText('Recurring'))
    await userEvent.click(page.getByText('Mon', { exact: true }))
    await userEvent.click(page.getByText('Save as default'))
    await userEvent.click(invite)
    await expect.element(line('carl')).toHaveTextContent('Invited by username')
    const { rule_sets } = JSON.parse(changes()[0]!.replace('POST calendars ', '')) as { rule_sets: unknown[] }
    expect(rule_sets[0]).toMatchObject({ week_days: [1, 2, 3, 4], daily_start: 32_400, daily_end: 61_200 })
    expect(local.get('defaultRecurringHours')).toEqual([{ days: 30, hours: [{ from: 32_400, to: 61_200 }] }])
  })

  it('leaves no calendar behind where the server refuses the invitation', async () => {
    const { changes } = await open({ answers: { user: [refused('username', 'already_there')] } })
    await add('carl')
    await choose('Gate')
    await choose('Street door')
    await userEvent.click(invite)
    await expect.element(line('carl')).toHaveTextContent('Failed to invite via username.')
    expect(changes().slice(3)).toEqual(['DELETE calendars/calendar-1', 'DELETE calendars/calendar-2'])
  })
})

describe('a link to hand on', () => {
  it('is made with alias and access, shown, and copied', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { changes } = await open()
    await userEvent.click(button('Make a link'))
    await userEvent.fill(page.getByRole('textbox', { name: 'Alias for whoever takes the link' }), 'Plumber')
    await choose('Gate')
    await userEvent.click(page.getByText('Permanent'))
    await expectAccessible()
    await userEvent.click(invite)
    await expect.element(line('Plumber')).toHaveTextContent('The link is made. It can be used once.')
    const body = {
      links: [offer('lock-gate', null)],
      alias: 'Plumber',
      method: 'invitation_link',
      post_action: 'add_link',
    }
    expect(changes()).toEqual([`POST invite_by_token ${JSON.stringify(body)}`])
    await userEvent.click(button('Copy the link for Plumber'))
    expect(copy).toHaveBeenCalledExactlyOnceWith('https://doors.example.com/#/i/secret-token')
    await expectAccessible()
  })

  it('that is not wanted any more is taken out', async () => {
    await open()
    await userEvent.click(button('Make a link'))
    await userEvent.click(button('Remove the link'))
    await expect.element(invite).toBeDisabled()
  })

  it('says that it could not be made', async () => {
    await open({ answers: { token: [failing()] } })
    await userEvent.click(button('Make a link'))
    await userEvent.click(invite)
    await expect.element(line('Link to hand on')).toHaveTextContent('Failed to make the link.')
  })
})

it('asks before what was entered is thrown away', async () => {
  const { close } = await open()
  await add('carl')
  await userEvent.click(button('Cancel'))
  await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Go on editing' }))
  expect(close).not.toHaveBeenCalled()
})

it('is for administrators', async () => {
  await open({ role: 'installer' })
  await expect.element(page.getByText('You may not do this in this domain.')).toBeVisible()
})

describe.each([
  ['da-DK', 'Inviter gæster', 'E-mailadresser eller brugernavne'],
  ['de', 'Gäste einladen', 'E-Mail-Adressen oder Benutzernamen'],
] as const)('in %s', (tag, title, name) => {
  it('the overlay speaks the language', async () => {
    await showLanguage(tag)
    await open()
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
    await expect.element(page.getByRole('textbox', { name })).toBeVisible()
    await expectAccessible()
  })
})

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { showLanguage } from '../../i18n/i18n'
import { lock, user } from '../../testing/example'
import { local, tab } from '../../session/storage'
import { asksToLeave } from '../../testing/asks-to-leave'
import { expectAccessible } from '../../testing/axe'
import { catchDownloads } from '../../testing/downloads'
import { json } from '../../testing/fake-api'
import { signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import { add, alert, button, choose, create, field, line, lines, now, open, passwordOf } from './testing'

vi.mock('../viewer-zone', () => ({ viewerZone: () => 'Asia/Tokyo' }))

signedIn(now)

const taken = () =>
  json({ error: 'conflict', errors: { username: [{ error_code: 'already_taken', error_message: '' }] } }, 409)
const failing = () => json({ error: 'server_error' }, 500)

describe('the list', () => {
  it('takes names that are separated by commas, by Enter and by the button', async () => {
    const { sent } = await open()
    await expect.element(field).toHaveFocus()
    await expect.element(create).toBeDisabled()
    await add(' bo@nordic.se, carl ,')
    await expect.poll(lines).toEqual(['bo@nordic.seNew', 'carlNew'])
    await expect.element(field).toHaveValue('')
    await expect.element(page.getByText('2 guests were added: bo@nordic.se and carl.')).toBeInTheDocument()
    await userEvent.fill(field, 'dora')
    await userEvent.click(button('Add'))
    await expect.poll(() => lines().length).toBe(3)
    await expectAccessible()
    expect(sent()).toEqual([])
  })

  it('announces those that something is wrong with apart, and counts the others alone', async () => {
    await open()
    await add('bo@@nordic, carl, dora')
    await expect.element(page.getByText('2 guests were added: carl and dora.')).toBeInTheDocument()
    const wrong = page.getByRole('status').filter({ hasText: 'the list says what: bo@@nordic.' })
    await expect.element(wrong).toBeInTheDocument()
    await expect.element(line('bo@@nordic')).toHaveTextContent('Invalid email')
    await expect.element(page.getByRole('heading', { name: 'Guests (2)' })).toBeVisible()
    await expect.element(page.getByText(/^2 guests are created without access/)).toBeVisible()
  })

  it('takes what was copied from lines and cells', async () => {
    await open()
    await expect.element(field).toHaveFocus()
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'bo@nordic.se\r\ncarl\tdora')
    field.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    await expect.element(field).toHaveValue('bo@nordic.se, carl, dora')
  })

  it('puts what was copied apart from what is in the field, and picks the addresses out', async () => {
    const { sent } = await open()
    await userEvent.fill(field, 'carl')
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'Berg, Bo <bo@nordic.se>; Dor Lind <dora@nordic.se>\n')
    field.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    await expect.element(field).toHaveValue('carl, bo@nordic.se, dora@nordic.se')
    await add('"Müller, Jörg" <joerg@müller.example>')
    await expect.poll(lines).toEqual(['joerg@xn--mller-kva.exampleNew'])
    expect(sent()).toEqual([])
  })

  it('leaves the space in a name to be seen, and the name invalid', async () => {
    await open()
    await add('ca rl, dora')
    await expect.poll(lines).toEqual(['ca rlInvalid email or username', 'doraNew'])
  })

  it('takes once what is entered more than once, and says so', async () => {
    await open()
    await add('carl, CARL, dora')
    await expect.poll(lines).toEqual(['carlNew', 'doraNew'])
    await expect.element(field).toHaveValue('')
    await expect.element(field).toHaveAccessibleDescription(/^Entered more than once, taken once: .*CARL/)
    await expectAccessible()
    await userEvent.fill(field, 'eva')
    await expect.element(field).not.toHaveAccessibleDescription(/more than once/)
  })

  it('refuses doubles, which stay in the field', async () => {
    await open()
    await add('carl')
    await add('CARL, dora')
    await expect.poll(lines).toEqual(['carlNew', 'doraNew'])
    await expect.element(field).toHaveValue('CARL')
    await expect.element(field).toHaveAccessibleDescription(/User already exists in guest list: .*CARL/)
    await userEvent.fill(field, '')
    await expect.element(field).not.toHaveAccessibleDescription(/already exists/)
  })

  it('flags what is no name and who is here already: nobody is created before they are removed', async () => {
    const { sent } = await open()
    await add('bo@nordic, cb, Anna@Nordic.se, carl')
    await expect.element(line('bo@nordic')).toHaveTextContent('Invalid email')
    await expect.element(line('cb')).toHaveTextContent('Invalid email or username')
    await expect.element(line('Anna@Nordic.se')).toHaveTextContent('Is in this domain already')
    await userEvent.click(create)
    await expect.element(alert).toHaveTextContent('Please remove invalid guests before continuing.')
    await expect.element(button('Remove bo@nordic')).toHaveFocus()
    await expectAccessible()
    expect(sent()).toEqual([])
    for (const name of ['bo@nordic', 'cb', 'Anna@Nordic.se']) await userEvent.click(button(`Remove ${name}`))
    await userEvent.click(create)
    await expect.element(line('carl')).toHaveTextContent('Created')
    expect(sent()).toEqual(['PUT /users/v1/carl {"must_change_password":true}'])
  })

  it('also counts what is still in the field when Create is pressed', async () => {
    const { sent } = await open()
    await userEvent.fill(field, 'carl, cb')
    await userEvent.click(create)
    await expect.element(line('cb')).toHaveTextContent('Invalid email or username')
    expect(sent()).toEqual([])
    await userEvent.click(button('Remove cb'))
    await userEvent.click(create)
    await waitFor(() => expect(sent()).toEqual(['PUT /users/v1/carl {"must_change_password":true}']))
  })

  it('that an earlier version of the console began is dropped, and not misread', async () => {
    await open()
    await add('carl')
    const drafts = tab.get('drafts')
    // One line of hours, in fields of their own, was all that there was.
    const flat = JSON.stringify(drafts).replace(/"lines":/g, '"days":31,"dailyStart":32400,"before":')
    expect(flat).toContain('"dailyStart"')
    await cleanup()
    tab.set('drafts', JSON.parse(flat) as NonNullable<typeof drafts>)
    await open()
    await expect.poll(lines).toEqual([])
    await cleanup()
    tab.set('drafts', drafts ?? {})
    await open()
    await expect.poll(lines).toEqual(['carlNew'])
  })

  it('is kept in the tab, without anybody’s password', async () => {
    const { close } = await open()
    await add('carl')
    await choose('Gate')
    expect(JSON.stringify(tab.get('drafts'))).toContain('carl')
    await userEvent.click(create)
    await expect.element(line('carl')).toHaveTextContent('Created')
    await expect.element(button('OK')).toHaveFocus()
    await userEvent.click(button('Show passwords'))
    await expect.element(page.getByText(passwordOf('carl'))).toBeVisible()
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(passwordOf('carl'))
    await userEvent.click(button('OK'))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(JSON.stringify(tab.get('drafts'))).not.toContain('carl')
  })
})

describe('access', () => {
  const chosen = page.getByRole('listbox', { name: 'Chosen locks' })

  it('is not forgotten silently', async () => {
    await open()
    await add('carl')
    await expect.element(page.getByText('1 guest is created without access. Remember to select a lock!')).toBeVisible()
    await choose('Gate')
    await expect.element(chosen.getByRole('option', { name: 'Gate' })).toBeVisible()
    await expect
      .element(page.getByText('After Create: 1 guest has access to Gate, until 20 Dec, 14:02 (Copenhagen time).'))
      .toBeVisible()
    await expectAccessible()
  })

  it('comes by calendar and link for each lock, after the guest', async () => {
    const { sent } = await open()
    await add('carl')
    await choose('Gate')
    await choose('Street door')
    await userEvent.click(page.getByText('Remote operation'))
    await userEvent.click(create)
    await expect.element(line('carl')).toHaveTextContent('Created')
    const rule = {
      end_time: '2026-12-20T13:02:00+00:00',
      number_of_weeks: null,
      week_days: null,
      daily_start: null,
      daily_end: null,
    }
    const calendar = JSON.stringify({
      start_time: '2026-11-20T13:02:00+00:00',
      refresh_interval: 86_400,
      rule_sets: [rule],
      other_days: [],
      day_lists: [],
    })
    const link = (lock_id: string, link_profile: string, calendar_id: string) =>
      `POST /links/v1 ${JSON.stringify({ user_id: 'user-carl', lock_id, link_profile, calendar_id })}`
    expect(sent()).toEqual([
      'PUT /users/v1/carl {"must_change_password":true}',
      `POST /links/v1/calendars ${calendar}`,
      // The gate has no bridge.
      link('lock-gate', 'user', 'calendar-1'),
      `POST /links/v1/calendars ${calendar}`,
      link('lock-street', 'user_allow_remote', 'calendar-3'),
    ])
  })

  it('that is permanent needs no calendar', async () => {
    const { sent } = await open()
    await add('carl')
    await choose('Gate')
    await userEvent.click(page.getByText('Permanent'))
    await userEvent.click(create)
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(JSON.parse(sent()[1]!.replace('POST /links/v1 ', ''))).toMatchObject({ calendar_id: null })
  })

  it('that recurs has weekdays and hours, which are kept as defaults where that is wanted', async () => {
    const { sent } = await open()
    await add('carl')
    await choose('Gate')
    await userEvent.click(page.getByText('Recurring'))
    await userEvent.click(page.getByText('Mon', { exact: true }))
    await userEvent.click(page.getByText('Save as default'))
    await userEvent.click(create)
    await expect.element(line('carl')).toHaveTextContent('Created')
    const { rule_sets } = JSON.parse(sent()[1]!.replace('POST /links/v1/calendars ', '')) as { rule_sets: unknown[] }
    expect(rule_sets[0]).toMatchObject({ week_days: [1, 2, 3, 4], daily_start: 32_400, daily_end: 61_200 })
    expect(local.get('defaultRecurringHours')).toEqual([{ days: 30, hours: [{ from: 32_400, to: 61_200 }] }])
  })

  it('that recurs needs a weekday, and doors that know it', async () => {
    const { sent } = await open()
    await add('carl')
    await choose('Gate')
    await userEvent.click(page.getByText('Recurring'))
    for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']) await userEvent.click(page.getByText(day, { exact: true }))
    await expect.element(page.getByText('Choose at least one weekday.')).toBeVisible()
    await userEvent.click(create)
    expect(sent()).toEqual([])
    await choose('Old shed')
    await expect
      .element(page.getByText('Locks older than V3 do not support recurring access.', { exact: true }))
      .toBeVisible()
    await expect.element(page.getByRole('radio', { name: 'Recurring' })).toBeDisabled()
  })

  it('has the button that adds a name in line with the field on a phone too, however long the label is', async () => {
    await page.viewport(390, 844)
    onTestFinished(() => page.viewport(1200, 800))
    await showLanguage('de')
    await open()
    const middle = (of: Element) => {
      const { top, bottom } = of.getBoundingClientRect()
      return (top + bottom) / 2
    }
    const name = page.getByRole('textbox', { name: 'E-Mail-Adressen oder Benutzernamen' })
    await expect.element(name).toBeVisible()
    const button = page.getByRole('button', { name: 'Hinzufügen', exact: true }).element()
    expect(Math.abs(middle(button) - middle(name.element()))).toBeLessThanOrEqual(1)
  })

  it('says by whose clock it is, and which door has none', async () => {
    await open()
    await choose('Gate')
    await expect.element(page.getByText('Copenhagen time · now 14:02 at the door')).toBeVisible()
    await choose('Roof')
    await expect
      .element(
        page.getByText(
          'Roof has no time zone set. Its daily hours are taken as UTC; dates are told by Copenhagen time.',
        ),
      )
      .toBeVisible()
    await userEvent.click(page.getByRole('listbox', { name: 'Chosen locks' }).getByRole('option', { name: 'Gate' }))
    await expect.element(page.getByText('UTC · now 13:02 at the door')).toBeVisible()
    await expect
      .element(page.getByText(/no time zone set/i))
      .toHaveTextContent('Roof has no time zone set. Its times are taken as UTC.')
  })

  it('says of a door whose time zone is UTC nothing but that', async () => {
    const { shown } = await open()
    shown.apply({ entries: { locks: [lock('lock-gate', { name: 'Gate', timezone: 'UTC' })] }, removed: [] })
    await choose('Gate')
    await expect.element(page.getByText('UTC · now 13:02 at the door')).toBeVisible()
    expect(page.getByText(/no time zone set/i).query()).toBeNull()
    await choose('Roof')
    await expect.element(page.getByText('UTC · now 13:02 at the doors')).toBeVisible()
    await expect.element(page.getByText(/no time zone set/i)).toHaveTextContent(/^Roof has no time zone set\./)
  })
})

describe('creating', () => {
  it('shows the passwords, hides and copies them, and ends with OK', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { close } = await open()
    await add('bo@nordic.se, carl')
    await userEvent.click(create)
    await expect.element(button('OK')).toBeVisible()
    expect(create.query()).toBeNull()
    expect(page.getByText(passwordOf('carl')).query()).toBeNull()
    await expect.element(line('carl').getByText('Password is hidden')).toBeInTheDocument()
    await expectAccessible()
    await userEvent.click(button('Copy the password of carl'))
    expect(copy).toHaveBeenCalledExactlyOnceWith(passwordOf('carl'))
    await userEvent.click(button('Show passwords'))
    await expect.element(line('bo@nordic.se').getByText(passwordOf('bo@nordic.se'))).toBeVisible()
    await expectAccessible()
    await userEvent.click(button('Hide passwords'))
    expect(page.getByText(passwordOf('carl')).query()).toBeNull()
    expect(asksToLeave()).toBe(false)
    await userEvent.click(button('OK'))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
  })

  it('asks before passwords are lost that nobody has taken', async () => {
    const { close } = await open()
    await add('carl')
    await userEvent.click(create)
    await expect.element(button('OK')).toBeVisible()
    // A reload would lose them too.
    expect(asksToLeave()).toBe(true)
    await userEvent.click(button('OK'))
    const question = page.getByRole('alertdialog', { name: 'Close without the passwords?' })
    await userEvent.click(question.getByRole('button', { name: 'Go back' }))
    expect(close).not.toHaveBeenCalled()
    await userEvent.click(button('OK'))
    await userEvent.click(question.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
  })

  it('of one that fails keeps no other waiting; a name that is taken is not tried again', async () => {
    const { sent } = await open({ answers: { carl: [taken()] } })
    await add('bo@nordic.se, carl, dora')
    await userEvent.click(create)
    await expect.element(line('dora')).toHaveTextContent('Created')
    await expect.element(line('bo@nordic.se')).toHaveTextContent('Created')
    await expect.element(line('carl')).toHaveTextContent('carlUnable to create user.This is taken already.')
    await expect.element(alert).toHaveTextContent('1 guest could not be created as wanted. The list says why.')
    expect(sent()).toHaveLength(3)
    // Only new ones can be removed, and there is nobody left to be created.
    expect(page.getByRole('button', { name: /^Remove / }).query()).toBeNull()
    await expect.element(button('OK')).toBeVisible()
    await expectAccessible()
  })

  it('that may succeed another time is tried again by Create, once for the server', async () => {
    const { sent, keys } = await open({ answers: { carl: [failing()] } })
    await add('carl, dora')
    await userEvent.click(create)
    await expect
      .element(line('carl'))
      .toHaveTextContent('Unable to create user.The server failed. Please try again.Press Create to try again.')
    await userEvent.click(create)
    await expect.element(button('OK')).toBeVisible()
    await expect.element(line('carl')).toHaveTextContent('Created')
    expect(sent()).toEqual([
      'PUT /users/v1/carl {"must_change_password":true}',
      'PUT /users/v1/dora {"must_change_password":true}',
      'PUT /users/v1/carl {"must_change_password":true}',
    ])
    const [first, other, again] = keys()
    expect(first).toBe(again)
    expect(first).not.toBe(other)
    expect(first?.length).toBeGreaterThan(15)
  })

  it('goes on with the access where that failed: nobody is created twice', async () => {
    const { sent } = await open({ answers: { link: [failing()] } })
    await add('carl')
    await choose('Gate')
    await userEvent.click(create)
    await expect.element(line('carl')).toHaveTextContent('Created, but without the access to Gate.')
    // Their password is there already.
    await expect.element(button('Show passwords')).toBeVisible()
    await userEvent.click(create)
    await expect.element(button('OK')).toBeVisible()
    expect(sent().map((call) => call.split(' ').slice(0, 2).join(' '))).toEqual([
      'PUT /users/v1/carl',
      'POST /links/v1/calendars',
      'POST /links/v1',
      'POST /links/v1',
    ])
  })

  it('says while it is under way that it is', async () => {
    let go = (_answer: Response) => {}
    const answer = new Promise<Response>((resolve) => (go = resolve))
    await open({ answers: { carl: [answer as unknown as Response] } })
    await add('carl')
    await userEvent.click(create)
    await expect.element(line('carl')).toHaveTextContent('Being created')
    await expect.element(page.getByRole('button', { name: 'Creating' })).toBeVisible()
    go(json({ id: 'user-carl', password: passwordOf('carl') }))
    await expect.element(line('carl')).toHaveTextContent('Created')
  })

  it('leaves room for further guests; those of this session are doubles and not somebody else', async () => {
    const { shown } = await open()
    await add('carl')
    await userEvent.click(create)
    await expect.element(button('OK')).toBeVisible()
    shown.apply({ entries: { users: [user('user-carl', { username: 'carl', email_address: '' })] }, removed: [] })
    await add('carl, dora')
    await expect.element(field).toHaveAccessibleDescription(/User already exists in guest list/)
    await expect.element(line('dora')).toHaveTextContent('New')
    await userEvent.fill(field, '')
    await userEvent.click(create)
    await expect.element(line('dora')).toHaveTextContent('Created')
  })
})

describe('the file', () => {
  it('has username, password and status of each', async () => {
    const files = catchDownloads()
    const { close } = await open({ answers: { carl: [taken()] } })
    await add('bo@nordic.se, carl')
    await userEvent.click(create)
    await userEvent.click(button('Download as CSV'))
    await waitFor(() => expect(files).toHaveLength(1))
    expect(files[0]?.name).toBe('owner-demo-cardea_created-guests_2026-11-20.csv')
    expect(await files[0]?.text()).toBe(
      '\ufeffUsername,Password,Status\r\n' +
        `bo@nordic.se,${passwordOf('bo@nordic.se')},Created\r\n` +
        'carl,,Error: This is taken already.\r\n',
    )
    await userEvent.click(button('OK'))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
  })

  it('has the separator that spreadsheets on a Mac want', async () => {
    vi.stubGlobal('navigator', { ...navigator, clipboard: navigator.clipboard, platform: 'MacIntel' })
    const files = catchDownloads()
    await open()
    await add('carl')
    await userEvent.click(create)
    await userEvent.click(button('Download as CSV'))
    await waitFor(() => expect(files).toHaveLength(1))
    expect(await files[0]?.text()).toContain(`carl;${passwordOf('carl')};Created`)
  })
})

it('is for administrators', async () => {
  await open({ role: 'installer' })
  await expect.element(page.getByText('You may not do this in this domain.')).toBeVisible()
})

describe.each([
  ['da-DK', 'Opret gæster', 'E-mailadresser eller brugernavne'],
  ['de', 'Gäste anlegen', 'E-Mail-Adressen oder Benutzernamen'],
] as const)('in %s', (tag, title, name) => {
  it('the overlay speaks the language', async () => {
    await showLanguage(tag)
    await open()
    await expect.element(page.getByRole('heading', { name: title })).toBeVisible()
    await expect.element(page.getByRole('textbox', { name })).toBeVisible()
    await expectAccessible()
  })
})

import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { showLanguage } from '../../i18n/i18n'
import { calendar, domainOf, link, lock, lockGroup, user, userGroup } from '../../testing/example'
import type { Domain } from '../../model/domain'
import { beginSession } from '../../session/session'
import { expectAccessible } from '../../testing/axe'
import { fakeApi, json, type Answers } from '../../testing/fake-api'
import { showDomain } from '../../testing/live-domain'
import { renderOverlay } from '../../testing/render-overlay'
import { account, signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import ModifyLock from './Overlay'

signedIn()

const street = (given: object = {}) =>
  lock('lock-street', {
    ...{ name: 'Street door', timezone: 'Europe/Copenhagen' },
    afi: { serial_number: 'aabb', device_type: 'danalockv3', name: 'Street door', timezone: 'Europe/Copenhagen' },
    ...given,
  })

/** Opens a lock on a server that answers changes with `answers`, one after another, at last with success. */
async function open({
  timezone = 'Europe/Copenhagen',
  domain = domainOf({ locks: [street({ timezone })] }),
  role = 'administrator',
  answers = [],
  audit = [],
}: { timezone?: string | null; domain?: Domain; role?: string; answers?: Response[]; audit?: object[] } = {}) {
  const shown = showDomain(domain)
  const identities = [{ id: 'user-0366ba845fb5', domain: 'Home', primary: true, role, domain_rights: [] }]
  const answered: Answers = {
    'GET /user/v1/identities': () => json(identities),
    'GET /domain/v1/audit': () => json(audit),
    'PATCH /devices/v1/aabb': () => answers.shift() ?? json({ serial_number: 'aabb' }),
  }
  const calls = fakeApi({ ...account, ...answered })
  await beginSession()
  const close = vi.fn()
  await renderOverlay(<ModifyLock lock="lock-street" close={close} />)
  const changes = () => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body) as unknown)
  return { changes, close, shown }
}

const name = page.getByRole('textbox', { name: 'Name' })
const zone = page.getByRole('combobox', { name: 'Time zone' })
const save = page.getByRole('button', { name: 'Save', exact: true })
const rename = (entry: object) => ({ entries: { locks: [street(entry)] }, removed: [] })

/** An entry of the audit: a change of a group's membership, or of the thing itself. */
const changedBy = (display_name: string, id: string, user_id = 'user-of-another') => ({
  actor: { kind: 'person', user_id, display_name },
  things: [
    { id: 'lock-beside', other_id: null },
    { id: 'group-of-it', other_id: id },
  ],
})

async function choose(typed: string, option: string) {
  await userEvent.fill(zone, typed)
  await userEvent.click(page.getByRole('option', { name: option }))
}

describe('name and time zone of a lock', () => {
  it('are saved in their order, each with what changes', async () => {
    const { changes, close } = await open()
    await expect.element(save).toBeDisabled()
    await userEvent.fill(name, ' Front door ')
    await choose('new york', 'America/New_York')
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(changes()).toEqual([{ name: 'Front door' }, { timezone: 'America/New_York' }])
  })

  it('a lock without a time zone says so and asks for one', async () => {
    const { changes } = await open({ timezone: null })
    await expect.element(page.getByText(/^No time zone set.*Choose the one of the door\.$/)).toBeVisible()
    await choose('Copen', 'Europe/Copenhagen')
    await userEvent.click(save)
    await waitFor(() => expect(changes()).toEqual([{ timezone: 'Europe/Copenhagen' }]))
  })

  it('what is typed after all time zones were shown stands in the place of the old one', async () => {
    await open()
    await userEvent.click(page.getByRole('button', { name: 'Show time zones' }))
    await expect.element(page.getByRole('option', { name: 'Europe/Copenhagen' })).toBeVisible()
    await userEvent.keyboard('ber')
    await expect.element(zone).toHaveValue('ber')
    await expect.element(page.getByRole('option', { name: 'Europe/Berlin' })).toBeVisible()
  })

  it('a time zone is found by what it was called before', async () => {
    const { changes } = await open()
    await choose('asia/calcutta', 'Asia/Kolkata')
    await expect.element(zone).toHaveValue('Asia/Kolkata')
    await userEvent.click(save)
    await waitFor(() => expect(changes()).toEqual([{ timezone: 'Asia/Kolkata' }]))
  })

  it('keep a time zone that this browser does not know, and say when nothing fits', async () => {
    await open({ timezone: 'Mars/Olympus_Mons' })
    await expect.element(zone).toHaveValue('Mars/Olympus_Mons')
    await userEvent.fill(zone, 'Atlantis')
    await expect.element(page.getByText('No time zone is called that')).toBeVisible()
  })

  it('cannot be saved without a name, or with one that is too long', async () => {
    const { changes } = await open()
    await userEvent.fill(name, '  ')
    await expect.element(page.getByText('Please fill in this field.')).toBeVisible()
    await userEvent.click(save)
    await expect.element(name).toHaveFocus()
    await userEvent.fill(name, 'x'.repeat(256))
    await expect.element(page.getByText('At most 255 characters.')).toBeVisible()
    await userEvent.click(save)
    await expect.element(name).toHaveFocus()
    expect(changes()).toEqual([])
    await expectAccessible()
  })

  it('say at the field what the server refuses, until it is another', async () => {
    const refused = { error_code: 'unknown_timezone', error_message: 'no such zone' }
    await open({ answers: [json({ error: 'validation_failed', errors: { timezone: [refused] } }, 422)] })
    await choose('Tokyo', 'Asia/Tokyo')
    await userEvent.click(save)
    await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to set the time zone of Street door')
    await expect.element(page.getByText('The server does not know this time zone.')).toBeVisible()
    await expect.element(zone).toHaveAttribute('aria-invalid', 'true')
    await choose('Berlin', 'Europe/Berlin')
    await expect.element(page.getByText('The server does not know this time zone.')).not.toBeInTheDocument()
  })

  it('say at the name what the server refuses of it', async () => {
    const refused = { error_code: 'leading_mark', error_message: 'a combining mark needs a character before it' }
    await open({ answers: [json({ error: 'validation_failed', errors: { name: [refused] } }, 422)] })
    await userEvent.fill(name, '\u0301door')
    await userEvent.click(save)
    await expect.element(name).toHaveAccessibleDescription('This begins with a mark that needs a letter before it.')
    await expect.element(name).toHaveAttribute('aria-invalid', 'true')
  })

  it('a Save that failed goes on with the step that failed', async () => {
    const failed = json({ error: 'server_error' }, 500)
    const { changes, close } = await open({ answers: [json({}), failed] })
    await userEvent.fill(name, 'Front door')
    await choose('Tokyo', 'Asia/Tokyo')
    await userEvent.click(save)
    await expect.element(page.getByRole('alert')).toBeVisible()
    await userEvent.click(save)
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(changes()).toEqual([{ name: 'Front door' }, { timezone: 'Asia/Tokyo' }, { timezone: 'Asia/Tokyo' }])
  })
})

describe('another time zone', () => {
  const hours = { week_days: [0], daily_start: 28_800, daily_end: 61_200 }
  /** Bo comes on Mondays, as one of the cleaners of the ground floor; Anna has been here, Cy comes whenever they like. */
  const house = (timezone: string | null = 'Europe/Copenhagen') =>
    domainOf({
      users: [
        user('user-anna', { display_name: 'Anna' }),
        user('user-bo', { display_name: 'Bo' }),
        user('user-cy', { display_name: 'Cy' }),
      ],
      locks: [street({ timezone })],
      groups: [userGroup('group-cleaners', ['user-bo']), lockGroup('group-ground', ['lock-street'])],
      calendars: [
        calendar('calendar-hours', hours),
        calendar('calendar-ended', { ...hours, end_time: '2026-01-01T00:00:00Z' }),
      ],
      links: [
        link('lock_user-1', { user_id: 'user-anna', lock_id: 'lock-street', calendar_id: 'calendar-ended' }),
        link('lock_user-2', { user_id: 'user-cy', lock_id: 'lock-street' }),
        link('group_group-1', {
          ...{ group_id: 'group-cleaners', other_group_id: 'group-ground' },
          calendar_id: 'calendar-hours',
        }),
      ],
    })
  const question = page.getByRole('alertdialog', { name: 'This moves the hours of access' })

  it('says first whose hours it moves', async () => {
    const { changes, close } = await open({ domain: house() })
    await choose('london', 'Europe/London')
    await userEvent.click(save)
    await expect
      .element(question)
      .toHaveTextContent(/at this door then count by another clock: London time\..*This concerns 1 person: Bo\./)
    await expectAccessible()
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
    expect(changes()).toEqual([])
    await userEvent.click(save)
    await userEvent.click(question.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(changes()).toEqual([{ timezone: 'Europe/London' }])
  })

  it('is not an installer’s to choose, but the first one is, unless the server refuses', async () => {
    await open({ domain: house(), role: 'installer' })
    await expect
      .element(
        page.getByText('Another time zone would move the hours of everybody’s access, so an administrator changes it.'),
      )
      .toBeVisible()
    expect(zone.query()).toBeNull()
    await expectAccessible()
  })

  it.each([
    ['en-GB', 'Copenhagen time', 'Time zone', 'Copenhagen'],
    ['de', 'Zeit in Kopenhagen', 'Zeitzone', 'Kopenhagen'],
    ['da-DK', 'tid i København', 'Tidszone', 'København'],
  ] as const)('that cannot be chosen is told by its city, in %s', async (tag, clock, label, city) => {
    onTestFinished(() => showLanguage('en-GB'))
    await open({ domain: house(), role: 'installer' })
    await showLanguage(tag)
    await expect.element(page.getByText(clock, { exact: true })).toBeVisible()
    const told = page.getByText(label, { exact: true }).element().nextElementSibling
    expect(told?.textContent).toMatch(new RegExp(`^${city}`))
    expect(page.getByText('Europe/Copenhagen').query()).toBeNull()
  })

  it('that is refused is not asked to be tried again', async () => {
    await open({ domain: house(null), role: 'installer', answers: [json({ error: 'forbidden' }, 403)] })
    await choose('london', 'Europe/London')
    await userEvent.click(save)
    await userEvent.click(question.getByRole('button', { name: 'Save' }))
    await expect.element(page.getByRole('alert')).toHaveTextContent('You may not do this in this domain.')
    await expect.element(page.getByRole('alert')).not.toHaveTextContent('try again')
  })
})

describe('when someone else changes the lock meanwhile', () => {
  it('a field that was not changed here follows, and one’s own stays', async () => {
    const { shown, changes } = await open()
    await userEvent.fill(name, 'Front door')
    shown.apply(rename({ timezone: 'Asia/Tokyo' }))
    await expect.element(zone).toHaveValue('Asia/Tokyo')
    await expect.element(name).toHaveValue('Front door')
    await userEvent.click(save)
    await waitFor(() => expect(changes()).toEqual([{ name: 'Front door' }]))
  })

  it('two names are two: the person decides', async () => {
    const { shown, changes } = await open()
    await userEvent.fill(name, 'Front door')
    shown.apply(rename({ name: 'Main door' }))
    const conflict = page.getByRole('status').filter({ hasText: 'Someone else has changed this meanwhile.' })
    await expect.element(conflict).toHaveTextContent('NameTheirs:Main doorYours:Front door')
    // There is one way to save then, and it says whose.
    expect(save.query()).toBeNull()
    await userEvent.click(page.getByRole('button', { name: 'Save mine' }))
    await waitFor(() => expect(changes()).toEqual([{ name: 'Front door' }]))
  })

  it('it is said who it was, of whom the audit tells that they changed this lock last', async () => {
    const { shown } = await open({
      audit: [changedBy('Bo Larsen', 'lock-other'), changedBy('Åse Holm', 'lock-street')],
    })
    await userEvent.fill(name, 'Front door')
    shown.apply(rename({ name: 'Main door' }))
    const conflict = page.getByRole('status').filter({ hasText: 'Åse Holm has changed this meanwhile.' })
    await expect.element(conflict).toHaveTextContent('NameTheirs:Main doorYours:Front door')
  })

  it('one’s own change in another place is said to be that', async () => {
    const { shown } = await open({ audit: [changedBy('Mette', 'lock-street', 'user-0366ba845fb5')] })
    await userEvent.fill(name, 'Front door')
    shown.apply(rename({ name: 'Main door' }))
    await expect.element(page.getByText('You have changed this elsewhere meanwhile.')).toBeVisible()
  })

  it('theirs is taken over', async () => {
    const { shown, changes } = await open()
    await userEvent.fill(name, 'Front door')
    shown.apply(rename({ name: 'Main door' }))
    await userEvent.click(page.getByRole('button', { name: 'Take over theirs' }))
    await expect.element(name).toHaveValue('Main door')
    await expect.element(save).toBeDisabled()
    expect(changes()).toEqual([])
  })

  it('theirs is taken over by keyboard, and one goes on from the tab: another Enter closes nothing', async () => {
    const { shown, close } = await open()
    await userEvent.fill(name, 'Front door')
    shown.apply(rename({ name: 'Main door' }))
    const take = page.getByRole('button', { name: 'Take over theirs' })
    await expect.element(take).toBeVisible()
    take.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(name).toHaveValue('Main door')
    await expect.element(page.getByRole('tab', { name: 'General' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    expect(close).not.toHaveBeenCalled()
  })
})

it('those of a lock older than V3 are only shown', async () => {
  const shown = domainOf({
    locks: [
      lock('lock-old', {
        ...{ name: 'Old gate', type: 'mwm' },
        mwm: { mac_address: '00:11', mcu_firmware: '2.1', rf_firmware: '0.9', design_id: 1 },
      }),
    ],
  })
  showDomain(shown)
  await renderOverlay(<ModifyLock lock="lock-old" close={() => {}} />)
  await expect.element(page.getByRole('definition').first()).toHaveTextContent('Old gate')
  expect(name.query()).toBeNull()
  expect(save.query()).toBeNull()
})

it('the fields lie below each other on a small screen', async () => {
  await page.viewport(390, 800)
  await open()
  await expect.element(zone).toBeVisible()
  const [above, below] = [name, zone].map((one) => one.element().getBoundingClientRect()) as [DOMRect, DOMRect]
  expect(below.top).toBeGreaterThan(above.bottom)
  expect(above.right).toBeLessThanOrEqual(390)
})

describe('removing a lock', () => {
  it('takes a second press, after it was said what goes with it', async () => {
    showDomain(domainOf({ locks: [street()] }))
    const calls = fakeApi({ ...account, 'DELETE /ekey/v3/devices/aabb': () => new Response(null, { status: 204 }) })
    await beginSession()
    const close = vi.fn()
    await renderOverlay(<ModifyLock lock="lock-street" close={close} />)
    await userEvent.click(page.getByRole('button', { name: 'Remove lock' }))
    await expect.element(page.getByRole('alert')).toHaveTextContent('Street door is removed from this domain.')
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false)
    await userEvent.click(page.getByRole('button', { name: 'Confirm: remove lock' }))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })
})

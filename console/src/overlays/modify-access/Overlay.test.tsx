import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ApiError } from '../../api/errors'
import { showLanguage } from '../../i18n/i18n'
import { link, user, userGroup } from '../../testing/example'
import { expectAccessible } from '../../testing/axe'
import { pressEscape } from '../../testing/press-escape'
import { expectInOrder, hostile } from '../../testing/reading-order'
import {
  atTheDoor,
  cannotSave,
  choose,
  cleaners,
  dayButton,
  house,
  open,
  personal,
  press,
  readsAs,
  refuses,
  save,
  segment,
  type,
} from './testing'

atTheDoor()

describe('people and doors with limits', () => {
  it('administrators are only given permanent access, always remote', async () => {
    const { calls } = await open({ row: 'user-bo' })
    await expect.element(type('Permanent')).toBeChecked()
    await expect.element(type('Temporary')).toBeDisabled()
    await expect.element(type('Recurring')).toBeDisabled()
    await expect.element(page.getByText('Administrators can only be given permanent access.')).toBeVisible()
    await expect.element(page.getByRole('switch', { name: 'Remote operation' })).toBeChecked()
    await expect.element(page.getByRole('switch', { name: 'Remote operation' })).toBeDisabled()
    await userEvent.click(save)
    expect(calls).toEqual([
      ['createLink', { user_id: 'user-bo', lock_id: 'lock-street', link_profile: 'administrator', calendar_id: null }],
    ])
  })

  it('locks older than V3 have no recurring access', async () => {
    await open({ column: 'lock-old' })
    await expect.element(type('Recurring')).toBeDisabled()
    await expect.element(page.getByText('Locks older than V3 do not support recurring access: Old gate.')).toBeVisible()
  })

  it('locks without a time zone are named, unless the access is permanent', async () => {
    await open({ column: 'group-ground' })
    await expect
      .element(
        page.getByText(
          'Shed has no time zone set. Its daily hours are taken as UTC; dates are told by Copenhagen time.',
        ),
      )
      .toBeVisible()
    await choose('Permanent')
    expect(page.getByText(/no time zone set/).query()).toBeNull()
  })

  it('remote operation needs a bridge', async () => {
    await open({ column: 'lock-flat' })
    await expect.element(page.getByRole('switch', { name: 'Remote operation' })).toBeDisabled()
    await expect.element(page.getByText('The lock is not paired with a bridge.')).toBeVisible()
  })

  it('remote operation given to a guest is part of the link', async () => {
    const { calls } = await open()
    await choose('Permanent')
    await userEvent.click(page.getByText('Remote operation'))
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ link_profile: 'user_allow_remote' })
  })

  it('remote operation of an installer is fixed', async () => {
    const { calls } = await open({ row: 'user-maija' })
    await expect.element(page.getByRole('switch', { name: 'Remote operation' })).toBeDisabled()
    await choose('Permanent')
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ link_profile: 'installer' })
  })
})

describe('other access that this meets', () => {
  const tuesday = 'Cleaners → Ground floor (Tue 08:00–12:00)'

  it('personal access says what it replaces', async () => {
    await open({ domain: house([cleaners]) })
    await expect
      .element(page.getByText(`This access replaces what Anna Lindqvist has through ${tuesday}.`))
      .toBeVisible()
  })

  it('takes names as they are', async () => {
    const domain = house([cleaners])
    domain.put('users', [user('user-anna', { display_name: 'Anna <b>& Co</b> <3' })])
    await open({ domain })
    await expect
      .element(page.getByText(`This access replaces what Anna <b>& Co</b> <3 has through ${tuesday}.`))
      .toBeVisible()
  })

  it('leaves the words around a name in their order, whatever it holds', async () => {
    const domain = house([personal('calendar-until'), cleaners])
    domain.put('users', [user('user-anna', { display_name: hostile })])
    domain.put('groups', [userGroup('group-cleaners', ['user-anna'], { name: hostile })])
    await open({ domain })
    const title = expectInOrder(page.getByRole('heading', { level: 2 }).element(), 'Access for ')
    expect(expectInOrder(page.getByRole('heading', { level: 2 }).element(), ' to Street door').left).toBeGreaterThan(
      title.right,
    )
    const replaced = page.getByText(/^This access replaces/).element()
    expectInOrder(replaced, ' → Ground floor')
    await userEvent.click(page.getByRole('button', { name: 'Remove access' }))
    const question = page.getByRole('alert').element()
    expectInOrder(question, ' will no longer have this access to')
    expectInOrder(question, ' more at Street door: then ')
  })

  it('shortens names of 255 characters, and keeps them whole in its name', async () => {
    const domain = house([personal('calendar-until'), cleaners])
    const long = 'W'.repeat(255)
    domain.put('users', [user('user-anna', { display_name: long })])
    await open({ domain })
    const title = page.getByRole('heading', { level: 2 }).element()
    expect(title.textContent).toBe(`Access for ${'W'.repeat(47)}… to Street door`)
    expect(title).toHaveAttribute('title', `Access for ${long} to Street door`)
    await expect.element(page.getByRole('dialog', { name: `Access for ${long} to Street door` })).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Remove access' }))
    expect(page.getByRole('alert').element().textContent).not.toContain('W'.repeat(48))
  })

  it('a group’s access says where personal access goes on deciding', async () => {
    await open({ domain: house([personal(null), cleaners]), row: 'group-cleaners', column: 'group-ground' })
    const text =
      'For Anna Lindqvist at Street door this access does not count while there is Anna Lindqvist → Street door (always).'
    await expect.element(page.getByText(text)).toBeVisible()
  })

  it('access of the same priority is added', async () => {
    const domain = house([link('group_lock-2', { group_id: 'group-porters', lock_id: 'lock-street' })])
    domain.put('groups', [userGroup('group-porters', ['user-anna'], { name: 'Porters' })])
    await open({ domain, row: 'group-cleaners' })
    const text = 'For Anna Lindqvist this access is added to Porters → Street door (always): either one opens.'
    await expect.element(page.getByText(text)).toBeVisible()
  })

  it('is not worked out for a group of more than 100 members', async () => {
    await open({ domain: house([personal(null)], 100), row: 'group-cleaners' })
    await expect.element(page.getByText(/more than 100 members/)).toBeVisible()
    expect(page.getByText(/does not count/).query()).toBeNull()
  })
})

describe('expired access', () => {
  it('is said, and comes back with a new end', async () => {
    const { calls } = await open({ domain: house([personal('calendar-ended')]) })
    await expect
      .element(page.getByText('This access ended on 3 November. Save a new end to bring it back.'))
      .toBeVisible()
    await expect.element(save).toBeDisabled()
    await press(segment('month', 'To'), '{ArrowUp}')
    await userEvent.click(save)
    expect(calls.map(([name]) => name)).toEqual(['createCalendar', 'updateLink', 'deleteCalendar'])
    expect(calls[0]?.[1]).toMatchObject({ rule_sets: [{ end_time: '2026-12-03T09:00:00+00:00' }] })
    expect(calls[2]).toEqual(['deleteCalendar', 'calendar-ended'])
  })

  it.each([
    ['da-DK', 'Denne adgang sluttede den 3. november. Gem en ny slutdato for at få den tilbage.'],
    ['de', 'Dieser Zugang endete am 3. November. Speichern Sie ein neues Ende, um ihn wiederherzustellen.'],
  ] as const)('is said in %s without a doubled full stop', async (tag, text) => {
    await showLanguage(tag)
    await open({ domain: house([personal('calendar-ended')]) })
    await expect.element(page.getByText(text)).toBeVisible()
  })

  it('is shown calmly: what somebody comes upon is not their mistake', async () => {
    await open({ domain: house([personal('calendar-ended-always')]) })
    await expect
      .element(page.getByText('This access ended on 3 November. Save a new end to bring it back.'))
      .toBeVisible()
    await readsAs('To', { day: '3', month: '11' })
    expect(document.querySelector('[data-invalid], [aria-invalid=true]')).toBeNull()
    expect(cannotSave.query()).toBeNull()
  })

  it('is not brought back by an end that has passed', async () => {
    const { calls } = await open({ domain: house([personal('calendar-ended')]) })
    await press(segment('day', 'To'), '{ArrowUp}')
    await refuses(calls, 'To', 'To has passed already.')
  })
})

describe('removing access', () => {
  it('asks first, then removes the link and its calendar', async () => {
    const { calls, close } = await open({ domain: house([personal('calendar-until')]) })
    await userEvent.click(page.getByRole('button', { name: 'Remove access' }))
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Anna Lindqvist will no longer have this access to Street door.Press again to remove it.')
    expect(calls).toEqual([])
    await userEvent.click(page.getByRole('button', { name: 'Confirm: remove access' }))
    expect(calls).toEqual([
      ['deleteLink', 'lock_user-1'],
      ['deleteCalendar', 'calendar-until'],
    ])
    expect(close).toHaveBeenCalledOnce()
  })

  it('says when it widens access', async () => {
    await open({ domain: house([personal('calendar-ended'), cleaners]) })
    await userEvent.click(page.getByRole('button', { name: 'Remove access' }).last())
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(
        'But removing it gives Anna Lindqvist more at Street door: then Cleaners → Ground floor decides (Tue 08:00–12:00).',
      )
  })

  it('is taken back by going on editing', async () => {
    await open({ domain: house([personal('calendar-until')]) })
    await userEvent.click(page.getByRole('button', { name: 'Remove access' }))
    await userEvent.click(page.getByText('Remote operation'))
    await expect.element(page.getByRole('button', { name: 'Remove access', exact: true })).toBeVisible()
    expect(page.getByRole('alert').query()).toBeNull()
  })

  it('is not offered where there is no access of the cell’s own', async () => {
    await open({ domain: house([cleaners]) })
    expect(page.getByRole('button', { name: 'Remove access' }).query()).toBeNull()
  })
})

describe('a Save that fails', () => {
  it('says which step, and the next Save goes on with it', async () => {
    const { calls, close } = await open({ fails: ['createLink'] })
    await userEvent.click(save)
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Failed to connect Anna Lindqvist with Street door, press Save to try again.')
    expect(close).not.toHaveBeenCalled()
    await userEvent.click(save)
    expect(calls.map(([name]) => name)).toEqual(['createCalendar', 'createLink', 'createLink'])
    expect(close).toHaveBeenCalledOnce()
  })

  it('without a network says that nothing was saved, keeps what was typed, and is tried again', async () => {
    const failure = new ApiError(0, 'network_error', 'no')
    const { calls, close } = await open({ fails: ['createCalendar'], failure })
    await press(segment('day', 'To'), '24')
    await userEvent.click(save)
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(
        'Nothing was saved. What you entered stays here: press Save to try again.There is no connection to the network.',
      )
    await readsAs('To', { day: '24', month: '12' })
    window.dispatchEvent(new Event('online'))
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await readsAs('To', { day: '24', month: '12' })
    await userEvent.click(save)
    await expect.poll(() => close.mock.calls.length).toBe(1)
    expect(calls.map(([name]) => name)).toEqual(['createCalendar', 'createCalendar', 'createLink'])
  })

  it('while the server is away says so until it answers again, and keeps what was typed', async () => {
    const failure = new ApiError(0, 'server_unavailable', 'no')
    const { shown } = await open({ fails: ['createCalendar'], failure })
    await press(segment('day', 'To'), '24')
    await userEvent.click(save)
    shown.live(false)
    await expect.element(page.getByRole('alert')).toHaveTextContent('The server does not answer.')
    shown.live(true)
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await readsAs('To', { day: '24', month: '12' })
  })

  it('of the last step leaves the access saved and clears up with the next', async () => {
    const { calls, close } = await open({ domain: house([personal('calendar-until')]), fails: ['deleteCalendar'] })
    await choose('Permanent')
    await userEvent.click(save)
    await expect.element(page.getByRole('alert')).toHaveTextContent('its old times could not be cleared away')
    await userEvent.click(save)
    expect(calls.map(([name]) => name)).toEqual(['updateLink', 'deleteCalendar', 'deleteCalendar'])
    expect(close).toHaveBeenCalledOnce()
  })
})

describe('every kind of cell', () => {
  it.each([
    ['user-anna', 'lock-street', { user_id: 'user-anna', lock_id: 'lock-street' }],
    ['user-anna', 'group-ground', { user_id: 'user-anna', group_id: 'group-ground' }],
    ['group-cleaners', 'lock-street', { group_id: 'group-cleaners', lock_id: 'lock-street' }],
    ['group-cleaners', 'group-ground', { group_id: 'group-cleaners', other_group_id: 'group-ground' }],
  ])('%s and %s', async (row, column, sides) => {
    const { calls } = await open({ row, column })
    await choose('Permanent')
    await userEvent.click(save)
    expect(calls).toEqual([['createLink', { ...sides, link_profile: 'user', calendar_id: null }]])
  })

  it('says when a side is gone', async () => {
    await open({ row: 'user-nobody' })
    await expect.element(page.getByText(/the person or group is no longer in the domain/)).toBeVisible()
  })
})

describe('for everyone', () => {
  it('Escape and Cancel close without saving', async () => {
    const { calls, close } = await open()
    await pressEscape()
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
    expect(close).toHaveBeenCalledTimes(2)
    expect(calls).toEqual([])
  })

  it('can be filled in and saved by keyboard alone', async () => {
    const { calls } = await open()
    await press(type('Temporary'), '{ArrowRight}')
    const monday = dayButton('Monday').element()
    for (let step = 0; step < 10 && document.activeElement !== monday; step += 1) await userEvent.tab()
    await userEvent.keyboard(' ')
    await expect.element(dayButton('Monday')).not.toBeChecked()
    for (let step = 0; step < 40 && document.activeElement?.textContent !== 'Save'; step += 1) await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    expect(calls[0]?.[1]).toMatchObject({ rule_sets: [{ week_days: [1, 2, 3, 4] }] })
  })

  it.each(['light', 'dark'] as const)('axe finds nothing, %s', async (theme) => {
    document.documentElement.dataset.theme = theme
    await open({ domain: house([personal('calendar-ended'), cleaners]), column: 'lock-street' })
    await choose('Recurring')
    await userEvent.click(page.getByText('Start and end date'))
    await userEvent.click(page.getByRole('button', { name: 'Remove access' }))
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expect.poll(() => document.getAnimations().length).toBe(0)
    await expectAccessible()
    delete document.documentElement.dataset.theme
  })
})

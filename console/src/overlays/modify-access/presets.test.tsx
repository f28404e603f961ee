import { describe, expect, it } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import { showLanguage } from '../../i18n/i18n'
import { link } from '../../testing/example'
import {
  atTheDoor,
  cannotSave,
  choose,
  cleaners,
  house,
  open,
  personal,
  press,
  readsAs,
  save,
  segment,
} from './testing'

atTheDoor()

const preset = (name: string) => page.getByRole('group', { name: 'Ready-made times' }).getByRole('button', { name })

describe('presets', () => {
  it.each([
    ['Tonight', '2026-11-20T17:00', '2026-11-21T11:00', '21 Nov 2026, 12:00', '18 hours'],
    ['Weekend', '2026-11-20T14:00', '2026-11-22T19:00', '22 Nov 2026, 20:00', '2 days, 5 hours'],
    ['A week', '2026-11-20T13:02', '2026-11-27T13:02', '27 Nov 2026, 14:02', '7 days'],
    ['A month', '2026-11-20T13:02', '2026-12-20T13:02', '20 Dec 2026, 14:02', '30 days'],
  ])('%s sets From and To by the clock of the door, says how long that is, and is saved', async (...of) => {
    const [name, from, to, said, length] = of
    const { calls } = await open()
    await userEvent.click(preset(name))
    await expect.element(page.getByText(`Lasts ${length}.`)).toBeVisible()
    await expect
      .element(page.getByText(new RegExp(`^After Save: Anna Lindqvist can open.* until ${said} \\(Copenhagen`)))
      .toBeVisible()
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({
      start_time: `${from}:00+00:00`,
      rule_sets: [{ end_time: `${to}:00+00:00`, week_days: null, daily_start: null }],
    })
  })

  it('the length follows what is typed, and is left out where To is not after From', async () => {
    await open()
    await press(segment('day', 'To'), '{ArrowUp}')
    await expect.element(page.getByText('Lasts 31 days.')).toBeVisible()
    await press(segment('year', 'To'), '2025')
    expect(page.getByText(/^Lasts/).query()).toBeNull()
  })

  it('the length is left out while a part of To is empty', async () => {
    await open()
    await expect.element(page.getByText('Lasts 30 days.')).toBeVisible()
    await press(segment('year', 'To'), '{Backspace>4/}')
    await expect.element(page.getByText(/^Lasts/)).not.toBeInTheDocument()
  })

  it('the length of access that is over lies behind', async () => {
    await open({ domain: house([personal('calendar-ended')]) })
    await expect.element(page.getByText(/^Lasted 33 days/)).toBeVisible()
    expect(page.getByText(/^Lasts/).query()).toBeNull()
  })

  it('fill a To of which a part was empty', async () => {
    await open()
    await press(segment('day', 'To'), '{Backspace}{Backspace}')
    await userEvent.click(preset('Weekend'))
    await readsAs('To', { day: '22', month: '11', year: '2026', hour: '20', minute: '00' })
    await expect.element(save).toBeEnabled()
    expect(cannotSave.query()).toBeNull()
  })

  it('each set both, whatever was pressed before', async () => {
    await open()
    await userEvent.click(preset('Weekend'))
    await userEvent.click(preset('A week'))
    await readsAs('From', { day: '20', month: '11', hour: '14', minute: '02' })
    await readsAs('To', { day: '27', month: '11', hour: '14', minute: '02' })
  })

  it('go along to recurring access, which then ends when they do', async () => {
    const { calls } = await open()
    await userEvent.click(preset('Weekend'))
    await choose('Recurring')
    await expect.element(page.getByRole('switch', { name: 'Start and end date' })).toBeChecked()
    await readsAs('To', { day: '22', month: '11', hour: '20', minute: '00' })
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({
      start_time: '2026-11-20T14:00:00+00:00',
      rule_sets: [{ end_time: '2026-11-22T19:00:00+00:00', week_days: [0, 1, 2, 3, 4] }],
    })
  })

  it('are for temporary access', async () => {
    await open()
    await choose('Recurring')
    expect(page.getByRole('group', { name: 'Ready-made times' }).query()).toBeNull()
  })
})

describe('the summary above the buttons', () => {
  const summary = page.getByText(/Anna Lindqvist can open/)

  it('follows every choice and says what Save then sends', async () => {
    const { calls } = await open()
    await choose('Recurring')
    await expect
      .element(summary)
      .toHaveTextContent(
        'After Save: Anna Lindqvist can open Street door Mon–Fri 09:00–17:00 (Copenhagen time), at the door, until this access is removed.',
      )
    await userEvent.click(page.getByText('Remote operation'))
    await userEvent.click(page.getByText('Start and end date'))
    await press(segment('hour', 'Daily to'), '18')
    await expect
      .element(summary)
      .toHaveTextContent(
        'After Save: Anna Lindqvist can open Street door Mon–Fri 09:00–18:00 (Copenhagen time) from 20 Nov 2026, 15:00 until 20 Dec 2026, 15:00, at the door and from afar.',
      )
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({
      rule_sets: [
        { week_days: [0, 1, 2, 3, 4], daily_start: 32_400, daily_end: 64_800, end_time: '2026-12-20T14:00:00+00:00' },
      ],
    })
    expect(calls[1]?.[1]).toMatchObject({ link_profile: 'user_allow_remote' })
  })

  it('is that of the standing access before anything is changed', async () => {
    await open({ domain: house([personal('calendar-tuesday')]) })
    await expect
      .element(summary)
      .toHaveTextContent(
        'Anna Lindqvist can open Street door Tue 08:00–12:00 (Copenhagen time), at the door, until this access is removed.',
      )
  })

  it('of an administrator is from afar too, of a group by the clock of its doors', async () => {
    const { screen } = await open({ row: 'user-bo' })
    await expect
      .element(page.getByText('After Save: Bo Kristensen can open Street door at any time, at the door and from afar.'))
      .toBeVisible()
    await screen.unmount()
    await open({ column: 'group-ground' })
    await expect.element(page.getByText('Copenhagen time · now 14:02 at the doors')).toBeVisible()
    await expect.element(summary).toHaveTextContent(/until 20 Dec 2026, 14:02 \(Copenhagen time\)/)
    await choose('Recurring')
    await expect.element(summary).toHaveTextContent(/09:00–17:00 \(each door’s own clock\)/)
  })

  it.each([
    [
      'de',
      /^Nach dem Speichern: Anna Lindqvist kann Street door bis 20\.12\.2026, 14:02 \(Zeit in Kopenhagen\) öffnen, an der Tür\.$/,
    ],
    [
      'da-DK',
      /^Når der er gemt: Anna Lindqvist kan åbne Street door indtil 20\. dec\. 2026.* 14\.02 \(tid i København\), ved døren\.$/,
    ],
  ] as const)('speaks %s', async (tag, text) => {
    await showLanguage(tag)
    await open()
    await expect.element(page.getByText(text)).toBeVisible()
  })

  it('stays where it is, as the buttons do, whatever is said above it', async () => {
    await open({ domain: house([personal('calendar-until'), cleaners]) })
    const buttons = [save, page.getByRole('button', { name: 'Cancel' })]
    const places = (those: readonly Locator[]) => those.map((one) => one.element().getBoundingClientRect().y)
    const before = places([...buttons, summary])
    for (const type of ['Recurring', 'Permanent', 'Temporary']) {
      await choose(type)
      expect(places([...buttons, summary])).toEqual(before)
    }
    await userEvent.click(page.getByRole('button', { name: 'Remove access' }))
    await expect.element(page.getByRole('alert')).toBeVisible()
    await expect.element(summary).not.toBeInTheDocument()
    expect(places(buttons)).toEqual(before.slice(0, 2))
  })
})

describe('the week', () => {
  it('has an hour axis, and other access laid over it by its priority', async () => {
    const porters = link('lock_user-2', { user_id: 'user-anna', lock_id: 'lock-street', calendar_id: null })
    await open({ domain: house([porters, cleaners]), row: 'group-cleaners' })
    await choose('Recurring')
    for (const hour of ['00', '06', '12', '18', '24'])
      await expect.element(page.getByText(hour, { exact: true }).first()).toBeVisible()
    const legend = page.getByRole('list').filter({ hasText: 'Replaced by it' }).getByRole('listitem')
    await expect.element(legend.nth(1)).toHaveTextContent('Counts instead of it')
    await expect.element(legend.nth(2)).toHaveTextContent('Replaced by it')
    expect(legend.elements()).toHaveLength(3)
  })

  it('of a weekend has its days and hours alone; of what is longer none is drawn', async () => {
    await open({ domain: house([cleaners]) })
    const week = page.getByRole('img', { name: /^Open/ })
    await expect.element(page.getByText(/^This access replaces/)).toBeVisible()
    expect(week.query()).toBeNull()
    await userEvent.click(preset('Weekend'))
    await expect.element(week).toHaveAccessibleName('Open: Fri 15:00–24:00, Sat all day, Sun 00:00–20:00')
    await expect.element(page.getByText('Replaced by it')).toBeVisible()
    await choose('Recurring')
    await expect.element(week).toHaveAccessibleName('Open: Fri 15:00–17:00')
    await choose('Permanent')
    await expect.element(week).toHaveAccessibleName('Open: Every day all day')
  })

  it('is drawn without others where there are none, and not at all for other types then', async () => {
    await open()
    expect(page.getByRole('img', { name: /^Open/ }).query()).toBeNull()
    await choose('Recurring')
    await expect.element(page.getByRole('img', { name: /^Open: Mon–Fri/ })).toBeVisible()
    expect(page.getByText('This access', { exact: true }).query()).toBeNull()
  })
})

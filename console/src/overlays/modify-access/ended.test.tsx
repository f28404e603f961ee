import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { calendar, link } from '../../testing/example'
import { showDomain } from '../../testing/live-domain'
import { waitFor } from '../../testing/wait-for'
import { OverlayHost } from '../OverlayHost'
import { openPlaces } from '../registry'
import { openModifyAccess } from './open'
import { expectAccessible } from '../../testing/axe'
import { atTheDoor, cleaners, house, open, personal, readsAs, save } from './testing'

atTheDoor()

const outranks = page.getByText(/this ended access outranks/)
const extend = page.getByRole('button', { name: 'Extend to 20 Dec' })
const remove = page.getByRole('button', { name: 'Remove access' })

describe('ended access that outranks a group', () => {
  it('says so, once, and draws no week in which it would be open', async () => {
    await open({ domain: house([personal('calendar-ended'), cleaners]) })
    await expect
      .element(outranks)
      .toHaveTextContent('Cannot get in: this ended access outranks Cleaners (Tue 08:00–12:00).')
    await expect.element(page.getByText('This access ended on 3 November.')).toBeVisible()
    expect(page.getByText(/This access replaces/).query()).toBeNull()
    expect(page.getByRole('img', { name: /^Open/ }).query()).toBeNull()
    await expectAccessible()
  })

  it('names the end of what is outranked', async () => {
    const holiday = link('group_lock-1', {
      ...{ group_id: 'group-cleaners', lock_id: 'lock-street', calendar_id: 'calendar-until' },
    })
    await open({ domain: house([personal('calendar-ended'), holiday]) })
    await expect
      .element(outranks)
      .toHaveTextContent('Cannot get in: this ended access outranks Cleaners (until 1 Dec).')
  })

  it('of a lock group says at which doors', async () => {
    const own = link('group_user-1', {
      ...{ user_id: 'user-anna', group_id: 'group-ground', calendar_id: 'calendar-ended' },
    })
    await open({ domain: house([own, cleaners]), column: 'group-ground' })
    for (const door of ['Street door', 'Shed']) {
      const text = `Anna Lindqvist cannot get in at ${door}: this ended access outranks Cleaners (Tue 08:00–12:00).`
      await expect.element(page.getByText(text)).toBeVisible()
    }
  })

  it('is extended by a press, which shows what will be saved', async () => {
    const { calls } = await open({ domain: house([personal('calendar-ended'), cleaners]) })
    await userEvent.click(extend)
    await readsAs('To', { day: '20', month: '12', hour: '10', minute: '00' })
    await expect
      .element(
        page.getByText(/^After Save: Anna Lindqvist can open Street door until 20 Dec 2026, 10:00 \(Copenhagen time\)/),
      )
      .toBeVisible()
    expect(outranks.query()).toBeNull()
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ rule_sets: [{ end_time: '2026-12-20T09:00:00+00:00' }] })
  })

  it('is removed in one way, by the press that confirms it', async () => {
    const { calls, close } = await open({ domain: house([personal('calendar-ended'), cleaners]) })
    expect(remove.elements()).toHaveLength(1)
    await userEvent.click(remove)
    await expect.element(page.getByText(/cannot open Street door with this access/)).not.toBeInTheDocument()
    await expect.element(page.getByRole('alert')).toHaveTextContent('then Cleaners → Ground floor decides')
    expect(calls).toEqual([])
    await userEvent.click(page.getByRole('button', { name: 'Confirm: remove access' }))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
    expect(calls.map(([name]) => name)).toEqual(['deleteLink', 'deleteCalendar'])
  })
})

describe('ended access that outranks nothing', () => {
  it.each([
    ['there is no other', []],
    ['the other has ended too', [{ ...cleaners, calendar_id: 'calendar-ended' }]],
  ])('only says that it has ended: %s', async (_why, others) => {
    await open({ domain: house([personal('calendar-ended'), ...others]) })
    await expect.element(page.getByText(/^This access ended on 3 November\. Save a new end/)).toBeVisible()
    await expect.element(extend).toBeVisible()
    expect(outranks.query()).toBeNull()
  })
})

it('access that ends while the editor is open says so', async () => {
  const domain = house([personal('calendar-until'), cleaners])
  const { shown } = await open({ domain })
  expect(outranks.query()).toBeNull()
  shown.apply({
    entries: { calendars: [calendar('calendar-until', { end_time: '2026-11-20T13:00:00Z' })] },
    removed: [],
  })
  await expect.element(outranks).toBeVisible()
})

describe('access through a group that has ended', () => {
  const over = { ...cleaners, calendar_id: 'calendar-ended' }
  const toGroup = page.getByRole('button', { name: 'Go to the access of Cleaners' })

  it('says that there is no way in, since when, and what saving here would be', async () => {
    await open({ domain: house([over]) })
    await expect
      .element(
        page.getByText('Anna Lindqvist cannot get in: the access through Cleaners ended on 3 November.', {
          exact: true,
        }),
      )
      .toBeVisible()
    await expect
      .element(page.getByText('What is saved here is access of Anna Lindqvist alone.', { exact: true }))
      .toBeVisible()
    await expect.element(save).toBeEnabled()
    await expectAccessible()
  })

  it('leads to that access', async () => {
    showDomain(house([over]))
    openModifyAccess({ row: 'user-anna', column: 'lock-street' })
    await render(<OverlayHost />)
    await userEvent.click(toGroup)
    await expect
      .element(page.getByRole('heading', { level: 2 }))
      .toHaveTextContent('Access for Cleaners to Ground floor')
    expect(openPlaces()).toHaveLength(1)
  })

  it('is not said while another way in is open', async () => {
    const porters = link('group_group-2', { ...over, id: 'group_group-2', calendar_id: null })
    await open({ domain: house([over, porters]) })
    await expect.element(page.getByText('Now Anna Lindqvist has access through Cleaners (always).')).toBeVisible()
    expect(page.getByText(/cannot get in: the access through/).query()).toBeNull()
  })
})

describe('access through a group that lasts', () => {
  const holiday = { ...cleaners, calendar_id: 'calendar-until' }

  it('is said first, and what Save would make of it as what comes after', async () => {
    await open({ domain: house([holiday]) })
    const present = page.getByText('Now Anna Lindqvist has access through Cleaners (until 1 Dec).')
    await expect.element(present).toBeVisible()
    await expect
      .element(
        page.getByText(
          'After Save: Anna Lindqvist can open Street door until 20 Dec 2026, 14:02 (Copenhagen time), at the door.',
        ),
      )
      .toBeVisible()
    const form = page.getByRole('radiogroup', { name: 'Type of access' }).element()
    expect(present.element().compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await expectAccessible()
  })

  it('can be gone to', async () => {
    showDomain(house([holiday]))
    openModifyAccess({ row: 'user-anna', column: 'lock-street' })
    await render(<OverlayHost />)
    await userEvent.click(page.getByRole('button', { name: 'Go to the access of Cleaners' }))
    await expect
      .element(page.getByRole('heading', { level: 2 }))
      .toHaveTextContent('Access for Cleaners to Ground floor')
  })

  it('is not said where access of one’s own decides', async () => {
    await open({ domain: house([personal('calendar-until'), holiday]) })
    await expect.element(page.getByText(/^Anna Lindqvist can open Street door until 1 Dec/)).toBeVisible()
    expect(page.getByText(/^Now Anna/).query()).toBeNull()
  })
})

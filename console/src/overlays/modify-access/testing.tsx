/** For the tests of the access editor: a small house, a server that remembers, and what a person does. */
import { QueryClientProvider } from '@tanstack/react-query'
import { I18nProvider } from 'react-aria-components'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { ApiError } from '../../api/errors'
import { queryClient } from '../../api/query-client'
import { showLanguage } from '../../i18n/i18n'
import { calendar, calendarOf, device, domainOf, link, lock, lockGroup, user, userGroup } from '../../testing/example'
import type { LinkEntry } from '../../model/entries'
import type { SaveExecutor } from '../../model/save-plan'
import { local } from '../../session/storage'
import { showDomain } from '../../testing/live-domain'
import { OverlayHost } from '../OverlayHost'
import { closeAll } from '../registry'
import ModifyAccess from './Overlay'

/** 14:02:30 on a Friday in Copenhagen. */
const now = Date.parse('2026-11-20T13:02:30Z')

/** Stops the clock at `now` for each test, and begins with an empty browser in English. */
export function atTheDoor(): void {
  beforeEach(async () => {
    await showLanguage('en-GB')
    vi.useFakeTimers({ toFake: ['Date'], now })
  })
  afterEach(async () => {
    vi.useRealTimers()
    closeAll()
    local.clear()
    await showLanguage('en-GB')
  })
}

const bridge = (lockId: string) => device('bridge', 'bridge', [`serial of ${lockId}`])

export function house(links: LinkEntry[] = [], crowd = 0) {
  const members = Array.from({ length: crowd }, (_, index) => `user-c${index}`)
  return domainOf({
    users: [
      user('user-anna', { display_name: 'Anna Lindqvist' }),
      user('user-bo', { display_name: 'Bo Kristensen', role: 'administrator' }),
      user('user-maija', { display_name: 'Maija Virtanen', role: 'installer' }),
      ...members.map((id) => user(id)),
    ],
    locks: [
      lock('lock-street', { name: 'Street door' }),
      lock('lock-flat', { name: 'Flat 1 right' }),
      lock('lock-shed', { name: 'Shed', timezone: null }),
      lock('lock-old', {
        ...{ name: 'Old gate', type: 'mwm' },
        mwm: { mac_address: 'aa:bb', mcu_firmware: '1', rf_firmware: '1', design_id: 1 },
      }),
    ],
    groups: [
      userGroup('group-cleaners', ['user-anna', ...members], { name: 'Cleaners' }),
      lockGroup('group-ground', ['lock-street', 'lock-shed'], { name: 'Ground floor' }),
    ],
    devices: [device('serial of lock-street', 'bolt', ['bridge']), bridge('lock-street')],
    calendars: [
      calendar('calendar-until', { start_time: '2026-11-01T00:00:00Z', end_time: '2026-12-01T10:00:00Z' }),
      calendar('calendar-coming', { start_time: '2026-11-25T08:00:00Z', end_time: '2026-11-28T08:00:00Z' }),
      calendar('calendar-hourly', { end_time: '2026-12-01T10:00:00Z', refresh_interval: 3600 }),
      calendar('calendar-no-start', { end_time: '2026-11-21T09:30:00Z' }),
      calendar('calendar-endless', { start_time: '2026-11-25T08:00:00Z' }),
      calendar('calendar-ended', { start_time: '2026-10-01T00:00:00Z', end_time: '2026-11-03T09:00:00Z' }),
      calendar('calendar-ended-always', { start_time: null, end_time: '2026-11-03T09:00:00Z' }),
      calendar('calendar-tuesday', { week_days: [1], daily_start: 28_800, daily_end: 43_200 }),
      calendar('calendar-open', {
        ...{ start_time: '2026-11-01T00:00:00Z', week_days: [0, 1, 2, 3, 4] },
        ...{ daily_start: 32_400, daily_end: 61_200 },
      }),
    ],
    links,
  })
}

export const personal = (calendar_id: string | null, given: Partial<LinkEntry> = {}) =>
  link('lock_user-1', { user_id: 'user-anna', lock_id: 'lock-street', calendar_id, ...given })
export const cleaners = link('group_group-1', {
  ...{ group_id: 'group-cleaners', other_group_id: 'group-ground', calendar_id: 'calendar-tuesday' },
})

/** A house in which Anna has access at these rule sets. */
export function houseWith(rules: Parameters<typeof calendarOf>[1], rest: Parameters<typeof calendarOf>[2] = {}) {
  const domain = house()
  const kept = calendarOf('calendar-kept', rules, { start_time: '2026-11-01T00:00:00Z', ...rest })
  domain.apply({ entries: { calendars: [kept], links: [personal('calendar-kept')] }, removed: [] })
  return domain
}

/** A server that remembers what it is asked, answers when `ready` says so, and fails the calls named with `failure`, once each. */
function server(fails: string[], failure: ApiError, ready: Promise<void>) {
  const calls: [string, ...unknown[]][] = []
  const call = (name: string, ...about: unknown[]) => {
    calls.push([name, ...about])
    const index = fails.indexOf(name)
    if (index < 0) return ready
    fails.splice(index, 1)
    return Promise.reject(failure)
  }
  const executor: SaveExecutor = {
    createCalendar: (body) => call('createCalendar', body).then(() => 'calendar-new'),
    createLink: (body) => call('createLink', body).then(() => 'lock_user-new'),
    updateLink: (id, body) => call('updateLink', id, body),
    deleteLink: (id) => call('deleteLink', id),
    deleteCalendar: (id) => call('deleteCalendar', id),
  }
  return { calls, executor }
}

export async function open({
  domain = house(),
  row = 'user-anna',
  column = 'lock-street',
  fails = [] as string[],
  status = 503,
  failure = new ApiError(status, status === 404 ? 'entity_not_found' : 'server_error', 'no'),
  ready = Promise.resolve(),
} = {}) {
  const { calls, executor } = server(fails, failure, ready)
  const close = vi.fn()
  const shown = showDomain(domain)
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <I18nProvider locale={document.documentElement.lang || 'en-GB'}>
        <ModifyAccess {...{ row, column, close, executor }} />
        <OverlayHost />
      </I18nProvider>
    </QueryClientProvider>,
  )
  return { calls, close, shown, screen }
}

export const type = (name: string) => page.getByRole('radio', { name })
export const choose = (name: string) => userEvent.click(page.getByText(name, { exact: true }))
export const save = page.getByRole('button', { name: 'Save', exact: true })
export const cannotSave = page.getByText(/^Cannot be saved yet/)

/** A press of Save is refused: it names the field above the buttons and leads to it, where it is said what is wrong. */
export async function refuses(calls: readonly unknown[], field: string, why: string) {
  await userEvent.click(save)
  await expect.element(cannotSave).toHaveTextContent(`Cannot be saved yet. Look at: ${field}.`)
  await expect.element(page.getByText(why, { exact: true })).toBeVisible()
  expect(page.getByText(why).elements()).toHaveLength(1)
  expect(document.activeElement?.closest('[data-invalid]')).not.toBeNull()
  expect(calls).toEqual([])
}
export const segment = (part: string, field: string) =>
  page.getByRole('spinbutton', { name: new RegExp(`^${part}, ${field}$`) })
export const dayButton = (name: string) => page.getByRole('checkbox', { name })

/** A checkbox is pressed by its label, which lies above it. */
export async function toggle(name: string) {
  await userEvent.click(page.elementLocator(dayButton(name).element().closest('label') as HTMLElement))
}

export async function press(target: ReturnType<typeof page.getByRole>, keys?: string) {
  ;(target.element() as HTMLElement).focus()
  if (keys !== undefined) await userEvent.keyboard(keys)
}

export async function readsAs(field: string, parts: Record<string, string>) {
  for (const [part, value] of Object.entries(parts)) await expect.element(segment(part, field)).toHaveTextContent(value)
}

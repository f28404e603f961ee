import { beforeEach, expect, it } from 'vitest'
import { fakeApi, json } from '../../testing/fake-api'
import { freshSession } from '../../testing/session'
import { accessCalls } from './calls'

beforeEach(freshSession)

const rule = {
  ...{ end_time: null, number_of_weeks: null },
  ...{ week_days: [0], daily_start: null, daily_end: null },
}
const calendar = { start_time: null, refresh_interval: 86_400, rule_sets: [rule] }

it('carries out each step as one call', async () => {
  const calls = fakeApi({
    'POST /links/v1/calendars': () => json({ ...calendar, id: 'calendar-1' }, 201),
    'POST /links/v1': () => json({ id: 'lock_user-1' }, 201),
    'PATCH /links/v1/lock_user-1': () => json({ id: 'lock_user-1' }),
    'DELETE /links/v1/lock_user-1': () => new Response(null, { status: 204 }),
    'DELETE /links/v1/calendars/calendar-1': () => new Response(null, { status: 204 }),
  })
  expect(await accessCalls.createCalendar(calendar)).toBe('calendar-1')
  const link = { user_id: 'user-1', lock_id: 'lock-1', calendar_id: 'calendar-1', link_profile: 'user' } as const
  expect(await accessCalls.createLink(link)).toBe('lock_user-1')
  await accessCalls.updateLink('lock_user-1', { calendar_id: null, link_profile: 'user' })
  await accessCalls.deleteLink('lock_user-1')
  await accessCalls.deleteCalendar('calendar-1')
  expect(
    calls.map(({ method, path, body }) => [method, path, body === '' ? null : (JSON.parse(body) as unknown)]),
  ).toEqual([
    ['POST', '/links/v1/calendars', calendar],
    ['POST', '/links/v1', link],
    ['PATCH', '/links/v1/lock_user-1', { calendar_id: null, link_profile: 'user' }],
    ['DELETE', '/links/v1/lock_user-1', null],
    ['DELETE', '/links/v1/calendars/calendar-1', null],
  ])
})

it('takes what is gone already for removed, and leaves a calendar that is still in use', async () => {
  fakeApi({ 'DELETE /links/v1/calendars/calendar-2': () => json({ error: 'conflict', message: 'in use' }, 409) })
  await accessCalls.deleteLink('lock_user-gone')
  await accessCalls.deleteCalendar('calendar-gone')
  await accessCalls.deleteCalendar('calendar-2')
})

it('rejects what fails', async () => {
  fakeApi({ 'DELETE /links/v1/lock_user-1': () => json({ error: 'forbidden', message: 'no' }, 403) })
  await expect(accessCalls.deleteLink('lock_user-1')).rejects.toMatchObject({ status: 403, code: 'forbidden' })
  await expect(
    accessCalls.updateLink('lock_user-1', { calendar_id: null, link_profile: 'user' }),
  ).rejects.toMatchObject({
    status: 404,
  })
})

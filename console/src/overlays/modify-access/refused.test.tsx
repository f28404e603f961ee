import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FieldCode } from '../../api/codes'
import { ApiError } from '../../api/errors'
import { expectAccessible } from '../../testing/axe'
import { atTheDoor, choose, house, open, personal, save, toggle } from './testing'

atTheDoor()

/** The refusal of a call because of one field, as the server names it. */
function because(field: string, error_code: FieldCode): ApiError {
  const fields = { [field]: [{ error_code, error_message: 'no' }] }
  return new ApiError(422, 'validation_failed', 'no', { fields })
}

const group = (name: string) => page.getByRole('group', { name, exact: true }).first()
const kind = page.getByRole('radiogroup', { name: 'Type of access' })
const remote = page.getByRole('switch', { name: /^Remote operation/ })
const refresh = page.getByRole('button', { name: /Time between key renewals/ })

describe('what the server refuses is said at its field', () => {
  it.each([
    ['start_time', 'invalid', group('From'), 'The server does not accept this.'],
    ['end_time', 'not_after_start', group('To'), 'This must be later than the start.'],
    ['refresh_interval', 'out_of_range', refresh, 'This value is too small or too large.'],
  ] as const)('%s of temporary access', async (field, code, shown, text) => {
    await open({ fails: ['createCalendar'], failure: because(field, code) })
    await userEvent.click(save)
    await expect.element(page.getByRole('alert')).toHaveTextContent('The server could not accept what was entered.')
    await expect.element(shown).toHaveAccessibleDescription(expect.stringContaining(text) as string)
  })

  it.each([
    ['week_days', 'out_of_range', group('Weekdays'), 'This value is too small or too large.'],
    ['daily_start', 'out_of_range', group('Daily from'), 'This value is too small or too large.'],
    ['daily_end', 'not_after_start', group('Daily to'), 'This must be later than the start.'],
  ] as const)('%s of recurring access', async (field, code, shown, text) => {
    await open({ fails: ['createCalendar'], failure: because(field, code) })
    await choose('Recurring')
    await userEvent.click(save)
    await expect.element(shown).toHaveAccessibleDescription(expect.stringContaining(text) as string)
  })

  it('the calendar of a link, at the type of access, until that is another', async () => {
    const text = 'Administrators can only be given permanent access.'
    await open({ fails: ['createLink'], failure: because('calendar_id', 'permanent_only') })
    await userEvent.click(save)
    await expect.element(page.getByRole('alert')).toHaveTextContent(text)
    await expect.element(kind).toHaveAccessibleDescription(text)
    await expectAccessible()
    await choose('Permanent')
    await expect.element(kind).not.toHaveAccessibleDescription()
  })

  it('the profile of a link, at remote operation', async () => {
    await open({ fails: ['createLink'], failure: because('link_profile', 'above_role') })
    await userEvent.click(save)
    await expect
      .element(remote)
      .toHaveAccessibleName(expect.stringContaining('The role does not allow this.') as string)
    await expectAccessible()
  })

  it('only until the field has another value', async () => {
    await open({
      domain: house([personal('calendar-tuesday')]),
      fails: ['createCalendar'],
      failure: because('week_days', 'out_of_range'),
    })
    await toggle('Friday')
    await userEvent.click(save)
    const said = page.getByText('This value is too small or too large.')
    await expect.element(said).toBeVisible()
    await toggle('Monday')
    await expect.element(said).not.toBeInTheDocument()
  })
})

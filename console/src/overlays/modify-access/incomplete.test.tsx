import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { atTheDoor, cannotSave, choose, house, open, personal, press, readsAs, save, segment } from './testing'

atTheDoor()

describe('a date or time typed and cleared part by part', () => {
  it('a field left half empty shows again what counts', async () => {
    await open()
    await press(segment('day', 'To'), '{Backspace}{Backspace}')
    await readsAs('To', { day: 'dd' })
    await press(segment('day', 'From'))
    await readsAs('To', { day: '20', month: '12' })
    await choose('Recurring')
    await press(segment('hour', 'Daily to'), '{Backspace}{Backspace}')
    await press(segment('hour', 'Daily from'))
    await readsAs('Daily to', { hour: '17', minute: '00' })
  })

  it('a date with an empty part is named, keeps from saving, and counts as it was before it was cleared', async () => {
    const { calls } = await open()
    await press(segment('day', 'To'), '{Backspace}{Backspace}')
    await readsAs('To', { day: 'dd', month: '12' })
    await expect.element(cannotSave).toHaveTextContent('Give the whole date with its time.')
    await expect.element(segment('day', 'To')).toHaveAccessibleDescription(/Give the whole date/)
    await expect.element(save).toBeDisabled()
    await press(segment('hour', 'From'))
    await readsAs('To', { day: '20', month: '12' })
    expect(cannotSave.query()).toBeNull()
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ rule_sets: [{ end_time: '2026-12-20T13:02:00+00:00' }] })
  })

  it('a date that is whole again counts, also with the digit that was left over', async () => {
    const { calls } = await open()
    await press(segment('day', 'To'), '{Backspace}{Backspace}2')
    await readsAs('To', { day: '02', month: '12' })
    await expect.element(save).toBeEnabled()
    await press(segment('day', 'From'))
    await readsAs('To', { day: '02', month: '12' })
    await press(segment('month', 'To'), '{Backspace}{Backspace}')
    await expect.element(save).toBeDisabled()
    await userEvent.keyboard('11')
    await press(segment('day', 'To'), '{Backspace}{Backspace}27')
    await readsAs('To', { day: '27', month: '11' })
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ rule_sets: [{ end_time: '2026-11-27T13:02:00+00:00' }] })
  })

  it('a date filled with a day that does not exist keeps from saving until it is left, and is the last of the month then', async () => {
    await open()
    await press(segment('year', 'To'), '2027')
    await press(segment('day', 'To'), '31')
    await press(segment('month', 'To'), '{Backspace}{Backspace}2')
    await expect.element(save).toBeDisabled()
    await press(segment('day', 'From'))
    await readsAs('To', { day: '28', month: '02', year: '2027' })
    await expect.element(save).toBeEnabled()
  })

  it('a daily time with an empty part is named, keeps from saving, and counts as it was before it was cleared', async () => {
    const { calls } = await open()
    await choose('Recurring')
    await press(segment('hour', 'Daily from'), '{Backspace}')
    await readsAs('Daily from', { hour: '––' })
    await expect.element(cannotSave).toHaveTextContent('Give hours and minutes.')
    await press(segment('minute', 'Daily from'), '{Backspace}')
    await readsAs('Daily from', { hour: '09', minute: '00' })
    await press(segment('hour', 'Daily to'), '{Backspace}{Backspace}')
    await expect.element(save).toBeDisabled()
    await expect.element(page.getByRole('img', { name: 'Open: Mon–Fri 09:00–17:00' })).toBeVisible()
    await press(segment('hour', 'Daily from'))
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ rule_sets: [{ daily_start: 32_400, daily_end: 61_200 }] })
  })

  it('an empty part of a field that is hidden keeps nobody from saving', async () => {
    await open()
    await choose('Recurring')
    await press(segment('hour', 'Daily to'), '{Backspace}{Backspace}')
    await expect.element(save).toBeDisabled()
    await choose('Permanent')
    await expect.element(save).toBeEnabled()
  })

  it('a To that there was none of is by the clock of the door too', async () => {
    const { calls } = await open({ domain: house([personal('calendar-endless')]) })
    await press(segment('day', 'To'), '28')
    await expect.element(cannotSave).not.toBeInTheDocument()
    await expect.element(segment('day', 'To')).toHaveAccessibleDescription(/Give the whole date/)
    await press(segment('month', 'To'), '11')
    await press(segment('year', 'To'), '2026')
    await press(segment('hour', 'To'), '10')
    await press(segment('minute', 'To'), '00')
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ rule_sets: [{ end_time: '2026-11-28T09:00:00+00:00' }] })
  })
})

import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { atTheDoor, cannotSave, choose, house, open, personal, press, readsAs, refuses, save, segment } from './testing'

atTheDoor()

describe('a date or time typed and cleared part by part', () => {
  it('a date left half empty stays so: it is named, keeps from saving, and counts as it was before it was cleared', async () => {
    const { calls } = await open()
    await press(segment('day', 'To'), '{Backspace}{Backspace}')
    await readsAs('To', { day: 'dd', month: '12' })
    await press(segment('day', 'From'))
    await readsAs('To', { day: 'dd', month: '12' })
    await expect.element(segment('day', 'To')).toHaveAccessibleDescription(/Give the whole date/)
    await refuses(calls, 'To', 'Give the whole date with its time.')
    await press(segment('day', 'To'), '20')
    await press(segment('day', 'From'))
    expect(cannotSave.query()).toBeNull()
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ rule_sets: [{ end_time: '2026-12-20T13:02:00+00:00' }] })
  })

  it.each([
    ['To', '2025', 'To must be at least a minute after From.'],
    ['From', '2025', 'From cannot be before now.'],
  ])(
    'a %s that was wrong and is then half erased is told to be half empty, and nothing else',
    async (field, year, why) => {
      const { calls } = await open()
      await press(segment('year', field), year)
      const part = segment('year', field)
      await expect.element(part).toHaveAccessibleDescription(new RegExp(why))
      await press(part, '{Backspace}{Backspace}{Backspace}{Backspace}')
      await readsAs(field, { year: 'yyyy' })
      await expect.element(part).toHaveAccessibleDescription(/Give the whole date with its time\./)
      await expect.element(part).not.toHaveAccessibleDescription(new RegExp(why))
      await refuses(calls, field, 'Give the whole date with its time.')
    },
  )

  it('a date that is whole again counts, also with the digit that was left over', async () => {
    const { calls } = await open()
    await press(segment('day', 'To'), '{Backspace}{Backspace}2')
    await readsAs('To', { day: '02', month: '12' })
    await expect.element(save).toBeEnabled()
    await press(segment('day', 'From'))
    await readsAs('To', { day: '02', month: '12' })
    await press(segment('month', 'To'), '{Backspace}{Backspace}')
    await expect.element(cannotSave).toBeVisible()
    await userEvent.keyboard('11')
    await press(segment('day', 'To'), '{Backspace}{Backspace}27')
    await readsAs('To', { day: '27', month: '11' })
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ rule_sets: [{ end_time: '2026-11-27T13:02:00+00:00' }] })
  })

  it('Save leads to the first part that is empty', async () => {
    const { calls } = await open()
    await press(segment('hour', 'To'), '{Backspace}{Backspace}')
    await refuses(calls, 'To', 'Give the whole date with its time.')
    await expect.element(segment('hour', 'To')).toHaveFocus()
  })

  it('a day that its month does not have stays as it was typed, is named, and keeps from saving until it is mended', async () => {
    const { calls } = await open()
    await press(segment('year', 'To'), '2027')
    await press(segment('day', 'To'), '31')
    await press(segment('month', 'To'), '02')
    await press(segment('day', 'From'))
    await readsAs('To', { day: '31', month: '02', year: '2027' })
    await expect.element(segment('day', 'To')).toHaveAccessibleDescription(/The month has no such day\./)
    await refuses(calls, 'To', 'The month has no such day.')
    await readsAs('To', { day: '31', month: '02', year: '2027' })
    await press(segment('day', 'To'), '28')
    await press(segment('day', 'From'))
    await expect.element(cannotSave).not.toBeInTheDocument()
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ rule_sets: [{ end_time: '2027-02-28T13:02:00+00:00' }] })
  })

  it('a time that the clock leaves out stays as it was typed, and is named', async () => {
    const { calls } = await open()
    await press(segment('day', 'To'), '28')
    await press(segment('month', 'To'), '03')
    await press(segment('year', 'To'), '2027')
    await press(segment('hour', 'To'), '02')
    await press(segment('day', 'From'))
    await readsAs('To', { day: '28', month: '03', hour: '02' })
    await refuses(calls, 'To', 'That day has no such time: the clock is put forward.')
    await press(segment('hour', 'To'), '04')
    await expect.element(cannotSave).not.toBeInTheDocument()
  })

  it('a daily time left half empty stays so, and counts as it was before it was cleared', async () => {
    const { calls } = await open()
    await choose('Recurring')
    await press(segment('hour', 'Daily from'), '{Backspace}')
    await readsAs('Daily from', { hour: '––' })
    await refuses(calls, 'Daily from', 'Give hours and minutes.')
    await press(segment('minute', 'Daily from'), '{Backspace}')
    await readsAs('Daily from', { hour: '09', minute: '00' })
    await press(segment('hour', 'Daily to'), '{Backspace}{Backspace}')
    await press(segment('hour', 'Daily from'))
    await readsAs('Daily to', { hour: '––', minute: '00' })
    await expect.element(page.getByRole('img', { name: 'Open: Mon–Fri 09:00–17:00' })).toBeVisible()
    await press(segment('hour', 'Daily to'), '18')
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ rule_sets: [{ daily_start: 32_400, daily_end: 64_800 }] })
  })

  it('an empty part of a field that is hidden keeps nobody from saving', async () => {
    await open()
    await choose('Recurring')
    await press(segment('hour', 'Daily to'), '{Backspace}{Backspace}')
    await expect.element(cannotSave).toBeVisible()
    await choose('Permanent')
    await expect.element(cannotSave).not.toBeInTheDocument()
  })

  it('a To that there was none of is by the clock of the door too', async () => {
    const { calls } = await open({ domain: house([personal('calendar-endless')]) })
    await press(segment('day', 'To'), '28')
    await expect.element(segment('day', 'To')).toHaveAccessibleDescription(/Give the whole date/)
    await press(segment('month', 'To'), '11')
    await press(segment('year', 'To'), '2026')
    await press(segment('hour', 'To'), '10')
    await press(segment('minute', 'To'), '00')
    await userEvent.click(save)
    expect(calls[0]?.[1]).toMatchObject({ rule_sets: [{ end_time: '2026-11-28T09:00:00+00:00' }] })
  })
})

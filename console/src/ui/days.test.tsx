import { parseDate, parseZonedDateTime, Time, type CalendarDate, type ZonedDateTime } from '@internationalized/date'
import { I18nProvider } from 'react-aria-components'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '../testing/axe'
import { DateTimePicker } from './DateTimePicker'
import { TimeField } from './TimeField'
import { Holding } from '../testing/Holding'

const { keyboard } = userEvent

describe('days and times', () => {
  const copenhagen = parseZonedDateTime('2026-03-28T10:00[Europe/Copenhagen]')

  it('DateTimePicker is typed into; the wall clock of its zone holds across a change of the clock', async () => {
    const onChange = vi.fn<(value: ZonedDateTime | null) => void>()
    await render(
      <I18nProvider locale="en-GB">
        <Holding<ZonedDateTime | null> initial={copenhagen} onChange={onChange}>
          {(value, change) => <DateTimePicker label="From" value={value} onChange={change} />}
        </Holding>
      </I18nProvider>,
    )
    await expect.element(page.getByRole('group', { name: 'From' })).toHaveTextContent(/28\/03\/2026, \W?10:00/)
    await keyboard('{Tab}29')
    const next = onChange.mock.lastCall?.[0]
    expect(next?.toString()).toBe('2026-03-29T10:00:00+02:00[Europe/Copenhagen]')
  })

  it('DateTimePicker opens a calendar on the day and takes another from it, days before the first one left out', async () => {
    const onChange = vi.fn<(value: ZonedDateTime | null) => void>()
    await render(
      <I18nProvider locale="da-DK">
        <Holding<ZonedDateTime | null> initial={copenhagen} onChange={onChange}>
          {(value, change) => (
            <DateTimePicker label="Fra" value={value} onChange={change} minValue={copenhagen.set({ day: 27 })} />
          )}
        </Holding>
      </I18nProvider>,
    )
    await page.getByRole('button').click()
    await expect.element(page.getByRole('grid', { name: 'marts 2026' })).toBeVisible()
    await expectAccessible()
    await expect
      .element(page.getByRole('button', { name: 'torsdag den 26. marts 2026' }))
      .toHaveAttribute('aria-disabled', 'true')
    await keyboard('{ArrowRight}{Enter}')
    expect(onChange.mock.lastCall?.[0]?.toString()).toBe('2026-03-29T10:00:00+02:00[Europe/Copenhagen]')
  })

  it('DateTimePicker keeps a day that does not exist as it was typed, and tells of it', async () => {
    const onChange = vi.fn<(value: CalendarDate | null) => void>()
    const onIncomplete = vi.fn()
    await render(
      <I18nProvider locale="de">
        <Holding<CalendarDate | null> initial={parseDate('2027-02-03')} onChange={onChange}>
          {(value, change) => (
            <DateTimePicker label="Tag" granularity="day" value={value} onChange={change} onIncomplete={onIncomplete} />
          )}
        </Holding>
      </I18nProvider>,
    )
    const group = page.getByRole('group', { name: 'Tag' })
    await keyboard('{Tab}31{Tab}{Tab}{Tab}')
    await expect.element(group).toHaveTextContent('31.02.2027')
    expect(onIncomplete).toHaveBeenLastCalledWith('noDay')
    expect(onChange).not.toHaveBeenCalledWith(expect.objectContaining({ day: 28 }))
    ;(page.getByRole('spinbutton').first().element() as HTMLElement).focus()
    await keyboard('28')
    await expect.element(group).toHaveTextContent('28.02.2027')
    expect(onIncomplete).toHaveBeenLastCalledWith(null)
    expect(onChange.mock.lastCall?.[0]?.toString()).toBe('2027-02-28')
  })

  it('DateTimePicker is emptied part by part where it may be empty, and then has no value', async () => {
    const onChange = vi.fn<(value: CalendarDate | null) => void>()
    const onIncomplete = vi.fn()
    await render(
      <I18nProvider locale="en-GB">
        <Holding<CalendarDate | null> initial={parseDate('2027-02-03')} onChange={onChange}>
          {(value, change) => (
            <DateTimePicker
              label="Day"
              granularity="day"
              mayBeEmpty
              value={value}
              {...{ onIncomplete }}
              onChange={change}
            />
          )}
        </Holding>
      </I18nProvider>,
    )
    const group = page.getByRole('group', { name: 'Day' })
    const last = page.getByRole('spinbutton').last()
    ;(last.element() as HTMLElement).focus()
    await keyboard('{Backspace>12/}')
    await expect.element(group).toHaveTextContent('dd/mm/yyyy')
    expect(onChange).toHaveBeenLastCalledWith(null)
    expect(onIncomplete).toHaveBeenLastCalledWith(null)
    await keyboard('05062028')
    expect(onChange.mock.lastCall?.[0]?.toString()).toBe('2028-06-05')
  })

  it('DateTimePicker stands its days in the middle, also under a field as wide as a phone', async () => {
    await page.viewport(390, 800)
    await render(<DateTimePicker label="From" value={copenhagen} onChange={() => {}} />)
    await page.getByRole('button').click()
    const days = page.getByRole('grid').getByRole('button')
    await expect.element(days.first()).toBeVisible()
    await expect.poll(() => document.getAnimations().length).toBe(0)
    const frame = page.getByRole('dialog').element().getBoundingClientRect()
    const boxes = days.elements().map((day) => day.getBoundingClientRect())
    // A thumb hits 44 px.
    expect(Math.min(...boxes.flatMap(({ width, height }) => [width, height]))).toBeGreaterThanOrEqual(44)
    const left = Math.min(...boxes.map((box) => box.left)) - frame.left
    const right = frame.right - Math.max(...boxes.map((box) => box.right))
    expect(Math.abs(left - right)).toBeLessThan(2)
  })

  it('TimeField gives each of its elements an id of its own', async () => {
    await render(<TimeField label="Von" value={new Time(9)} onChange={() => {}} />)
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)])
    expect(page.getByRole('group', { name: 'Von' }).elements()).toHaveLength(1)
  })

  it('TimeField counts up and down by arrows', async () => {
    const onChange = vi.fn()
    await render(
      <I18nProvider locale="de">
        <Holding<Time | null> initial={new Time(9, 59)} onChange={onChange}>
          {(value, change) => <TimeField label="Von" value={value} onChange={change} />}
        </Holding>
      </I18nProvider>,
    )
    await keyboard('{Tab}{ArrowUp}{Tab}{ArrowUp}')
    expect(String(onChange.mock.lastCall?.[0])).toBe('10:00:00')
  })
})

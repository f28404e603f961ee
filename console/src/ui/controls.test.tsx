import { Time } from '@internationalized/date'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from './Button'
import { Checkbox } from './Checkbox'
import { ComboBox } from './ComboBox'
import { DateTimePicker } from './DateTimePicker'
import { Disclosure } from './Disclosure'
import { RadioGroup } from './RadioGroup'
import { SearchField } from './SearchField'
import { Segmented } from './Segmented'
import { Select } from './Select'
import { Switch } from './Switch'
import { Tabs } from './Tabs'
import { TextField } from './TextField'
import { TimeField } from './TimeField'
import { ToggleGroup } from './ToggleGroup'

const nothing = () => {}
const options = [{ id: 'a', label: 'Anna' }]

/** Each control that can be disabled, with what of it shows that: its words, or the value that it holds. */
const controls = {
  Button: [(isDisabled) => <Button isDisabled={isDisabled}>Save</Button>, 'button'],
  Checkbox: [(isDisabled) => <Checkbox isDisabled={isDisabled}>Locks</Checkbox>, 'label > span:last-child'],
  Switch: [(isDisabled) => <Switch isDisabled={isDisabled}>Remote</Switch>, 'label > span:last-child'],
  TextField: [(isDisabled) => <TextField label="Name" value="Anna" isDisabled={isDisabled} />, 'input'],
  SearchField: [(isDisabled) => <SearchField label="Find" value="Anna" isDisabled={isDisabled} />, 'input'],
  Select: [
    (isDisabled) => <Select label="Order" options={options} value="a" onChange={nothing} isDisabled={isDisabled} />,
    'button > span',
  ],
  ComboBox: [
    (isDisabled) => (
      <ComboBox
        {...{ label: 'Zone', openLabel: 'Show all', emptyText: 'None', options, value: 'a' }}
        onChange={nothing}
        isDisabled={isDisabled}
      />
    ),
    'input',
  ],
  DateTimePicker: [
    (isDisabled) => <DateTimePicker label="From" value={null} onChange={nothing} isDisabled={isDisabled} />,
    '[role=spinbutton]',
  ],
  TimeField: [
    (isDisabled) => <TimeField label="From" value={new Time(9)} onChange={nothing} isDisabled={isDisabled} />,
    '[role=spinbutton]',
  ],
  RadioGroup: [
    (isDisabled) => (
      <RadioGroup
        {...{ label: 'Role', value: 'a' }}
        choices={[{ value: 'a', label: 'Guest', isDisabled }]}
        onChange={nothing}
      />
    ),
    'label',
  ],
  Segmented: [
    (isDisabled) => (
      <Segmented
        {...{ label: 'Type', value: 'b' }}
        segments={[
          { value: 'a', label: 'Permanent', isDisabled },
          { value: 'b', label: 'Temporary' },
        ]}
        onChange={nothing}
      />
    ),
    'label',
  ],
  ToggleGroup: [
    (isDisabled) => (
      <ToggleGroup
        {...{ label: 'Days', value: ['0'], choices: [{ value: '0', label: 'Mon' }], isDisabled }}
        onChange={nothing}
      />
    ),
    'label',
  ],
  Tabs: [
    (isDisabled) => (
      <Tabs
        {...{ label: 'Lock', selected: 'b' }}
        tabs={[
          { id: 'a', title: 'Log', isDisabled, content: '' },
          { id: 'b', title: 'General', content: '' },
        ]}
        onSelect={nothing}
      />
    ),
    '[role=tab]',
  ],
} satisfies Record<string, readonly [draw: (isDisabled: boolean) => ReactNode, part: string]>

/** A colour of tokens.css as the browser computes it. */
function colour(name: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(${name})`
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

beforeEach(() => page.viewport(390, 800))

describe.each(Object.entries(controls))('%s', (_name, [draw, part]) => {
  it('looks disabled where it is, and only there', async () => {
    const { container, rerender } = await render(draw(true))
    const look = () => getComputedStyle(container.querySelector(part)!)
    await expect.poll(() => look().color).toBe(colour('--disabled'))
    expect(look().cursor).not.toBe('pointer')
    await rerender(draw(false))
    await expect.poll(() => look().color).not.toBe(colour('--disabled'))
  })
})

it('the ring of what has the focus is whole, also at the edge of what scrolls', async () => {
  const all = Object.entries(controls).map(([name, [draw]]) => <div key={name}>{draw(false)}</div>)
  await render(
    <div style={{ width: 320, maxHeight: 700, padding: 4, overflow: 'auto' }}>
      {all}
      <Disclosure label="More">words</Disclosure>
    </div>,
  )
  const seen = new Set<string>()
  const cut: string[] = []
  for (let step = 0; step < 60; step += 1) {
    await userEvent.tab()
    const active = document.activeElement
    if (active === null || active === document.body) break
    const ring = ringOf(active)
    seen.add(active.tagName)
    if (ring === null) cut.push(`${active.outerHTML.slice(0, 120)} has none`)
    else if (!isWhole(ring)) cut.push(`${ring.element.outerHTML.slice(0, 120)} is cut`)
  }
  expect(seen.size).toBeGreaterThan(2)
  expect(cut).toEqual([])
})

interface Ring {
  element: Element
  /** How far it reaches beyond the element, in pixels. */
  reach: number
}

/** The ring around an element that has the focus, or around what stands for it: its box, its mark. */
function ringOf(active: Element): Ring | null {
  // A checkbox is there, but what is seen is the mark beside it.
  const marks = [...(active.closest('label')?.querySelectorAll('*:not(input)') ?? [])]
  const around =
    active instanceof HTMLInputElement && marks.length > 0 ? [active.closest('label')!, ...marks] : [active]
  around.push(...[active.parentElement, active.closest('[class*=box]')].filter((element) => element !== null))
  for (const element of around) {
    const { outlineStyle, outlineWidth, outlineOffset, boxShadow, backgroundColor } = getComputedStyle(element)
    if (outlineStyle === 'solid') {
      return { element, reach: Math.max(Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset), 0) }
    }
    if (boxShadow.startsWith(colour('--focus')) || backgroundColor === colour('--focus')) return { element, reach: 1 }
  }
  return null
}

/** Whether nothing that cuts off what is outside of it cuts the ring. */
function isWhole({ element, reach }: Ring): boolean {
  const inner = element.getBoundingClientRect()
  for (let outer = element.parentElement; outer !== null && outer !== document.body; outer = outer.parentElement) {
    if (getComputedStyle(outer).overflowX === 'visible') continue
    const edge = outer.getBoundingClientRect()
    const isInside =
      inner.left - reach >= edge.left &&
      inner.right + reach <= edge.right &&
      inner.top - reach >= edge.top &&
      inner.bottom + reach <= edge.bottom
    if (!isInside) return false
  }
  return true
}

import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Checkbox } from './Checkbox'
import { RadioGroup } from './RadioGroup'
import { Segmented } from './Segmented'
import { Switch } from './Switch'
import { ToggleGroup } from './ToggleGroup'

const nothing = () => {}
const choices = ['a', 'b'].map((value) => ({ value, label: value }))

it('the inputs that are hidden lie in their labels, so that what scrolls brings the one with the focus into sight', async () => {
  await page.viewport(390, 800)
  const { container } = await render(
    <div style={{ height: 300, overflow: 'auto' }}>
      <div style={{ height: 900 }} />
      <Checkbox>Locks</Checkbox>
      <Switch>Remote</Switch>
      <RadioGroup label="Role" value="a" choices={choices} onChange={nothing} />
      <Segmented label="Type" value="a" segments={choices} onChange={nothing} />
      <ToggleGroup label="Days" value={['a']} choices={choices} onChange={nothing} />
      <div style={{ height: 900 }} />
    </div>,
  )
  const frame = container.firstElementChild!
  const inputs = [...container.querySelectorAll('input')]
  expect(inputs).toHaveLength(8)
  for (const input of inputs) {
    frame.scrollTop = 0
    input.focus()
    const label = input.closest('label')!
    expect(liesIn(input, label), label.outerHTML).toBe(true)
    expect(liesIn(input, frame), label.outerHTML).toBe(true)
  }
})

/** By less than an input's own size: the pixel in which it is hidden may have been scrolled, too. */
const near = 10

function liesIn(inner: Element, outer: Element): boolean {
  const [a, b] = [inner.getBoundingClientRect(), outer.getBoundingClientRect()]
  return a.top >= b.top - near && a.bottom <= b.bottom + near && a.left >= b.left - near && a.right <= b.right + near
}

import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { atTheDoor, houseWith, open } from './testing'

atTheDoor()

const rules = [
  { week_days: [0, 1], daily_start: 79_200 },
  { week_days: [1, 2], daily_end: 21_600 },
  { week_days: [5], daily_start: 36_000, daily_end: 50_400 },
  { week_days: [5], daily_start: 54_000, daily_end: 57_600 },
]
const other_days = [{ date: '2026-12-24', hours: [{ daily_start: 36_000 }] }]

it.each([
  [320, 568],
  [320, 256],
  [568, 320],
])('all of the editor is in reach on a screen of %i by %i', async (width, height) => {
  await page.viewport(width, height)
  await open({ domain: houseWith(rules, { other_days }) })
  const dialog = page.getByRole('dialog').element()
  await expect.poll(() => document.getAnimations().length).toBe(0)
  const controls = [...dialog.querySelectorAll<HTMLElement>('button, [role=spinbutton], label:has(input)')].filter(
    (control) => control.checkVisibility(),
  )
  expect(controls.length).toBeGreaterThan(40)
  const covered = controls.filter((control) => {
    control.scrollIntoView({ block: 'center' })
    const { left, right, top, bottom } = control.getBoundingClientRect()
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    return hit === null || !(control.contains(hit) || hit.contains(control)) || right > width + 1
  })
  expect(covered.map(({ textContent, ariaLabel }) => ariaLabel ?? textContent)).toEqual([])
  // There is room for a field with what is said of it.
  const body = dialog.querySelector<HTMLElement>('[data-hours]')
  for (let part = body; part !== null && dialog.contains(part); part = part.parentElement) {
    if (getComputedStyle(part).overflowY !== 'visible') expect(part.clientHeight).toBeGreaterThan(200)
    expect(part.scrollWidth).toBeLessThanOrEqual(part.clientWidth + 1)
  }
})

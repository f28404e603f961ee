/** What lies over the right edge of a small screen, or is cut off in a box that is narrower than its words. */
import { expect } from 'vitest'

/** Nothing in sight is wider than the screen, or than what it stands in. */
export function expectWithinScreen(within: Element = document.body): void {
  const faults: string[] = []
  for (const element of within.querySelectorAll('*')) {
    const { width, left, right } = element.getBoundingClientRect()
    if (width <= 1 || element.closest('.visually-hidden') !== null) continue
    const what = `${element.tagName} ${element.textContent.slice(0, 40)}`
    if (left < -1 || right > innerWidth + 1) faults.push(`leaves the screen: ${what}`)
    if (element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1) faults.push(`is cut off: ${what}`)
  }
  expect(faults).toEqual([])
}

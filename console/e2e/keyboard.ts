import type { Locator, Page } from '@playwright/test'
import { expect, password } from './fixtures'

/** More stops than any page of the console has. */
const stops = 80

/** Goes on with Tab, or back with Shift+Tab, until this has the focus; at every stop on the way the focus must be seen. */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toHaveCount(1)
  const page = target.page()
  for (let stop = 0; stop < stops; stop += 1) {
    const left = await page.evaluateHandle(() => document.activeElement)
    await page.keyboard.press(key)
    const { fault, reached } = await target.evaluate(look)
    if (fault !== null) throw new Error(`${key} from ${await left.evaluate(nameOf)} at ${page.url()}: ${fault}`)
    if (reached) return
  }
  throw new Error(`${key} never leads to ${String(target)}`)
}

/** In the page: how to find an element again, and whether it is still there. */
function nameOf(element: Element | null): string {
  if (element === null) return 'nothing'
  const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 40)}`
  return element.isConnected ? name : `${name}, which is gone`
}

/** Fails unless what has the focus is in sight and marked: by an outline, or by a shadow in the colour of the focus. */
export async function expectFocusSeen(page: Page): Promise<void> {
  expect((await page.locator('body').evaluate(look)).fault).toBeNull()
}

/** In the page: what is wrong with what has the focus, and whether that is the wanted element. */
function look(wanted: Element): { fault: string | null; reached: boolean } {
  const active = document.activeElement
  if (!(active instanceof HTMLElement) || active === document.body) {
    return { fault: 'nothing has the focus', reached: false }
  }
  const probe = document.createElement('i')
  probe.style.color = 'var(--focus)'
  document.body.append(probe)
  const colour = getComputedStyle(probe).color
  probe.remove()
  const label = active.closest('label')
  const parents = [active, active.parentElement, active.parentElement?.parentElement].filter((one) => one != null)
  const carriers = label === null ? parents : [...parents, label, ...label.querySelectorAll('*')]
  const marked = carriers.some((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow.includes(colour)
  })
  const { top, bottom, left, right } = (label ?? active).getBoundingClientRect()
  const inSight = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth
  const what = `${active.getAttribute('role') ?? active.tagName} ${active.getAttribute('aria-label') ?? active.innerText}`
  const fault = marked ? (inSight ? null : `out of sight: ${what}`) : `the focus is not marked: ${what}`
  return { fault, reached: active === wanted }
}

/** From the login page to the dashboard, without a pointer. */
export async function signInByKeyboard(page: Page, username: string): Promise<void> {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/oauth2\/authorize\?/)
  const field = page.getByRole('textbox', { name: 'Username' })
  if (!(await field.evaluate((element) => element === document.activeElement))) await tabTo(field)
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await expectFocusSeen(page)
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/#/dashboard')
  await expect(page.getByRole('main')).toBeFocused()
}

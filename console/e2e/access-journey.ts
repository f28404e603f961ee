import type { Browser, Locator } from '@playwright/test'
import { demo, expect, password, test, watch } from './fixtures'
import { House } from './house'
import { openSignedIn } from './signed-in'

/** A telephone. */
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' } as const
export const DAY = 86_400_000

/** The demo house of the journeys of a file, in which `demo.nobody` has no access and there are no lists of days, before each and after. */
export function emptiedHouse(): { house: House } {
  const journey = {} as { house: House }
  const empty = async () => {
    await journey.house.removeAccessOf(demo.nobody)
    await journey.house.removeDayLists()
  }
  test.describe.configure({ mode: 'serial' })
  test.beforeEach(async ({ playwright, baseURL }) => {
    journey.house = await House.enter(await playwright.request.newContext(), baseURL ?? '')
    await empty()
  })
  test.afterEach(empty)
  return journey
}

/** Types a date or time as a person does, part after part. */
export async function typeInto(within: Locator, field: string, keys: string) {
  await within.getByRole('group', { name: field, exact: true }).getByRole('spinbutton').first().focus()
  await within.page().keyboard.type(keys)
}

/** A Wednesday of next week or later, as midnight of its UTC, that no fixed holiday in Denmark lies on. */
export function workday(): number {
  const today = Math.floor(Date.now() / DAY)
  // 1 January 1970 was a Thursday.
  let wednesday = (today - ((today + 3) % 7) + 9) * DAY
  while (/-(01-01|12-2[4-6])$/.test(new Date(wednesday).toISOString().slice(0, 10))) wednesday += 7 * DAY
  return wednesday
}

/** What the console tells `demo.nobody` of doors at an instant, by a Danish clock. */
export async function doorsShownAt(
  browser: Browser,
  { base }: House,
  at: number,
  doors: readonly string[],
): Promise<string[]> {
  const problems: string[] = []
  const context = await browser.newContext({ timezoneId: 'Europe/Copenhagen' })
  const page = await context.newPage()
  watch(page, problems)
  await page.clock.setFixedTime(at)
  await openSignedIn(page, base, demo.nobody, password)
  const told: string[] = []
  for (const door of doors) {
    const card = page.getByRole('article', { name: door })
    await expect(card).toBeVisible()
    told.push(await card.innerText())
  }
  await context.close()
  expect(problems).toEqual([])
  return told
}

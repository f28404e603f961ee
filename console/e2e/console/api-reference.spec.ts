import { expect, test } from '../fixtures'
import { expectAccessible, expectWhole } from '../inspect'

const shots = process.env.SCREENSHOTS
const screens = [
  { width: 390, height: 844 },
  { width: 768, height: 900 },
  { width: 1440, height: 900 },
]

test('an integrator finds an operation by keyboard, and reads what to send, what comes back and what is refused', async ({
  page,
}) => {
  await page.goto('/docs')
  await expect(page).toHaveURL(/\/docs\/api$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Cardea API' })).toBeVisible()

  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('searchbox', { name: 'Search operations' })).toBeFocused()
  await page.keyboard.type('create link')
  await expect(page.getByRole('status').getByText(/^\d+ of \d+ operations$/)).toBeVisible()
  await page.keyboard.press('Enter')

  const heading = page.getByRole('heading', { level: 1, name: 'Gives access' })
  await expect(heading).toBeFocused()
  await expect(page).toHaveURL(/\/docs\/api#operation\/create_link$/)
  await expect(page).toHaveTitle('Gives access · Cardea API')
  const current = page.getByRole('navigation').getByRole('link', { name: /^Gives access/ })
  await expect(current).toHaveAttribute('aria-current', 'page')
  const main = page.getByRole('main')
  await expect(main.getByText('with scope access', { exact: true })).toBeVisible()
  await expect(main.getByText(/^curl -X POST .*\/links\/v1/)).toBeVisible()
  const field = main.getByRole('listitem').filter({ hasText: /^link_profile/ })
  await expect(field.getByText('user_allow_remote').first()).toBeVisible()
  await expect(main.getByRole('figure', { name: 'Example of the body' })).toContainText('"lock_id": "lock-')
  await expect(main.getByRole('figure', { name: 'Example of the answer' })).toContainText('"id": "lock_user-')

  const refusals = main.getByRole('heading', { level: 2, name: 'Refusals' })
  await expect(refusals).toBeVisible()
  await main.getByText('What 409 looks like').press('Enter')
  await expect(main.getByRole('figure', { name: 'conflict' })).toContainText('"error": "conflict"')
})

test('a deep link opens its operation, fields open in fields, and Back returns to the operation before', async ({
  page,
}) => {
  await page.goto('/docs/api#operation/list_locks')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The locks of the domain')
  const main = page.getByRole('main')
  await main.getByText('Fields of afi').click()
  await expect(main.getByText('serial_number', { exact: true }).first()).toBeVisible()

  await main.getByRole('link', { name: 'locks' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('locks')
  await main.getByRole('link', { name: /^Unlocks a door/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unlocks a door through its bridge')
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The locks of the domain')

  await page.goto('/docs/api#operation/no_such_operation')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not in this document')
})

test('on a phone the list gives way to the operation, and who comes back goes on where they left it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/docs/api')
  const list = page.getByRole('navigation', { name: 'Operations' })
  await list.getByText('log', { exact: true }).click()
  const link = list.getByRole('link', { name: /^The log of one person, newest first/ })
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The log of one person, newest first')
  await expect(list).toBeHidden()
  await page.getByRole('link', { name: 'All operations' }).click()
  await expect(link).toBeFocused()
  await expect(link).toBeInViewport()
})

test('all that it loads is this server’s own, and a document that does not come is asked for again', async ({
  page,
  baseURL,
}) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${baseURL}/`)) foreign.push(request.url())
  })
  await page.route('**/openapi.json', (route) => route.fulfill({ status: 503 }))
  await page.goto('/docs/api')
  await expect(page.getByRole('heading', { name: 'The server cannot be reached' })).toBeVisible()
  await page.unroute('**/openapi.json')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cardea API' })).toBeVisible()
  expect(foreign).toEqual([])
})

test.describe('nothing is cut or scrolls sideways, and axe finds nothing, in light and dark', () => {
  for (const screen of screens) {
    test(`at ${screen.width}`, async ({ page }) => {
      test.slow()
      await page.setViewportSize(screen)
      for (const name of ['overview', 'tag/links', 'operation/create_link', 'operation/list_user_lock_group_log']) {
        await page.goto(`/docs/api#${name}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        if (name.startsWith('operation/')) await page.getByText('What 403 looks like').click()
        await expectWhole(page)
        await expectAccessible(page)
        if (shots === undefined) continue
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          const path = `${shots}/api-reference-${name.replace('/', '-')}-${screen.width}-${colorScheme}.png`
          await page.screenshot({ path, fullPage: screen.width < 900 })
        }
      }
    })
  }
})

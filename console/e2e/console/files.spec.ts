import { demo, expect, test } from '../fixtures'

test('the first screen comes in few files: each costs a trip, and a phone has long ones', async ({ visit }) => {
  const page = await visit(demo.owner)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  const files = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => /\.(js|css)$/.test(path)),
  )
  expect(files.length, files.join(' ')).toBeLessThanOrEqual(30)
})

import { demo, expect, test } from '../fixtures'
import { tabTo } from '../keyboard'

test('the settings of a domain are found and turned by keyboard alone', async ({ visit }) => {
  const page = await visit(demo.owner)
  const domain = page.getByRole('button', { name: /^Domain:/ })
  await expect(page.getByRole('main')).toBeFocused()
  await tabTo(domain, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const settings = page.getByRole('dialog', { name: 'Domain settings' })
  const ending = settings.getByRole('switch', { name: /^Access about to end/ })
  await tabTo(ending)
  await page.keyboard.press('Space')
  await expect(ending).toBeChecked()
  await page.keyboard.press('Space')
  await expect(ending).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(settings).toBeHidden()
  await expect(domain).toBeFocused()
})

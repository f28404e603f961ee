import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import './base.css'
import { Button } from './Button'
import { Spare } from './Spare'

it('words give way on a narrow screen, but still name what they stand in', async () => {
  await render(
    <Button icon="help">
      <Spare below={900}>Support</Spare>
    </Button>,
  )
  const button = page.getByRole('button', { name: 'Support' })
  const words = () => button.getByText('Support').element().getBoundingClientRect().width
  await expect.element(button).toBeVisible()
  expect(words()).toBeGreaterThan(20)
  await page.viewport(899, 800)
  await expect.poll(words).toBe(1)
  await expect.element(button).toBeVisible()
  await page.viewport(900, 800)
  await expect.poll(words).toBeGreaterThan(20)
})

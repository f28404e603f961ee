import { expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { useNow } from './use-now'

function Clock() {
  return <p>{new Date(useNow()).toISOString().slice(11, 16)}</p>
}

it('shows a minute that began while the first picture was drawn', async () => {
  // The clock is read for the picture, and again when it stands: the minute is over before anything waits for it.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 22, 5, 55, 0, 40))
  clock.mockReturnValueOnce(Date.UTC(2026, 10, 22, 5, 54, 59, 999))
  const screen = await render(<Clock />)
  await expect.poll(() => screen.container.textContent).toBe('05:55')
})

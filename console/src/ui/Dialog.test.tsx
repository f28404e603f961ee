import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Dialog } from './Dialog'
import { Button } from './Button'
import { Note } from './Note'
import { Tooltip } from './Tooltip'

const { keyboard } = userEvent

describe('Note', () => {
  it('is told at once when something failed, and dismissed by its button', async () => {
    const onDismiss = vi.fn()
    await render(
      <Note tone="danger" announce title="Not saved" onDismiss={onDismiss} dismissLabel="Dismiss">
        The server does not answer.
      </Note>,
    )
    await expect.element(page.getByRole('alert')).toHaveTextContent('Not savedThe server does not answer.')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    expect(onDismiss).toHaveBeenCalledOnce()
  })
})

describe('Dialog', () => {
  it('takes the focus when what had it goes away, so that Escape still closes it', async () => {
    const onClose = vi.fn()
    const shown = (hasButton: boolean) => (
      <Dialog title="Street door" onClose={onClose}>
        {hasButton && <Button autoFocus>Give yourself access</Button>}
      </Dialog>
    )
    const { rerender } = await render(shown(true))
    await expect.element(page.getByRole('button', { name: 'Give yourself access' })).toHaveFocus()
    await rerender(shown(false))
    await expect.element(page.getByRole('dialog')).toHaveFocus()
    await keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })
})

describe('Tooltip', () => {
  // First, because a tooltip that was shown a moment ago makes the next one come at once.
  it('comes after 750 to 1250 ms under the pointer', async () => {
    await render(
      <>
        <p>elsewhere</p>
        <Tooltip text="Reloads everything">
          <Button>Reload</Button>
        </Tooltip>
      </>,
    )
    await page.getByText('elsewhere').hover()
    const from = performance.now()
    await page.getByRole('button').hover()
    await expect.element(page.getByRole('tooltip')).toBeVisible()
    expect(performance.now() - from).toBeGreaterThanOrEqual(750)
  })

  it('comes at once with the keyboard and describes its button', async () => {
    await render(
      <Tooltip text="Reloads everything">
        <Button>Reload</Button>
      </Tooltip>,
    )
    await keyboard('{Tab}')
    await expect.element(page.getByRole('tooltip')).toHaveTextContent('Reloads everything')
    await expect.element(page.getByRole('button')).toHaveAccessibleDescription('Reloads everything')
    await keyboard('{Escape}')
    await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument()
  })
})

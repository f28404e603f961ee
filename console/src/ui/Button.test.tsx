import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from './Button'

const { keyboard } = userEvent

describe('Button', () => {
  it('is pressed by Enter and Space', async () => {
    const onPress = vi.fn()
    await render(<Button onPress={onPress}>Save</Button>)
    await keyboard('{Tab}{Enter} ')
    expect(onPress).toHaveBeenCalledTimes(2)
  })

  it('does nothing while it is pending, keeps the focus and says what it waits for', async () => {
    const onPress = vi.fn()
    const button = (isPending: boolean) => (
      <form onSubmit={(event) => event.preventDefault()}>
        <Button onPress={onPress} type="submit" isPending={isPending} pendingLabel="Saving">
          Save
        </Button>
      </form>
    )
    const { rerender } = await render(button(false))
    await keyboard('{Tab}')
    await rerender(button(true))
    await expect.element(page.getByRole('button', { name: 'Saving' })).toHaveFocus()
    await expect.element(page.getByRole('button', { name: 'Saving' })).toHaveAttribute('aria-disabled', 'true')
    await expect.element(page.getByRole('status')).toHaveTextContent('Saving')
    await keyboard('{Enter}')
    expect(onPress).not.toHaveBeenCalled()
  })

  it('keeps the focus when it becomes disabled under it, does nothing, and lets the focus go', async () => {
    const onPress = vi.fn()
    const shown = (isDisabled: boolean) => (
      <>
        <Button isDisabled={isDisabled} onPress={onPress}>
          Next page
        </Button>
        <Button>Other</Button>
      </>
    )
    const screen = await render(shown(false))
    const next = page.getByRole('button', { name: 'Next page' })
    await userEvent.tab()
    await screen.rerender(shown(true))
    await expect.element(next).toHaveFocus()
    await expect.element(next).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{Enter}')
    expect(onPress).not.toHaveBeenCalled()
    await userEvent.tab()
    await expect.element(page.getByRole('button', { name: 'Other' })).toHaveFocus()
    await expect.element(next).toBeDisabled()
  })
})

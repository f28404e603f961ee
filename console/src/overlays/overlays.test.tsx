import { useEffect, useState, type ReactElement } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectAccessible } from '../testing/axe'
import { Domain } from '../model/domain'
import { showDomain } from '../testing/live-domain'
import { pressEscape } from '../testing/press-escape'
import { waitFor } from '../testing/wait-for'
import { Button } from '../ui/Button'
import { Dialog } from '../ui/Dialog'
import { openConfirmDialog, type ConfirmDialogProps } from './confirm-dialog/open'
import { OverlayHost } from './OverlayHost'
import { openWarningDialog } from './warning-dialog/open'
import { closeAll, idOverlay, openOverlays, overlay, type OverlayProps } from './registry'

function Body({ lock, close }: { lock: string } & OverlayProps) {
  return (
    <Dialog title={`Door ${lock}`} onClose={close} actions={<Button onPress={close}>Done</Button>}>
      <p>inside</p>
    </Dialog>
  )
}

const openDoor = idOverlay('modify-lock', () => Promise.resolve({ default: Body }), { lock: 'lock' })

function Page({ lock = 'Street' }: { lock?: string | null }) {
  return (
    <main>
      <Button onPress={() => openDoor({ lock })}>Open it</Button>
      <OverlayHost />
    </main>
  )
}

beforeEach(() => {
  closeAll()
  showDomain(new Domain())
})

describe('an overlay', () => {
  it('opens from the keyboard, holds the focus and gives it back to its opener', async () => {
    await render(<Page />)
    await userEvent.keyboard('{Tab}{Enter}')
    await expect.element(page.getByRole('dialog', { name: 'Door Street' })).toBeVisible()
    await userEvent.keyboard('{Tab}{Tab}{Tab}')
    expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull()
    await expectAccessible()
    await pressEscape()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Open it' })).toHaveFocus()
  })

  it('does not close when the press is beside it', async () => {
    await render(<Page />)
    await page.getByRole('button', { name: 'Open it' }).click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    const dialog = page.getByRole('dialog').element()
    const beside = () => document.elementFromPoint(5, 5) as HTMLElement
    await waitFor(() => expect(beside().contains(dialog)).toBe(true))
    expect(beside()).not.toBe(dialog)
    await userEvent.click(beside(), { position: { x: 5, y: 5 } })
    await expect.element(page.getByRole('dialog')).toBeVisible()
  })

  it('fills a small screen', async () => {
    await page.viewport(390, 800)
    await render(<Page />)
    await page.getByRole('button', { name: 'Open it' }).click()
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await expect
      .poll(() => {
        const { x, y, width, height } = page.getByRole('dialog').element().getBoundingClientRect()
        return [x, y, width, height]
      })
      .toEqual([0, 0, 390, 800])
  })

  it('says what it misses in place of opening without its object', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    await render(<Page lock={null} />)
    await page.getByRole('button', { name: 'Open it' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'An error occurred' })
    await expect.element(dialog).toHaveTextContent('modify-lock requires a lock object to render an overlay')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
    logged.mockRestore()
  })

  it('says so when its body cannot be loaded or drawn', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    await render(<OverlayHost />)
    overlay<object>('my-account', () => Promise.reject(new Error('offline')))({})
    const dialog = page.getByRole('alertdialog', { name: 'An error occurred' })
    await expect.element(dialog).toHaveTextContent('This dialog could not be loaded.')
    closeAll()
    const Broken = (): ReactElement => {
      throw new Error('broken')
    }
    overlay<object>('my-account', () => Promise.resolve({ default: Broken }))({})
    await expect.element(dialog).toHaveTextContent('Something unexpected happened')
    logged.mockRestore()
  })

  it('opens once, however often it is asked for', async () => {
    await render(<OverlayHost />)
    openDoor({ lock: 'Street' })
    openDoor({ lock: 'Street' })
    await expect.element(page.getByRole('dialog')).toBeVisible()
    expect(page.getByRole('dialog', { includeHidden: true }).elements()).toHaveLength(1)
  })
})

describe('overlays that lie on one another', () => {
  let arrive = () => {}
  /** Draws nothing until what it shows has come. */
  function Late({ close }: OverlayProps) {
    const [isThere, setThere] = useState(false)
    useEffect(() => {
      arrive = () => setThere(true)
    }, [])
    return isThere ? <Dialog title="Settings" closeLabel="Close settings" onClose={close} /> : null
  }

  it('lie in the order in which they were opened, also where the lower is drawn later', async () => {
    await render(<OverlayHost />)
    overlay<object>('domain-settings', () => Promise.resolve({ default: Late }))({})
    openDoor({ lock: 'Street' })
    await expect.poll(() => openOverlays().every((one) => one.render !== null)).toBe(true)
    arrive()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
    await page.getByRole('button', { name: 'Close settings' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('the confirm dialog', () => {
  const question = (onConfirm: ConfirmDialogProps['onConfirm']): ConfirmDialogProps => ({
    title: 'Log out?',
    text: 'You are signed out.',
    confirmLabel: 'Log out',
    pendingLabel: 'Logging out',
    onConfirm,
  })

  it('carries out what is confirmed, says that it is under way and closes', async () => {
    let finish = () => {}
    await render(<OverlayHost />)
    openConfirmDialog(question(() => new Promise<void>((resolve) => (finish = resolve))))
    await expect.element(page.getByRole('alertdialog', { name: 'Log out?' })).toHaveTextContent('You are signed out.')
    await expectAccessible()
    await expect.element(page.getByRole('button', { name: 'Log out' })).not.toHaveAttribute('aria-disabled')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('button', { name: 'Logging out' })).toBeVisible()
    finish()
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  })

  it('does nothing on cancel', async () => {
    const onConfirm = vi.fn(() => Promise.resolve())
    await render(<OverlayHost />)
    openConfirmDialog(question(onConfirm))
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('stays and says what failed', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    await render(<OverlayHost />)
    openConfirmDialog(question(() => Promise.reject(new Error('no'))))
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect.element(page.getByRole('alert')).toHaveTextContent('Something unexpected happened')
    await expect.element(page.getByRole('button', { name: 'Log out' })).toBeEnabled()
    logged.mockRestore()
  })
})

describe('the warning dialog', () => {
  const warn = (onConfirm: () => void) =>
    openWarningDialog({ title: 'Take care', statements: ['One.', 'Two.'], confirmLabel: 'Go on', onConfirm })

  it('says what it means, begins on what changes nothing, and goes on when told to', async () => {
    const onConfirm = vi.fn()
    await render(<OverlayHost />)
    warn(onConfirm)
    const dialog = page.getByRole('alertdialog', { name: 'Take care' })
    await expect.element(dialog).toHaveTextContent('One.Two.')
    await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await expectAccessible()
    await page.getByRole('button', { name: 'Go on' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(onConfirm).toHaveBeenCalledOnce()
  })

  it('is not answered by a press that was meant for what opened it', async () => {
    const onConfirm = vi.fn()
    await render(<OverlayHost />)
    warn(onConfirm)
    const goOn = page.getByRole('button', { name: 'Go on' })
    await userEvent.click(goOn, { force: true })
    await expect.element(goOn).not.toHaveAttribute('aria-disabled')
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('leaves everything as it is on Cancel and Escape', async () => {
    const onConfirm = vi.fn()
    await render(<OverlayHost />)
    for (const key of ['{Enter}', '{Escape}']) {
      warn(onConfirm)
      await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus()
      await userEvent.keyboard(key)
      await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
    }
    expect(onConfirm).not.toHaveBeenCalled()
  })
})

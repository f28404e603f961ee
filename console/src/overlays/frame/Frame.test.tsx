import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ApiError } from '../../api/errors'
import { expectAccessible } from '../../testing/axe'
import { Note } from '../../ui/Note'
import { OverlayHost } from '../OverlayHost'
import { closeAll } from '../registry'
import { Frame, type FrameProps } from './Frame'

beforeEach(closeAll)

type Given = Partial<FrameProps<string>>

async function open(given: Given = {}) {
  const close = vi.fn()
  const run = vi.fn()
  const props = { title: 'A thing', close, save: { isReady: true, run }, ...given }
  const screen = await render(
    <>
      <Frame<string> {...props} />
      <OverlayHost />
    </>,
  )
  return { close, run, screen, props }
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const tabs: FrameProps<string>['tabs'] = [
  { id: 'general', title: 'General', saves: true, content: 'what it is' },
  { id: 'log', title: 'Access log', content: 'who came' },
]

describe('the buttons', () => {
  it('are Save and Cancel where something can be saved', async () => {
    const { run, close } = await open()
    await expectAccessible()
    await userEvent.click(button('Save'))
    expect(run).toHaveBeenCalledOnce()
    await userEvent.click(button('Cancel'))
    expect(close).toHaveBeenCalledOnce()
  })

  it('are Close alone where nothing can', async () => {
    const { close } = await open({ save: undefined })
    expect(button('Save').query()).toBeNull()
    expect(button('Cancel').query()).toBeNull()
    await userEvent.click(button('Close').last())
    expect(close).toHaveBeenCalledOnce()
  })

  it('are Close alone on a tab that only shows, which asks before changes of another tab are thrown away', async () => {
    const { close } = await open({ tabs, label: 'A thing', edited: true })
    await expect.element(button('Save')).toBeVisible()
    await userEvent.click(page.getByRole('tab', { name: 'Access log' }))
    expect(button('Save').query()).toBeNull()
    await userEvent.click(button('Close').last())
    await expect.element(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
    expect(close).not.toHaveBeenCalled()
    await userEvent.click(button('Discard'))
    await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
  })

  it('rest while nothing is changed, and have their own words', async () => {
    await open({ save: { label: 'Invite', isReady: false, run: () => {} } })
    await expect.element(button('Invite')).toBeDisabled()
  })

  it.each([
    ['save', 'Saving', 'Remove it'],
    ['remove', 'Removing it', 'Save'],
  ] as const)('show what is under way while it is: %s', async (pending, shown, resting) => {
    const { close } = await open({ pending, remove: removal() })
    await expect.element(button(shown)).toHaveAttribute('aria-disabled', 'true')
    await expect.element(button(resting)).toBeDisabled()
    await expect.element(button('Cancel')).toBeDisabled()
    await expect.element(button('Close')).toBeDisabled()
    await userEvent.keyboard('{Escape}')
    expect(close).not.toHaveBeenCalled()
  })

  it('download where there is something to download', async () => {
    const run = vi.fn()
    const { screen, props } = await open({ download: { isPending: false, run } })
    await userEvent.click(button('Download as CSV'))
    expect(run).toHaveBeenCalledOnce()
    await screen.rerender(<Frame<string> {...props} download={{ isPending: true, run }} />)
    await expect.element(button('Downloading')).toHaveAttribute('aria-disabled', 'true')
  })
})

function removal(run = () => {}, about: unknown = 1): FrameProps<string>['remove'] {
  return {
    ...{ label: 'Remove it', confirmLabel: 'Confirm: remove it', pendingLabel: 'Removing it' },
    ...{ about, run, meaning: () => <Note tone="danger">It will be gone.</Note> },
  }
}

describe('removing', () => {
  it('asks with the first press and does it with the second', async () => {
    const run = vi.fn()
    await open({ remove: removal(run) })
    await userEvent.click(button('Remove it'))
    await expect.element(page.getByText('It will be gone.')).toBeVisible()
    expect(run).not.toHaveBeenCalled()
    await userEvent.click(button('Confirm: remove it'))
    expect(run).toHaveBeenCalledOnce()
  })

  it('is taken back when what it is about changes', async () => {
    const { screen, props } = await open({ remove: removal() })
    await userEvent.click(button('Remove it'))
    await screen.rerender(<Frame<string> {...props} remove={removal(() => {}, 2)} />)
    await expect.element(button('Remove it')).toBeVisible()
    expect(page.getByText('It will be gone.').query()).toBeNull()
  })
})

describe('what is said', () => {
  it('is the step that failed and why, at once', async () => {
    await open({ failure: { text: 'Failed to rename it.', reason: new ApiError(503, 'server_unavailable', '') } })
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Failed to rename it.The server is not ready just now. Try again in a moment.')
  })

  it('names changes of an earlier time only while there are some', async () => {
    const { screen, props } = await open({ restored: true, edited: true })
    await expect.element(page.getByText(/Your changes are here again/)).toBeVisible()
    await screen.rerender(<Frame<string> {...props} restored edited={false} />)
    expect(page.getByText(/Your changes are here again/).query()).toBeNull()
  })
})

it('keeps to itself which tab is shown where no address does', async () => {
  function Counting() {
    const [count] = useState(3)
    return (
      <Frame<string>
        title="A thing"
        close={() => {}}
        label="A thing"
        tabs={[
          { id: 'a', title: 'A', content: 'first' },
          { id: 'b', title: `B (${count})`, content: 'second' },
        ]}
      />
    )
  }
  await render(<Counting />)
  await userEvent.click(page.getByRole('tab', { name: 'B (3)' }))
  await expect.element(page.getByText('second')).toBeVisible()
})

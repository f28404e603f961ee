import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ApiError } from '../../api/errors'
import { expectAccessible } from '../../testing/axe'
import { holdTimers } from '../../testing/hold-timers'
import { pressEscape } from '../../testing/press-escape'
import { waitFor } from '../../testing/wait-for'
import { ARMING } from '../../ui/Button'
import { Note } from '../../ui/Note'
import { TextField } from '../../ui/TextField'
import { OverlayHost } from '../OverlayHost'
import { closeAll } from '../registry'
import { Frame } from './Frame'
import type { FrameProps } from './props'

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

describe('the tabs', () => {
  it('stand right below the title of a small screen while what is below them is scrolled', async () => {
    await page.viewport(390, 600)
    const long = { id: 'general', title: 'General', content: <div style={{ height: 2000 }}>what it is</div> }
    await open({ tabs: [long], label: 'A thing' })
    const list = page.getByRole('tablist').element()
    let scrolled = list.parentElement!
    while (getComputedStyle(scrolled).overflowY !== 'auto') scrolled = scrolled.parentElement!
    scrolled.scrollTop = 500
    expect(list.getBoundingClientRect().top).toBe(scrolled.getBoundingClientRect().top)
  })
})

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
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
  })

  it('Cancel asks too before changes are thrown away', async () => {
    const { close } = await open({ edited: true })
    await userEvent.click(button('Cancel'))
    await expect.element(page.getByRole('alertdialog', { name: 'Discard your changes?' })).toBeVisible()
    await userEvent.click(button('Go on editing'))
    expect(close).not.toHaveBeenCalled()
    await userEvent.click(button('Cancel'))
    await userEvent.click(button('Discard'))
    await waitFor(() => expect(close).toHaveBeenCalledOnce())
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
    await pressEscape()
    expect(close).not.toHaveBeenCalled()
  })

  it('alone can be reached while something is under way: what is changed meanwhile would be lost', async () => {
    const entered = <TextField label="Alias" value="Anna" onChange={() => {}} />
    const first = { id: 'general', title: 'General', saves: true, content: entered }
    const given = { tabs: [first, ...tabs.slice(1)], label: 'A thing' }
    const { screen, props } = await open(given)
    await userEvent.click(page.getByRole('textbox', { name: 'Alias' }))
    await screen.rerender(<Frame<string> {...props} pending="save" />)
    for (const one of [page.getByRole('textbox', { name: 'Alias' }), page.getByRole('tab', { name: 'Access log' })]) {
      expect(one.element().closest('[inert]')).not.toBeNull()
    }
    // By Enter in a field the focus is there, and where it goes is said.
    await waitFor(() => expect(button('Saving').element()).toHaveFocus())
    await expectAccessible()
    await screen.rerender(
      <Frame<string> {...props} failure={{ text: 'Failed.', of: 'save', reason: new ApiError(503, 'busy', '') }} />,
    )
    await waitFor(() => expect(page.getByRole('textbox', { name: 'Alias' }).element()).toHaveFocus())
  })

  it('keep the focus that pressed them while something is under way, and after it', async () => {
    const { screen, props } = await open()
    await userEvent.click(button('Save'))
    await screen.rerender(<Frame<string> {...props} pending="save" />)
    await expect.element(button('Saving')).toHaveFocus()
    await screen.rerender(<Frame<string> {...props} />)
    await expect.element(button('Save')).toHaveFocus()
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

  it('is not done by a double-click', async () => {
    const run = vi.fn()
    const passTime = holdTimers(ARMING)
    await open({ remove: removal(run) })
    await userEvent.dblClick(button('Remove it'))
    await expect.element(page.getByText('It will be gone.')).toBeVisible()
    expect(run).not.toHaveBeenCalled()
    passTime()
    await expect.element(button('Confirm: remove it')).not.toHaveAttribute('aria-disabled')
    expect(run).not.toHaveBeenCalled()
  })

  it('is taken back when what it is about changes', async () => {
    const { screen, props } = await open({ remove: removal() })
    await userEvent.click(button('Remove it'))
    await screen.rerender(<Frame<string> {...props} remove={removal(() => {}, 2)} />)
    await expect.element(button('Remove it')).toBeVisible()
    expect(page.getByText('It will be gone.').query()).toBeNull()
  })
})

describe('saving that takes a second press', () => {
  const asking = { confirmLabel: 'Confirm: do it', meaning: () => <Note>It is far-reaching.</Note>, about: 1 }

  it('says what it means first', async () => {
    const run = vi.fn()
    await open({ save: { isReady: true, confirm: asking, run } })
    await userEvent.click(button('Save'))
    await expect.element(page.getByText('It is far-reaching.')).toBeVisible()
    expect(run).not.toHaveBeenCalled()
    await userEvent.click(button('Confirm: do it'))
    expect(run).toHaveBeenCalledOnce()
  })

  it('is not done by Enter pressed twice, and by Enter a moment later', async () => {
    const run = vi.fn()
    await open({ save: { isReady: true, confirm: asking, run } })
    ;(button('Save').element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}{Enter}')
    await expect.element(button('Confirm: do it')).toHaveFocus()
    await expect.element(button('Confirm: do it')).not.toHaveAttribute('aria-disabled')
    expect(run).not.toHaveBeenCalled()
    await userEvent.keyboard('{Enter}')
    expect(run).toHaveBeenCalledOnce()
  })

  it('does not remove by the press that was meant for it', async () => {
    const [run, remove] = [vi.fn(), vi.fn()]
    await open({ save: { isReady: true, confirm: asking, run }, remove: removal(remove) })
    await userEvent.click(button('Save'))
    await userEvent.click(button('Remove it'))
    await expect.element(page.getByText('It will be gone.')).toBeVisible()
    expect(page.getByText('It is far-reaching.').query()).toBeNull()
    expect([run.mock.calls, remove.mock.calls]).toEqual([[], []])
  })
})

describe('Enter in a line of text', () => {
  const line = <TextField label="Name" />
  const asking = { confirmLabel: 'Confirm: do it', meaning: () => <Note>It is far-reaching.</Note>, about: 1 }

  it('saves, once however long it is held', async () => {
    const { run } = await open({ children: line })
    await userEvent.click(page.getByRole('textbox', { name: 'Name' }))
    await userEvent.keyboard('{Enter>5/}')
    expect(run).toHaveBeenCalledOnce()
  })

  it('does nothing where nothing can be saved', async () => {
    const run = vi.fn()
    await open({ children: line, save: { isReady: false, run } })
    await userEvent.click(page.getByRole('textbox', { name: 'Name' }))
    await userEvent.keyboard('{Enter}')
    expect(run).not.toHaveBeenCalled()
  })

  it('asks, but does not confirm', async () => {
    const run = vi.fn()
    await open({ children: line, save: { isReady: true, confirm: asking, run } })
    await userEvent.click(page.getByRole('textbox', { name: 'Name' }))
    await userEvent.keyboard('{Enter}')
    await expect.element(button('Confirm: do it')).not.toHaveAttribute('aria-disabled')
    await userEvent.keyboard('{Enter}')
    expect(run).not.toHaveBeenCalled()
  })
})

it('a press of Save leads to the field that something is wrong with, from another tab too', async () => {
  const refuse = vi.fn()
  const run = vi.fn()
  await open({
    label: 'A thing',
    save: { isReady: true, refuse, run },
    tabs: [
      { id: 'general', title: 'General', saves: true, content: <TextField label="Name" error="Too short." /> },
      { id: 'groups', title: 'Groups', saves: true, content: 'where it belongs' },
    ],
  })
  await userEvent.click(page.getByRole('tab', { name: 'Groups' }))
  await userEvent.click(button('Save'))
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  expect(refuse).toHaveBeenCalledOnce()
  expect(run).not.toHaveBeenCalled()
})

describe('what failed', () => {
  const failure = (status: number, of: 'save' | 'remove' = 'save') => ({
    ...{ text: 'Failed to rename it.', of },
    reason: new ApiError(status, status === 403 ? 'forbidden' : 'server_error', ''),
  })

  it('is tried again by the same button, unless it was a refusal', async () => {
    const { screen, props } = await open({ failure: failure(500) })
    await expect.element(page.getByRole('alert')).toHaveTextContent('Failed to rename it. Press Save to try again.')
    await screen.rerender(<Frame<string> {...props} failure={failure(403)} />)
    await expect.element(page.getByRole('alert')).toHaveTextContent('You may not do this in this domain.')
    await expect.element(page.getByRole('alert')).not.toHaveTextContent('try again')
  })

  it('is not said on a tab where it cannot be tried again', async () => {
    await open({ tabs, label: 'A thing', failure: failure(500) })
    await expect.element(page.getByRole('alert')).toBeVisible()
    await userEvent.click(page.getByRole('tab', { name: 'Access log' }))
    await expect.element(page.getByText('who came')).toBeVisible()
    expect(page.getByRole('alert').query()).toBeNull()
  })
})

describe('what is said', () => {
  it('is what Save would leave, but not while it is asked whether to remove', async () => {
    await open({ summary: 'Anna can open it.', remove: removal() })
    await expect.element(page.getByText('Anna can open it.')).toBeVisible()
    await userEvent.click(button('Remove it'))
    expect(page.getByText('Anna can open it.').query()).toBeNull()
  })

  it('is how far a long Save has come', async () => {
    await open({ pending: 'save', progress: { done: 125, count: 500 } })
    const bar = page.getByRole('progressbar', { name: '125 of 500 changes saved' })
    await expect.element(bar).toHaveAttribute('aria-valuenow', '25')
    await expectAccessible()
  })

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

import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import './base.css'
import { OperateLock } from './OperateLock'

const texts = {
  lock: 'Lock',
  unlock: 'Unlock',
  locking: 'Locking',
  unlocking: 'Unlocking',
  cancel: 'Cancel',
  stages: 'Progress',
  question: { lock: 'Lock the door?', unlock: 'Unlock the door?' },
  confirm: { lock: 'Confirm', unlock: 'Confirm' },
  stage: { sent: 'Sent', at_bridge: 'At the bridge', moving: 'Moving', done: 'Done' },
  stageFailed: { sent: 'Sent', at_bridge: 'At the bridge', moving: 'Moving', done: 'Done' },
  stageIn: (_state: string, stage: string) => stage,
}

beforeEach(() => page.viewport(390, 800))

it('The buttons of a lock are as high while it is operated, and when its bolt has moved, as before', async () => {
  const shown = (state: 'Locked' | 'Unlocked' | 'Unknown', phase: 'idle' | 'pending') => (
    <OperateLock
      {...{ texts, state, phase }}
      stateText={state}
      direction="lock"
      stage={null}
      outcome={null}
      onOperate={() => {}}
    />
  )
  const sizes = () =>
    page
      .getByRole('button')
      .elements()
      .map((button) => button.getBoundingClientRect().height)
  const screen = await render(shown('Unlocked', 'idle'))
  const before = sizes()
  expect(before).toHaveLength(2)
  await screen.rerender(shown('Unknown', 'pending'))
  await expect.element(page.getByRole('button', { name: 'Locking' })).toBeVisible()
  expect(sizes()).toEqual(before)
  await screen.rerender(shown('Locked', 'idle'))
  await expect.element(page.getByRole('button', { name: 'Lock', exact: true })).toBeVisible()
  expect(sizes()).toEqual(before)
})

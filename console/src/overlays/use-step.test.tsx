import { expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { waitFor } from '../testing/wait-for'
import { useStep, type StepOptions, type Steps } from './use-step'

interface Door {
  door: string
}

/** A step whose end the test decides. */
function held() {
  let [end, fail] = [(_value: string) => {}, (_reason: unknown) => {}]
  const made = new Promise<string>((resolve, reject) => ([end, fail] = [resolve, reject]))
  return { take: () => made, end, fail }
}

/** Draws something that takes steps; answers how they stand now. */
async function drawn(options?: StepOptions): Promise<() => Steps<Door>> {
  let steps: Steps<Door> | undefined
  function Taker() {
    steps = useStep<Door>(options)
    return <p>steps</p>
  }
  await render(<Taker />)
  return () => {
    if (steps === undefined) throw new Error('nothing was drawn')
    return steps
  }
}

it('says what is under way until it is done, and answers what came of it', async () => {
  const steps = await drawn()
  const { take, end } = held()
  const outcome = steps().run(take, { door: 'cellar' })
  await waitFor(() => expect(steps().pending).toEqual({ door: 'cellar' }))
  end('open')
  expect(await outcome).toEqual({ value: 'open' })
  await waitFor(() => expect(steps().pending).toBeNull())
  expect(steps().failed).toBeNull()
})

it('says what failed and why, until another begins', async () => {
  const onFailure = vi.fn()
  const steps = await drawn({ onFailure })
  expect(await steps().run(() => Promise.reject(new Error('away')), { door: 'cellar' })).toBeNull()
  await waitFor(() => expect(steps().failed).toEqual({ door: 'cellar', reason: new Error('away') }))
  expect(steps().pending).toBeNull()
  void steps().run(held().take, { door: 'street' })
  await waitFor(() => expect(steps().failed).toBeNull())
  expect(onFailure.mock.calls).toEqual([[null], [new Error('away')], [null]])
})

it('stays under way where what comes of it takes its place, and not where it failed', async () => {
  const steps = await drawn({ staysPending: true })
  await steps().run(() => Promise.reject(new Error('away')), { door: 'cellar' })
  await waitFor(() => expect(steps().failed).not.toBeNull())
  expect(steps().pending).toBeNull()
  await steps().run(() => Promise.resolve(), { door: 'cellar' })
  await waitFor(() => expect(steps().pending).toEqual({ door: 'cellar' }))
})

it('of two the one that began last counts alone', async () => {
  const steps = await drawn()
  const [first, second] = [held(), held()]
  const late = steps().run(first.take, { door: 'cellar' })
  const counted = steps().run(second.take, { door: 'street' })
  first.fail(new Error('away'))
  expect(await late).toBeNull()
  await waitFor(() => expect(steps().pending).toEqual({ door: 'street' }))
  expect(steps().failed).toBeNull()
  second.end('open')
  expect(await counted).toEqual({ value: 'open' })
})

it('what is forgotten while it is under way says nothing when it ends', async () => {
  const steps = await drawn()
  const { take, fail } = held()
  const outcome = steps().run(take, { door: 'cellar' })
  steps().forget()
  fail(new Error('away'))
  expect(await outcome).toBeNull()
  await waitFor(() => expect(steps().pending).toBeNull())
  expect(steps().failed).toBeNull()
})

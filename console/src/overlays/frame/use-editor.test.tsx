import { afterEach, expect, it } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import type { Step } from '../../model/plan'
import { mergedSettings } from '../../model/settings'
import { dropDraft } from '../../session/drafts'
import { useEditor } from './use-editor'

interface Thing {
  name: string
  zone: string
  note: string
}

afterEach(() => dropDraft('thing'))

const saves = (change: Partial<Thing>): Step<Thing> => ({
  run: (before) => Promise.resolve({ ...before, ...change }),
  failure: 'no',
})
const fails: Step<Thing> = { run: () => Promise.reject(new Error('no')), failure: 'no' }

/** An editor of a thing after a Save that saved the name and failed with the zone. */
async function halfSaved() {
  const before: Thing = { name: 'A', zone: 'UTC', note: '' }
  const { result, rerender, act } = await renderHook(
    (live?: Thing) =>
      useEditor<Thing, Thing, Step<Thing>>({
        name: 'thing',
        live: live ?? before,
        now: 0,
        same: (a, b) => JSON.stringify(a) === JSON.stringify(b),
        draftOf: (standing) => standing,
        isChanged: (draft, opened) => JSON.stringify(draft) !== JSON.stringify(opened),
        merge: mergedSettings,
      }),
    { initialProps: before },
  )
  await act(() => result.current.edit((draft) => ({ ...draft, name: 'B', zone: 'CET' })))
  await act(async () => {
    await result.current.run('save', () => [saves({ name: 'B' }), fails])
  })
  expect(result.current.progress).toEqual({ done: 1, count: 2 })
  await rerender({ ...before, name: 'B' })
  return { result, rerender, act }
}

it('what a half-done Save has saved and the person has undone since does not come back with somebody else’s change', async () => {
  const { result, rerender, act } = await halfSaved()
  await act(() => result.current.edit((draft) => ({ ...draft, name: 'A' })))
  await rerender({ name: 'B', zone: 'UTC', note: 'theirs' })
  expect(result.current.theirs).toBeNull()
  expect(result.current.draft).toEqual({ name: 'A', zone: 'CET', note: 'theirs' })
})

it('also where all of it is undone', async () => {
  const { result, rerender, act } = await halfSaved()
  await act(() => result.current.edit((draft) => ({ ...draft, name: 'A', zone: 'UTC' })))
  await rerender({ name: 'B', zone: 'UTC', note: 'theirs' })
  expect(result.current.theirs).toBeNull()
  expect(result.current.draft).toEqual({ name: 'A', zone: 'UTC', note: 'theirs' })
})

it('what a half-done Save has saved is no change of one’s own any more', async () => {
  const { result, rerender } = await halfSaved()
  await rerender({ name: 'C', zone: 'UTC', note: '' })
  expect(result.current.theirs).toBeNull()
  expect(result.current.draft).toEqual({ name: 'C', zone: 'CET', note: '' })
})

it('a Save whose answer was lost has failed no more once all of it is seen to stand', async () => {
  const { result, rerender, act } = await halfSaved()
  expect(result.current.showsFailed).toBe(true)
  await rerender({ name: 'B', zone: 'UTC', note: 'theirs' })
  expect(result.current.showsFailed).toBe(true)
  await rerender({ name: 'B', zone: 'CET', note: 'theirs' })
  expect(result.current).toMatchObject({ showsFailed: false, edited: false, theirs: null })
  await act(() => result.current.edit((draft) => ({ ...draft, zone: 'EET' })))
  expect(result.current.showsFailed).toBe(false)
})

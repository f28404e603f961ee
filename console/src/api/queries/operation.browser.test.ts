import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { fakeApi, json, type Answers } from '../../testing/fake-api'
import { signedIn } from '../../testing/session'
import type { OperationVerdict } from '../errors'
import {
  conclude,
  loadingTime,
  noOperation,
  operate,
  patience,
  useOperation,
  type LockOperation,
  type OperationStage,
} from './operation'

const serial = '10:00:00:00:00:01'
const encoded = '10%3A00%3A00%3A00%3A00%3A01'
const ok: OperationVerdict = {
  afi_status: 0,
  afi_status_text: 'Ok',
  bridge_server_status: 0,
  bridge_server_status_text: 'Ok',
  dmi_status: 0,
  dmi_status_text: 'Ok',
}
const running = (stage: OperationStage): LockOperation => ({
  ...{ id: 'job-1', status: 'InProgress', is_completed: false, is_successful: false },
  result: { ...ok, stage },
})
const done: LockOperation = {
  ...{ id: 'job-1', status: 'Succeeded', is_completed: true, is_successful: true },
  result: { ...ok, stage: 'done' },
}
const failed = (result: Partial<OperationVerdict>): LockOperation => ({
  ...{ id: 'job-1', status: 'Failed', is_completed: true, is_successful: false },
  result: { ...ok, ...result, stage: 'done' },
})

/** A lock that answers its looks one after another, the last one for ever. */
function lock(answers: LockOperation[]): Answers {
  const start = () => json({ id: 'job-1' })
  return {
    [`POST /locks/v1/afi/${encoded}/remote_lock`]: start,
    [`POST /locks/v1/afi/${encoded}/remote_unlock`]: start,
    'GET /locks/v1/operation/job-1': () => json(answers.length > 1 ? answers.shift() : answers[0]),
  }
}

signedIn()
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }))

/** Lets time pass until a promise has settled. */
async function pass<T>(promise: Promise<T>): Promise<T> {
  let settled = false
  const end = () => {
    settled = true
  }
  promise.then(end, end)
  while (!settled) await vi.advanceTimersByTimeAsync(250)
  return promise
}

describe('an operation', () => {
  it('tells the stages and where the bolt stands at the end', async () => {
    const calls = fakeApi(lock([running('sent'), running('at_bridge'), running('moving'), done]))
    const stages: OperationStage[] = []
    const ended = await pass(
      operate(serial, 'unlock', 'user-7', (stage) => stages.push(stage), new AbortController().signal),
    )
    expect(stages).toEqual(['sent', 'sent', 'at_bridge', 'moving'])
    expect(ended).toMatchObject({ phase: 'succeeded', direction: 'unlock', bolt: 'Unlocked', error: null })
    expect(calls[0]).toMatchObject({ method: 'POST', path: `/locks/v1/afi/${encoded}/remote_unlock` })
    expect(calls.every(({ headers }) => headers.get('X-Assume-User') === 'user-7')).toBe(true)
  })

  it('is looked at every four seconds at last, and given up after the patience of a person', async () => {
    const calls = fakeApi(lock([running('moving')]))
    const begun = performance.now()
    const ended = await pass(operate(serial, 'lock', undefined, () => {}, new AbortController().signal))
    const took = performance.now() - begun
    expect(took).toBeGreaterThanOrEqual(patience)
    expect(took).toBeLessThan(patience + 4000 + 1000)
    expect(calls.length).toBeLessThan(30)
    expect(ended.phase).toBe('failed')
    expect(ended.error).toBe('The lock did not answer in time. Look at the door before you try again.')
  })

  it('rejects when it cannot be started', async () => {
    fakeApi({ [`POST /locks/v1/afi/${encoded}/remote_lock`]: () => json({ error: 'no_remote_access' }, 403) })
    await expect(operate(serial, 'lock', undefined, () => {}, new AbortController().signal)).rejects.toMatchObject({
      code: 'no_remote_access',
    })
  })

  it('is no longer looked at once nobody waits', async () => {
    const calls = fakeApi(lock([running('sent')]))
    const stop = new AbortController()
    const waiting = operate(serial, 'lock', undefined, () => {}, stop.signal)
    const left = expect(waiting).rejects.toThrow('left')
    await vi.advanceTimersByTimeAsync(1000)
    stop.abort(new Error('left'))
    await left
    const { length } = calls
    await vi.advanceTimersByTimeAsync(20_000)
    expect(calls).toHaveLength(length)
  })
})

describe('the end of an operation', () => {
  it.each<[string, Partial<OperationVerdict>]>([
    ['The lock is still loading. Wait 10 seconds and try again.', { bridge_server_status: 4 }],
    ['The bridge cannot be reached. Check that it has power and Wi-Fi.', { bridge_server_status: 5 }],
    ['The battery of the lock is too low to move the bolt. Change it.', { afi_status: 11 }],
    ['The bridge lost the lock: it is out of Bluetooth range, or in update mode.', { afi_status: 12 }],
    [
      'The lock did not answer in time. Look at the door before you try again.',
      { bridge_server_status_text: 'JobTimeout' },
    ],
  ])('%s', (error, result) => {
    expect(conclude('lock', failed(result), 5000, null)).toMatchObject({
      phase: 'failed',
      error,
      bolt: null,
      endedAt: 5000,
    })
  })

  it.each([
    ['lock', 'The door was locked already.', 'Locked'],
    ['unlock', 'The door was unlocked already.', 'Unlocked'],
  ] as const)('of %s where the bolt stood there already still tells where it stands', (direction, error, bolt) => {
    const ended = conclude(direction, failed({ afi_status: 7, afi_status_text: 'NothingChanged' }), 0, null)
    expect(ended).toMatchObject({ phase: 'failed', error, bolt })
  })

  it('asks for ten seconds of patience while a lock is loading', () => {
    expect(conclude('lock', failed({ bridge_server_status: 4 }), 1000, null).waitUntil).toBe(1000 + loadingTime)
    expect(conclude('lock', failed({ bridge_server_status: 5 }), 1000, null).waitUntil).toBeNull()
  })
})

describe('a door on the screen', () => {
  it('runs one operation at a time, and lets the wait after a loading lock pass', async () => {
    const calls = fakeApi(lock([failed({ bridge_server_status: 4 })]))
    const { result, act } = await renderHook(() => useOperation(serial))
    await act(() => {
      result.current.run('lock')
      result.current.run('unlock')
    })
    expect(result.current.operation).toMatchObject({ phase: 'pending', direction: 'lock' })
    await act(() => vi.advanceTimersByTimeAsync(2000))
    expect(result.current.operation.phase).toBe('failed')
    expect(result.current.operation.waitUntil).not.toBeNull()
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(loadingTime))
    expect(result.current.operation).toMatchObject({ phase: 'failed', waitUntil: null })
  })

  it('says why an operation could not be started', async () => {
    fakeApi({ [`POST /locks/v1/afi/${encoded}/remote_lock`]: () => json({ error: 'no_remote_access' }, 403) })
    const { result, act } = await renderHook(() => useOperation(serial))
    await act(async () => {
      result.current.run('lock')
      await vi.advanceTimersByTimeAsync(10)
    })
    expect(result.current.operation).toMatchObject({
      phase: 'failed',
      error: 'You may not operate this lock from afar at this time.',
    })
  })

  it('that could not be started without a network says so until that is back', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    fakeApi({ [`POST /locks/v1/afi/${encoded}/remote_lock`]: () => Promise.reject(new TypeError('Failed to fetch')) })
    const { result, act } = await renderHook(() => useOperation(serial))
    await act(async () => {
      result.current.run('lock')
      await vi.advanceTimersByTimeAsync(10)
    })
    expect(result.current.operation.error).toBe('There is no connection to the network.')
    await act(() => void window.dispatchEvent(new Event('online')))
    expect(result.current.operation).toEqual(noOperation)
    vi.restoreAllMocks()
  })
})

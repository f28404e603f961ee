/** Locks and unlocks a door through its bridge, and tells how far that has come. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { components } from '../../generated/api'
import { answer, client } from '../client'
import { errorText, operationErrorText, wasInPlace, type Direction, type OperationVerdict } from '../errors'
import { isWithoutNetwork, useServerBack } from '../use-server-back'

/** An operation as the server tells of it. */
export type LockOperation = components['schemas']['LockOperation']

/** How far an operation has come. */
export type OperationStage = components['schemas']['OperationStage']

/** An operation from its first press on. */
export interface OperationState {
  phase: 'idle' | 'pending' | 'succeeded' | 'failed'
  direction: Direction | null
  /** The stage reached; of what failed, the last one before that. Null before the first. */
  stage: OperationStage | null
  /** Why it failed, in the language shown at that time; also set where the bolt was in place already. */
  error: string | null
  /** It was not even begun: there was no network. */
  isOffline: boolean
  /** It failed because the bridge cannot be reached. */
  isBridgeAway: boolean
  /** Where the bolt stands after it, when that is known. */
  bolt: 'Locked' | 'Unlocked' | null
  /** When it ended, in milliseconds since 1970; null before. */
  endedAt: number | null
  /** Until when another attempt would fail: the lock is still loading. Milliseconds since 1970. */
  waitUntil: number | null
}

/** Nothing pressed yet. */
export const noOperation: OperationState = {
  phase: 'idle',
  direction: null,
  stage: null,
  error: null,
  isOffline: false,
  isBridgeAway: false,
  bolt: null,
  endedAt: null,
  waitUntil: null,
}

/**
 * Milliseconds between two looks at an operation. The first looks come soon, so that the stages of an operation of a
 * few seconds can be seen; the pauses grow to four seconds, at which a slow one costs little.
 */
export const looks = [250, 400, 600, 800, 1000, 1500, 2500, 4000] as const
/** After so long a person waits no longer, in milliseconds; the server has ended the operation well before. */
export const patience = 70_000
/** How long a lock that is loading takes (bridge_server_status 4), in milliseconds. */
export const loadingTime = 10_000

const bolts = { lock: 'Locked', unlock: 'Unlocked' } as const

/** What the end of an operation means that was last seen at a stage. */
export function conclude(
  direction: Direction,
  operation: LockOperation,
  now: number,
  seen: OperationStage | null,
): OperationState {
  const ended = { ...noOperation, direction, endedAt: now }
  if (operation.is_successful) return { ...ended, phase: 'succeeded', stage: 'done', bolt: bolts[direction] }
  const { result } = operation
  return {
    ...ended,
    phase: 'failed',
    stage: reachedStage(result, seen),
    error: operationErrorText(result, direction),
    isBridgeAway: result.bridge_server_status === 5,
    bolt: wasInPlace(result) ? bolts[direction] : null,
    waitUntil: result.bridge_server_status === 4 ? now + loadingTime : null,
  }
}

/** The last stage that a failed operation came to, by what was seen of it and by its verdict. */
function reachedStage(verdict: OperationVerdict, seen: OperationStage | null): OperationStage | null {
  const words = [verdict.bridge_server_status_text, verdict.afi_status_text, verdict.dmi_status_text]
  if (verdict.bridge_server_status === 5 || words.includes('NotReceived')) return 'sent'
  // Time ran out on the way, at a stage that only those who looked have seen.
  if (words.includes('JobTimeout')) return seen
  if (words.includes('OutcomeUnknown') || words.includes('MalformedAnswer')) return 'moving'
  // All else is what the bridge or the lock answered in place of moving the bolt.
  return 'at_bridge'
}

/** What is said of an operation that never came back. */
const unanswered: OperationVerdict = {
  afi_status: 0,
  afi_status_text: 'JobTimeout',
  bridge_server_status: 0,
  bridge_server_status_text: 'JobTimeout',
  dmi_status: 0,
  dmi_status_text: 'JobTimeout',
}

/**
 * Starts an operation and looks at it until it has ended. Rejects with an `ApiError` when it could not be started or looked at.
 * `assume` is the identity to act as, where that is not the one of the chosen domain.
 */
export async function operate(
  serial: string,
  direction: Direction,
  assume: string | undefined,
  onStage: (stage: OperationStage) => void,
  signal: AbortSignal,
): Promise<OperationState> {
  const params = { path: { serial } }
  const headers = assume === undefined ? {} : { 'X-Assume-User': assume }
  const { id } = await answer(
    direction === 'lock'
      ? client.POST('/locks/v1/afi/{serial}/remote_lock', { params, headers, signal })
      : client.POST('/locks/v1/afi/{serial}/remote_unlock', { params, headers, signal }),
  )
  let seen: OperationStage = 'sent'
  onStage(seen)
  const begun = performance.now()
  for (let look = 0; performance.now() - begun < patience; look += 1) {
    await pause(looks[Math.min(look, looks.length - 1)] as number, signal)
    const operation = await answer(
      client.GET('/locks/v1/operation/{id}', { params: { path: { id } }, headers, signal }),
    )
    if (operation.is_completed) return conclude(direction, operation, Date.now(), seen)
    seen = operation.result.stage
    onStage(seen)
  }
  const error = operationErrorText(unanswered, direction)
  return { ...noOperation, phase: 'failed', direction, stage: seen, error, endedAt: Date.now() }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}

/**
 * The operation of one lock. `run` does nothing while one is under way. What was started goes on at the door when the component goes.
 */
export function useOperation(
  serial: string,
  assume?: string,
): { operation: OperationState; run: (direction: Direction) => void } {
  const [held, setHeld] = useState({ serial, operation: noOperation })
  const running = useRef<AbortController | null>(null)
  const operation = held.serial === serial ? held.operation : noOperation

  useEffect(
    () => () => {
      running.current?.abort()
      running.current = null
    },
    [serial],
  )

  const { isOffline, waitUntil } = operation
  useServerBack(isOffline, () => setHeld({ serial, operation: noOperation }))
  useEffect(() => {
    if (waitUntil === null) return
    const timer = setTimeout(() => {
      setHeld((before) => ({ ...before, operation: { ...before.operation, waitUntil: null } }))
    }, waitUntil - Date.now())
    return () => {
      clearTimeout(timer)
    }
  }, [waitUntil])

  const run = useCallback(
    (direction: Direction) => {
      if (running.current !== null) return
      const stop = new AbortController()
      running.current = stop
      const put = (operation: OperationState) => {
        if (!stop.signal.aborted) setHeld({ serial, operation })
      }
      const pending: OperationState = { ...noOperation, phase: 'pending', direction }
      put(pending)
      let seen: OperationStage | null = null
      const onStage = (stage: OperationStage) => {
        seen = stage
        put({ ...pending, stage })
      }
      void operate(serial, direction, assume, onStage, stop.signal)
        .catch((error: unknown): OperationState => {
          const isOffline = seen === null && isWithoutNetwork(error)
          const ended = { error: errorText(error), isOffline, endedAt: Date.now() }
          return { ...noOperation, phase: 'failed', direction, stage: seen, ...ended }
        })
        .then((ended) => {
          put(ended)
          if (running.current === stop) running.current = null
        })
    },
    [serial, assume],
  )
  return { operation, run }
}

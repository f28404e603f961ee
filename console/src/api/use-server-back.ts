import { useEffect, useEffectEvent } from 'react'
import { ApiError } from './errors'

/** Whether a call failed because there was no network. */
export function isWithoutNetwork(error: unknown): boolean {
  return error instanceof ApiError && error.is('network_error')
}

/** Whether a call failed because the server was away: it did not answer, or said that it is not ready. */
export function isAway(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 503)
}

const answers = new EventTarget()

/** Tells whoever waits for the server that it answers again: changes arrive that did not. */
export function tellServerBack(): void {
  answers.dispatchEvent(new Event('back'))
}

/** Calls back when the server, or the network on the way to it, is there again, while that is waited for. */
export function useServerBack(isWaiting: boolean, onBack: () => void): void {
  const tell = useEffectEvent(onBack)
  useEffect(() => {
    if (!isWaiting) return
    const on = new AbortController()
    window.addEventListener('online', () => tell(), { signal: on.signal })
    answers.addEventListener('back', () => tell(), { signal: on.signal })
    return () => on.abort()
  }, [isWaiting])
}

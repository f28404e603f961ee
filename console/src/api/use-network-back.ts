import { useEffect, useEffectEvent } from 'react'
import { ApiError } from './errors'

/** Whether a call failed because there was no network. */
export function isWithoutNetwork(error: unknown): boolean {
  return error instanceof ApiError && error.is('network_error')
}

/** Calls back when the network is there again, while that is waited for. */
export function useNetworkBack(isWaiting: boolean, onBack: () => void): void {
  const tell = useEffectEvent(onBack)
  useEffect(() => {
    if (!isWaiting) return
    const on = new AbortController()
    window.addEventListener('online', () => tell(), { signal: on.signal })
    return () => on.abort()
  }, [isWaiting])
}

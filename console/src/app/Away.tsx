import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '../api/errors'
import { Unreachable } from './Warnings'

/** Between two attempts while the server is away, in milliseconds, where the server does not ask for more. */
const PAUSE = 5000

/**
 * In place of the content while the server is away: looks again by itself, and at once when asked to. `look` rejects while the server is
 * away still, and otherwise has something else shown here.
 */
export function Away({ error, look }: { error: unknown; look: () => Promise<void> }) {
  const [failure, setFailure] = useState(error)
  const [isAsked, setAsked] = useState(false)
  const [vain, setVain] = useState(0)

  const again = useCallback(async (): Promise<boolean> => {
    try {
      await look()
      return true
    } catch (reason) {
      setFailure(reason)
      return false
    }
  }, [look])

  useEffect(() => {
    if (isAsked) return
    const asked = failure instanceof ApiError ? failure.retryAfter : 0
    const timer = window.setTimeout(() => void again(), Math.max(PAUSE, asked))
    return () => clearTimeout(timer)
  }, [failure, isAsked, again])

  async function ask() {
    setAsked(true)
    // Having gone well it stays at work until it is replaced.
    if (await again()) return
    setAsked(false)
    // Who asked is told again what came of it; who did not is left in peace.
    setVain((before) => before + 1)
  }

  return <Unreachable failure={failure} isTrying={isAsked} announced={vain} onRetry={() => void ask()} />
}

import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { ApiError, errorText } from '../api/errors'
import { beginSession } from '../session/session'
import { Broken, Unreachable } from './Warnings'

/** Between two attempts to enter a page while the server is away, in milliseconds, where the server does not ask for more. */
const pause = 5000

/** In place of a page that could not be entered or drawn. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  if (!(error instanceof ApiError)) return <Broken />
  if (error.status > 0 && error.status < 500) return <Broken text={errorText(error)} />
  return <Away error={error} reset={reset} />
}

/** While the server is away: tries again by itself, and at once when asked to. */
function Away({ error, reset }: { error: ApiError; reset: () => void }) {
  const router = useRouter()
  const enter = useCallback(() => {
    reset()
    void router.invalidate()
  }, [router, reset])
  useEffect(() => {
    let timer = 0
    let left = false
    const wait = (asked: number) => {
      timer = window.setTimeout(() => void look(), Math.max(pause, asked))
    }
    const look = async () => {
      try {
        await beginSession()
        if (!left) enter()
      } catch (failure) {
        if (left) return
        const away = failure instanceof ApiError && (failure.status === 0 || failure.status >= 500)
        if (away) wait(failure.retryAfter)
        else enter()
      }
    }
    wait(error.retryAfter)
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [error, enter])
  return <Unreachable onRetry={enter} />
}

import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ApiError, errorText } from '../api/errors'
import { beginSession } from '../session/session'
import { Away } from './Away'
import { Broken } from './Warnings'

/** In place of a page that could not be entered or drawn. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  if (!(error instanceof ApiError)) return <Broken />
  if (!isAway(error)) return <Broken text={errorText(error)} />
  return <EnteredLater error={error} reset={reset} />
}

/** In place of everything, where what stands around all pages could not be drawn. */
export function ShellFailure(failure: ErrorComponentProps) {
  return (
    <main>
      <RouteFailure {...failure} />
    </main>
  )
}

/** Tries to enter the page again as soon as the server tells who is signed in. */
function EnteredLater({ error, reset }: { error: ApiError; reset: () => void }) {
  const router = useRouter()
  const look = useCallback(async () => {
    const hadFocus = document.activeElement !== document.body
    try {
      await beginSession()
    } catch (failure) {
      if (isAway(failure)) throw failure
    }
    // Who is signed in being known, this may be drawn anew already: the page is entered all the same.
    reset()
    await router.invalidate()
    // The button goes with this page.
    if (hadFocus && document.activeElement === document.body) document.querySelector('main')?.focus()
  }, [router, reset])
  return <Away error={error} look={look} />
}

/** Whether it may be another matter once the server is back. */
function isAway(failure: unknown): failure is ApiError {
  return failure instanceof ApiError && (failure.status === 0 || failure.status >= 500)
}

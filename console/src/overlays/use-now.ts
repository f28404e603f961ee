import { useEffect, useState } from 'react'

const MINUTE = 60_000

/**
 * The present instant in milliseconds since 1970; the component renders again when a minute begins, and at the instant `next` when
 * that comes first.
 */
export function useNow(next: number | null = null): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    // Counted from what is shown, not from when this runs: a minute may have begun between the two.
    const minute = now - (now % MINUTE) + MINUTE
    const due = next !== null && next > now ? Math.min(minute, next) : minute
    const timer = setTimeout(() => setNow(Date.now()), Math.max(due - Date.now(), 0))
    return () => clearTimeout(timer)
  }, [now, next])
  return now
}

import { useEffect, useState } from 'react'

const MINUTE = 60_000

/**
 * The present instant in milliseconds since 1970; the component renders again when a minute begins, and at the instant `next` when
 * that comes first.
 */
export function useNow(next: number | null = null): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const present = Date.now()
    const toMinute = MINUTE - (present % MINUTE)
    const wait = next !== null && next > present ? Math.min(toMinute, next - present) : toMinute
    const timer = setTimeout(() => setNow(Date.now()), wait)
    return () => clearTimeout(timer)
  }, [now, next])
  return now
}

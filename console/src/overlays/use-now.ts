import { useEffect, useState } from 'react'

const MINUTE = 60_000

/** The present instant in milliseconds since 1970; the component renders again when a minute begins. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), MINUTE - (Date.now() % MINUTE))
    return () => clearTimeout(timer)
  }, [now])
  return now
}

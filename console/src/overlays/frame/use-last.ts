import { useState } from 'react'

/** The entry that an overlay is of, as it was last: while the overlay itself removes it, it is still to be shown. */
export function useLast<T extends object>(entry: T | undefined): T | undefined {
  const [last, setLast] = useState(entry)
  if (entry !== undefined && entry !== last) setLast(entry)
  return entry ?? last
}

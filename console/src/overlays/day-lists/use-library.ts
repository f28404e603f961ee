import { useEffect, useState } from 'react'
import type { Library } from './Country'

/** The library of holidays: `wanted` loads it. Where that failed, `again` tries another time. */
export function useLibrary(wanted: boolean) {
  const [library, setLibrary] = useState<Library | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (!wanted) return
    let isCurrent = true
    import('../../model/holidays').then(
      (loaded) => {
        if (isCurrent) setLibrary(loaded)
      },
      (failure: unknown) => {
        console.error(failure)
        if (isCurrent) setFailed(true)
      },
    )
    return () => {
      isCurrent = false
    }
  }, [wanted, tries])
  return {
    library,
    hasFailed,
    again: () => {
      setFailed(false)
      setTries((before) => before + 1)
    },
  }
}

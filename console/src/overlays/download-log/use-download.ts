import { useEffect, useRef, useState } from 'react'
import type { LogOf } from '../../api/queries/log'
import { logCsv, type LogSpan } from '../../api/queries/log-csv'
import { separatorOf } from '../../model/csv'
import { chooseCsvFile, platformName } from '../files'

/** How far a download has come. */
export type Download =
  | { stage: 'rest' | 'cancelled' }
  | { stage: 'running'; entries: number }
  | { stage: 'done'; entries: number; file: string }
  | { stage: 'failed'; reason: unknown }

/** Downloads a log into a file, one at a time; what is under way ends with the screen. */
export function useDownload(log: LogOf, fileName: string) {
  const [download, put] = useState<Download>({ stage: 'rest' })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function start(span: LogSpan) {
    if (running.current !== null) return
    const on = new AbortController()
    running.current = on
    let entries = 0
    const target = await chooseCsvFile(fileName)
    try {
      if (target === null || on.signal.aborted) return put({ stage: 'rest' })
      put({ stage: 'running', entries })
      const data = await logCsv(log, span, separatorOf(platformName()), on.signal, (count) => {
        entries = count
        if (!on.signal.aborted) put({ stage: 'running', entries })
      })
      await target.write(data)
      put({ stage: 'done', entries, file: target.name })
    } catch (reason) {
      await target?.discard()
      if (on.signal.aborted) return put({ stage: 'cancelled' })
      console.warn('a download ended early', reason)
      put({ stage: 'failed', reason })
    } finally {
      running.current = null
    }
  }

  return { download, start: (span: LogSpan) => void start(span), cancel: () => running.current?.abort() }
}

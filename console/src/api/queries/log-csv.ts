/** Access logs as CSV, as they arrive. */
import type { paths } from '../../generated/api'
import { writeTime } from '../../model/calendar'
import { byteOrderMark, type Separator } from '../../model/csv'
import { CsvStream } from '../../model/csv-stream'
import { sendTo } from '../client'
import { errorFrom } from '../errors'
import type { LogOf } from './log'

/** The log ended in the middle of a line. */
export class LogBrokeOff extends Error {
  override readonly name = 'LogBrokeOff'
}

/** What of a log is wanted. Instants in milliseconds since 1970; null is without limit. */
export interface LogSpan {
  start: number | null
  /** Not included. */
  end: number | null
}

/**
 * The log of a span as a file, newest first. Rejects with an `ApiError` where it is refused; the stream fails where it breaks off, and
 * where the signal aborts. `onEntries` is told how many entries there are so far.
 */
export async function logCsv(
  { of, id }: LogOf,
  { start, end }: LogSpan,
  separator: Separator,
  signal: AbortSignal,
  onEntries: (count: number) => void,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const path = `/log/v1/${of}/{ids}/bulk` satisfies keyof paths
  const query = new URLSearchParams()
  if (start !== null) query.set('start', writeTime(start))
  if (end !== null) query.set('end', writeTime(end))
  const asked = query.size === 0 ? '' : `?${query}`
  // As long as it must be: the server ends it when it takes too long.
  const response = await sendTo(path.replace('{ids}', encodeURIComponent(id)) + asked, { signal }, { timeout: null })
  if (!response.ok || response.body === null) {
    throw errorFrom(response, await response.json().catch(() => null))
  }
  const csv = new CsvStream(separator)
  const changed = new TransformStream<string, string>({
    start: (out) => out.enqueue(byteOrderMark),
    transform(text, out) {
      out.enqueue(csv.push(text))
      // The first line is the head.
      onEntries(Math.max(csv.lines - 1, 0))
    },
    flush() {
      if (!csv.isWhole) throw new LogBrokeOff('the log ended in the middle of a line')
    },
  })
  return response.body
    .pipeThrough(new TextDecoderStream(), { signal })
    .pipeThrough(changed)
    .pipeThrough<Uint8Array<ArrayBuffer>>(new TextEncoderStream())
}

/**
 * Reads the whole-domain document of `GET /domain/v1/stream` while it arrives.
 *
 * The server lays the one JSON object out so that each entry stands alone on a line. A first line opens the object and its first list, a
 * line `],"locks":[` stands between two lists, and `]}` is the last line. So every chunk that arrives can be parsed at once, and the first
 * window is painted while the links are still on their way.
 */
import type { Section } from '../model/domain'

/** Names of the lists of a domain document, in the order in which the server sends them. */
export const sections = [
  'users',
  'locks',
  'groups',
  'devices',
  'conditions',
  'day_lists',
  'calendars',
  'links',
] as const satisfies readonly Section[]

/** What stands before the first list. */
export interface StreamHead {
  /** `EPOCH-N`, the revision that the document shows; the change feed goes on from it. */
  revision: string
  /** Name of the domain. */
  domain: string
}

/** Receives the parts of the document in the order of their arrival. */
export interface StreamSink {
  head(head: StreamHead): void
  /** A list begins; those before it are complete. */
  section(section: Section): void
  /** Entries of one list; called many times for a long list. */
  entries(section: Section, entries: unknown[]): void
  /** Entry lines read so far. */
  progress(lines: number): void
}

/** The document ended before its last line, or a line was not what the format says. */
export class StreamBroken extends Error {
  override readonly name = 'StreamBroken'
}

const between = /^\],"([a-z_]+)":\[$/

function isSection(name: string): name is Section {
  return (sections as readonly string[]).includes(name)
}

/** Parses chunks of text into sections; `end` must be called after the last one. */
export class StreamParser {
  #rest = ''
  #section: Section | null = null
  #closed = false
  #lines = 0
  readonly #sink: StreamSink

  constructor(sink: StreamSink) {
    this.#sink = sink
  }

  /** Takes the next piece of text, cut anywhere. Throws `StreamBroken` on a line that does not belong. */
  push(text: string): void {
    const all = this.#rest + text
    const last = all.lastIndexOf('\n')
    if (last < 0) {
      this.#rest = all
      return
    }
    this.#rest = all.slice(last + 1)
    let from = 0
    // Start of the entry lines not yet handed on: they are parsed together, once per list and chunk, not line by line.
    let open = -1
    while (from <= last) {
      const to = all.indexOf('\n', from)
      const first = all.charCodeAt(from)
      if (this.#section !== null && first === 0x7b /* { */) {
        if (open < 0) open = from
        this.#lines += 1
      } else if (to > from) {
        if (open >= 0) this.#flush(all.slice(open, from))
        open = -1
        this.#structure(all.slice(from, to))
      }
      from = to + 1
    }
    if (open >= 0) this.#flush(all.slice(open, last))
    this.#sink.progress(this.#lines)
  }

  /** Says that no more text comes. Throws `StreamBroken` when the document is not complete. */
  end(): void {
    if (this.#rest !== '') this.push('\n')
    if (!this.#closed) throw new StreamBroken('the domain document ended early')
  }

  #flush(lines: string): void {
    let to = lines.length
    while (to > 0 && (lines[to - 1] === '\n' || lines[to - 1] === ',')) to -= 1
    let entries: unknown[]
    try {
      entries = JSON.parse(`[${lines.slice(0, to)}]`) as unknown[]
    } catch {
      throw new StreamBroken(`an entry of ${this.#section} is not JSON`)
    }
    this.#sink.entries(this.#section as Section, entries)
  }

  #structure(line: string): void {
    if (this.#closed) throw new StreamBroken('text after the end of the domain document')
    if (line === ']}' && this.#section !== null) {
      this.#closed = true
      this.#section = null
      return
    }
    if (this.#section === null) {
      let head: Record<string, unknown>
      try {
        head = JSON.parse(`${line}]}`) as Record<string, unknown>
      } catch {
        throw new StreamBroken('the domain document does not begin as one')
      }
      this.#sink.head({ revision: String(head.revision), domain: String(head.domain) })
      this.#enter(Object.keys(head).at(-1) ?? '')
      return
    }
    this.#enter(between.exec(line)?.[1] ?? '')
  }

  #enter(name: string): void {
    if (!isSection(name)) throw new StreamBroken('an unknown list in the domain document')
    this.#section = name
    this.#sink.section(name)
  }
}

/** So many characters are read in one task; between two of them the browser can paint. */
const SLICE = 2 ** 17

/**
 * Reads a response body to its end, in pieces between which the browser can paint and hear presses. Rejects with `StreamBroken` or with
 * what the body itself fails with.
 */
export async function readStream(body: ReadableStream<Uint8Array>, sink: StreamSink): Promise<void> {
  const parser = new StreamParser(sink)
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let read = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      const text = decoder.decode(value, { stream: true })
      parser.push(text)
      read += text.length
      if (read < SLICE) continue
      read = 0
      await nextTask()
    }
    parser.push(decoder.decode())
    parser.end()
  } finally {
    reader.releaseLock()
  }
}

/** Resolves in a task of its own. A timer would do it too, but waits four milliseconds after a few in a row. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

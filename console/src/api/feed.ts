/**
 * The change feed, `GET /domain/v1/changes?since=EPOCH-N`: server-sent events read by fetch, because an EventSource can carry
 * neither the token nor the assumed user.
 */
import { createParser, type EventSourceParser } from 'eventsource-parser'
import type { DomainChange } from '../model/entries'
import { retryAfter } from './errors'

/** One event of the feed: a change and the revision it leads to, or the order to load the whole domain again. */
export type FeedEvent = { kind: 'change'; revision: string; change: DomainChange } | { kind: 'reset' }

/** Parses the text of an event stream, cut anywhere. Comments and unknown events are passed over. */
export class FeedParser {
  readonly #parser: EventSourceParser

  constructor(sink: (event: FeedEvent) => void) {
    this.#parser = createParser({
      onEvent({ event, data }) {
        if (event === 'reset') sink({ kind: 'reset' })
        else if (event === 'change') sink(changeOf(data))
      },
    })
  }

  push(text: string): void {
    this.#parser.feed(text)
  }
}

function changeOf(data: string): FeedEvent {
  const { revision, entries = {}, removed = [] } = JSON.parse(data) as Partial<DomainChange> & { revision: string }
  return { kind: 'change', revision, change: { entries, removed } }
}

/** What the feed needs from outside; tests put their own in place. */
export interface FeedSource {
  /** Opens the feed after a revision. Rejects when no answer comes. */
  open(since: string, signal: AbortSignal): Promise<Response>
  /** The revision up to which changes are known here. */
  since(): string
  /** Called for every event in order. */
  onEvent(event: FeedEvent): void
  /** Whether changes flow at the moment. */
  onLive(live: boolean): void
  /** Waits before the next attempt, this many milliseconds or somewhat more; resolves early when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

/** First and longest pause between two attempts to connect, and the longest that the server can ask for, in milliseconds. */
export const pauses = { first: 250, longest: 15_000, asked: 120_000 } as const
/** A feed that has said nothing for so long (the server promises a comment every 15 s) is taken for dead, in milliseconds. */
const silence = 40_000

/**
 * Holds the feed open until the signal aborts, reconnecting with growing pauses, or later where a refusal asks for that by Retry-After.
 * Ends by itself only with the status of an answer
 * that another attempt cannot mend: 401 (the client has renewed the token already), 403, 404; 0 after an abort.
 */
export async function follow(source: FeedSource, signal: AbortSignal): Promise<number> {
  let pause: number = pauses.first
  while (!signal.aborted) {
    const attempt = new AbortController()
    let asked = 0
    try {
      const response = await source.open(source.since(), AbortSignal.any([signal, attempt.signal]))
      if (response.status === 401 || response.status === 403 || response.status === 404) return response.status
      if (response.ok && response.body !== null) {
        source.onLive(true)
        await read(response.body, source, attempt, () => {
          pause = pauses.first
        })
      } else asked = Math.min(retryAfter(response), pauses.asked)
    } catch {
      // A broken line is no news of its own: onLive(false) tells of it, and the next attempt mends it.
    } finally {
      attempt.abort()
      source.onLive(false)
    }
    if (signal.aborted) break
    await source.wait(Math.max(pause, asked), signal)
    pause = Math.min(pause * 2, pauses.longest)
  }
  return 0
}

async function read(
  body: ReadableStream<Uint8Array>,
  source: FeedSource,
  attempt: AbortController,
  received: () => void,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const parser = new FeedParser((event) => {
    source.onEvent(event)
  })
  for (;;) {
    const timer = setTimeout(() => {
      attempt.abort()
    }, silence)
    try {
      const { done, value } = await reader.read()
      if (done) return
      received()
      parser.push(decoder.decode(value, { stream: true }))
    } finally {
      clearTimeout(timer)
    }
  }
}

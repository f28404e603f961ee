import { streamOf, type Fixture } from './fixture'
import { json, type Answers } from './fake-api'

const encoder = new TextEncoder()

/** A response that is written to from outside, piece by piece. */
class OpenResponse {
  readonly response: Response
  #controller!: ReadableStreamDefaultController<Uint8Array>

  constructor(headers: Record<string, string>) {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller
      },
    })
    this.response = new Response(body, { headers })
  }

  write(text: string): void {
    this.#controller.enqueue(encoder.encode(text))
  }

  close(): void {
    this.#controller.close()
  }

  fail(): void {
    this.#controller.error(new TypeError('network error'))
  }
}

/** A fake server's whole-domain stream and change feed. */
export class LiveServer {
  /** What the stream answers next; `null` is a server error. */
  document: Fixture | null
  revision = 1
  /** Whether the person is in the domain no more. */
  refuses = false
  /** The `since` of every feed that was opened. */
  readonly feeds: string[] = []
  /** The identities that asked for the stream. */
  readonly assumed: (string | null)[] = []
  /** Streams that are written by the test, with `hold`. */
  readonly streams: OpenResponse[] = []
  #feed: OpenResponse | null = null

  constructor(
    document: Fixture | null,
    /** Leaves it to the test to write the stream. */
    readonly hold = false,
  ) {
    this.document = document
  }

  readonly answers: Answers = {
    'GET /domain/v1/stream': ({ headers }) => {
      this.assumed.push(headers.get('X-Assume-User'))
      if (this.refuses) return json({ error: 'forbidden', message: 'this is not an identity of yours' }, 403)
      if (this.document === null) return json({ error: 'server_error', message: 'out of order' }, 500)
      const { text, entries } = streamOf(this.document, `e-${this.revision}`)
      const stream = new OpenResponse({ 'x-totalrecords': String(entries) })
      this.streams.push(stream)
      if (!this.hold) {
        stream.write(text)
        stream.close()
      }
      return stream.response
    },
    'GET /domain/v1/changes': ({ path }) => {
      this.feeds.push(new URL(path, location.origin).searchParams.get('since') ?? '')
      this.#feed = new OpenResponse({ 'content-type': 'text/event-stream' })
      return this.#feed.response
    },
  }

  /** The text of the stream as it would be sent now. */
  get text(): string {
    return this.document === null ? '' : streamOf(this.document, `e-${this.revision}`).text
  }

  /** Sends a change of facts; the revision goes on. */
  change(entries: object, removed: string[] = []): void {
    this.revision += 1
    this.#send(entries, removed)
  }

  /** Sends conditions, which have no revision of their own. */
  conditions(conditions: object[]): void {
    this.#send({ conditions }, [])
  }

  reset(): void {
    this.#feed?.write('event: reset\ndata: {}\n\n')
  }

  /** Breaks the line of the feed. */
  breakFeed(): void {
    this.#feed?.fail()
  }

  #send(entries: object, removed: string[]): void {
    const revision = `e-${this.revision}`
    this.#feed?.write(`event: change\nid: ${revision}\ndata: ${JSON.stringify({ revision, entries, removed })}\n\n`)
  }
}

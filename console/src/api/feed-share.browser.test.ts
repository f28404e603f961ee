import { afterEach, describe, expect, it } from 'vitest'
import { waitFor } from '../testing/wait-for'
import { judge, SharedFeed } from './feed-share'

const encoder = new TextEncoder()
const changeText = (number: number, entries: object = { users: [] }) =>
  `event: change\ndata: ${JSON.stringify({ revision: `e-${number}`, entries, removed: [] })}\n\n`

/** A server with one feed that many may open. */
class Server {
  opened: string[] = []
  #lines: ReadableStreamDefaultController<Uint8Array>[] = []

  open = (since: string, signal: AbortSignal): Promise<Response> => {
    this.opened.push(since)
    const body = new ReadableStream<Uint8Array>({
      start: (line) => {
        this.#lines.push(line)
        signal.addEventListener('abort', () => {
          this.#lines = this.#lines.filter((other) => other !== line)
          line.error(signal.reason)
        })
      },
    })
    return Promise.resolve(new Response(body))
  }

  send(text: string): void {
    for (const line of this.#lines) line.enqueue(encoder.encode(text))
  }
}

const open: SharedFeed[] = []
afterEach(() => {
  for (const feed of open.splice(0)) feed.end()
})

/** One tab that stands at a revision. */
function tab(server: Server, scope: string, revision: string) {
  const state = { revision, changes: [] as string[], resets: 0, live: [] as boolean[] }
  const feed = new SharedFeed(scope, {
    open: server.open,
    since: () => state.revision,
    wait: () => Promise.resolve(),
    onChange: (change, next) => {
      state.revision = next
      state.changes.push(`${next}:${Object.keys(change.entries).join()}`)
    },
    onReset: () => {
      state.resets += 1
    },
    onLive: (live) => state.live.push(live),
  })
  open.push(feed)
  return { feed, state }
}

describe('one feed for all tabs', () => {
  it('is read by one tab and reaches the others', async () => {
    const server = new Server()
    const one = tab(server, 'shared', 'e-1')
    const two = tab(server, 'shared', 'e-1')
    void one.feed.begin()
    await waitFor(() => expect(server.opened).toEqual(['e-1']))
    void two.feed.begin()
    server.send(changeText(2))
    await waitFor(() => {
      expect(one.state.changes).toEqual(['e-2:users'])
      expect(two.state.changes).toEqual(['e-2:users'])
    })
    expect(server.opened).toHaveLength(1)
  })

  it('is taken over by the next tab when the first one goes', async () => {
    const server = new Server()
    const one = tab(server, 'takeover', 'e-1')
    const two = tab(server, 'takeover', 'e-1')
    void one.feed.begin()
    await waitFor(() => expect(server.opened).toEqual(['e-1']))
    void two.feed.begin()
    server.send(changeText(2))
    await waitFor(() => expect(two.state.revision).toBe('e-2'))
    one.feed.end()
    await waitFor(() => expect(server.opened).toEqual(['e-1', 'e-2']))
    server.send(changeText(3))
    await waitFor(() => expect(two.state.revision).toBe('e-3'))
    expect(one.state.revision).toBe('e-2')
  })

  it('gives a tab that is still loading what came meanwhile, but not what it has already', async () => {
    const server = new Server()
    const one = tab(server, 'early', 'e-1')
    void one.feed.begin()
    await waitFor(() => expect(server.opened).toHaveLength(1))
    const two = tab(server, 'early', 'e-1')
    server.send(changeText(2) + changeText(3))
    await waitFor(() => expect(one.state.revision).toBe('e-3'))
    const arrived = new Promise((resolve) => {
      const channel = new BroadcastChannel('cardea.feed.early')
      channel.onmessage = resolve
    })
    server.send(changeText(4))
    await arrived
    expect(two.state.changes).toEqual([])
    two.state.revision = 'e-2'
    void two.feed.begin()
    expect(two.state.changes).toEqual(['e-3:users', 'e-4:users'])
  })

  it('loads everything again in a tab that has missed something, and on a reset in all', async () => {
    const server = new Server()
    const one = tab(server, 'gap', 'e-5')
    const two = tab(server, 'gap', 'e-3')
    void one.feed.begin()
    await waitFor(() => expect(server.opened).toEqual(['e-5']))
    void two.feed.begin()
    server.send(changeText(6))
    await waitFor(() => expect(two.state.resets).toBe(1))
    expect(one.state.revision).toBe('e-6')
    server.send('event: reset\ndata: {}\n\n')
    await waitFor(() => {
      expect(one.state.resets).toBe(1)
      expect(two.state.resets).toBe(2)
    })
  })

  it('takes what the doors tell, which has no revision of its own, without taking that revision', async () => {
    const server = new Server()
    const one = tab(server, 'conditions', 'e-1')
    void one.feed.begin()
    await waitFor(() => expect(server.opened).toHaveLength(1))
    const gone = `event: change\ndata: ${JSON.stringify({ revision: 'e-1', entries: {}, removed: ['condition:lock-1'] })}\n\n`
    server.send(changeText(1, { conditions: [] }) + changeText(2, { conditions: [] }) + gone + changeText(2))
    await waitFor(() => expect(one.state.changes).toEqual(['e-1:conditions', 'e-1:conditions', 'e-1:', 'e-2:users']))
  })
})

describe('a change that another tab passes on', () => {
  it.each([
    ['e-4', 'e-4', 'e-5', 'apply'],
    ['e-6', 'e-4', 'e-5', 'known'],
    ['e-5', 'e-4', 'e-5', 'known'],
    ['e-4', 'e-5', 'e-6', 'reset'],
    ['e-4', 'f-4', 'f-5', 'reset'],
    ['a-b-4', 'a-b-4', 'a-b-5', 'apply'],
    ['e-4.aa', 'e-4.aa', 'e-5.bb', 'apply'],
    ['e-3.aa', 'e-4.aa', 'e-5.bb', 'apply'],
    ['e-6.aa', 'e-4.aa', 'e-6.bb', 'apply'],
    ['e-6.bb', 'e-4.aa', 'e-5.bb', 'known'],
    ['e-6.cc', 'e-4.aa', 'e-5.bb', 'known'],
    ['e-3.aa', 'e-4.bb', 'e-5.cc', 'reset'],
  ])('standing at %s, the sender at %s, to %s: %s', (own, after, revision, verdict) => {
    expect(judge(own, after, revision)).toBe(verdict)
  })
})

import { describe, expect, it } from 'vitest'
import { FeedParser, follow, pauses, type FeedEvent, type FeedSource } from './feed'

const change = (revision: string) =>
  `event: change\nid: ${revision}\ndata: {"revision":"${revision}","entries":{"users":[{"id":"user-1"}]},"removed":["lock_user-2"]}\n\n`

function parse(...pieces: string[]): FeedEvent[] {
  const events: FeedEvent[] = []
  const parser = new FeedParser((event) => events.push(event))
  for (const piece of pieces) parser.push(piece)
  return events
}

describe('the change feed as text', () => {
  const told: FeedEvent = {
    kind: 'change',
    revision: 'e-2',
    change: { entries: { users: [{ id: 'user-1' }] as never }, removed: ['lock_user-2'] },
  }

  it('tells of a change', () => {
    expect(parse(change('e-2'))).toEqual([told])
  })

  it('may be cut anywhere', () => {
    expect(parse(...change('e-2'))).toEqual([told])
  })

  it('knows line ends of both kinds', () => {
    expect(parse(change('e-2').replaceAll('\n', '\r\n'))).toEqual([told])
  })

  it('puts the lines of one event together, and forgets what has not ended with an empty line', () => {
    const lines = 'event: change\ndata: {"revision":\ndata: "e-4"}\n\nevent: change\ndata: {"revision":"e-5"}\n'
    expect(parse(lines)).toEqual([{ kind: 'change', revision: 'e-4', change: { entries: {}, removed: [] } }])
  })

  it('fills in the keys that are left out', () => {
    const events = parse('event: change\ndata: {"revision":"e-3"}\n\n')
    expect(events).toEqual([{ kind: 'change', revision: 'e-3', change: { entries: {}, removed: [] } }])
  })

  it('tells of a reset, and passes over comments and unknown events', () => {
    expect(parse(': keep\n\nevent: news\ndata: 1\n\nevent: reset\ndata: {}\n\n')).toEqual([{ kind: 'reset' }])
  })
})

/** Plays answers one after another; aborts when they are used up. */
function play(answers: (() => Response)[]) {
  const stop = new AbortController()
  const log = { opened: [] as string[], waited: [] as number[], live: [] as boolean[], events: [] as FeedEvent[] }
  const source: FeedSource = {
    open: (since) => {
      log.opened.push(since)
      const answer = answers.shift()
      if (answer === undefined) throw new Error('no more answers')
      return Promise.resolve(answer())
    },
    since: () => `e-${log.events.length}`,
    onEvent: (event) => log.events.push(event),
    onLive: (live) => log.live.push(live),
    wait: (ms) => {
      log.waited.push(ms)
      if (answers.length === 0) stop.abort()
      return Promise.resolve()
    },
  }
  return { done: follow(source, stop.signal), log }
}

const down = () => {
  throw new TypeError('failed to fetch')
}

describe('following the feed', () => {
  it('goes on after the last change it has seen when the line breaks', async () => {
    const { done, log } = play([() => new Response(change('e-1')), () => new Response(change('e-2'))])
    expect(await done).toBe(0)
    expect(log.opened).toEqual(['e-0', 'e-1'])
    expect(log.events).toHaveLength(2)
    expect(log.live).toEqual([true, false, true, false])
  })

  it('waits longer after each failure, up to a limit, and begins anew once it has heard something', async () => {
    const failures = Array.from({ length: 9 }, () => down)
    const { done, log } = play([...failures, () => new Response(': keep\n\n'), down])
    await done
    expect(log.waited.slice(0, 4)).toEqual([250, 500, 1000, 2000])
    expect(log.waited[8]).toBe(pauses.longest)
    expect(log.waited[9]).toBe(pauses.first)
  })

  it('takes a server error for a broken line', async () => {
    const { done, log } = play([() => new Response('', { status: 503 }), () => new Response(change('e-1'))])
    await done
    expect(log.events).toHaveLength(1)
  })

  it.each([
    ['2', 2000],
    ['3600', pauses.asked],
    ['0', pauses.first],
    ['soon', pauses.first],
  ])('is asked by Retry-After: %s to wait for %i ms', async (header, ms) => {
    const refused = () => new Response('', { status: 503, headers: { 'Retry-After': header } })
    const { done, log } = play([refused, down])
    await done
    expect(log.waited).toEqual([ms, pauses.first * 2])
  })

  it('tries again when there are too many feeds, no sooner than it is asked to, and then goes on', async () => {
    const refused = () => Response.json({ error: 'too_many_feeds' }, { status: 429, headers: { 'Retry-After': '10' } })
    const { done, log } = play([refused, refused, () => new Response(change('e-1'))])
    await done
    expect(log.waited).toEqual([10_000, 10_000, pauses.first])
    expect(log.events).toHaveLength(1)
  })

  it.each([401, 403, 404])('ends at an answer of %i, which another attempt would not mend', async (status) => {
    const { done, log } = play([() => new Response('', { status })])
    expect(await done).toBe(status)
    expect(log.waited).toEqual([])
  })
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderHook } from 'vitest-browser-react'
import { fakeApi, json } from '../../testing/fake-api'
import { fixture } from '../../testing/fixture'
import { LiveServer } from '../../testing/live-server'
import { signedIn } from '../../testing/session'
import { waitFor } from '../../testing/wait-for'
import { sendTo } from '../client'
import { useServerBack } from '../use-server-back'
import { LiveDomain } from './domain'

const now = Date.UTC(2026, 10, 20, 13)
const document = fixture({ users: 30, locks: 12, groups: 4, links: 80 }, now)

const stops: (() => void)[] = []
let tabs = 0

signedIn()
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** Starts a tab at a server. Every test has an account of its own, so that no feed is shared between them. */
function start(server: LiveServer, account = `account-${(tabs += 1)}`): LiveDomain {
  fakeApi(server.answers)
  const live = new LiveDomain()
  stops.push(live.start(account, 'user-1', () => {}))
  return live
}

const loaded = (live: LiveDomain) => waitFor(() => expect(live.state.complete).toBe(true))

describe('the domain on the screen', () => {
  it('is shown before its links have arrived', async () => {
    const server = new LiveServer(document, true)
    const live = start(server)
    expect(live.state).toMatchObject({ phase: 'loading', complete: false })
    await waitFor(() => expect(server.streams).toHaveLength(1))
    const { text } = server
    const cut = text.indexOf('],"devices":[') + 15
    server.streams[0]?.write(text.slice(0, cut))
    await waitFor(() => expect(live.state.phase).toBe('ready'))
    expect(live.state.complete).toBe(false)
    expect(live.state.domain.users.size).toBe(30)
    expect(live.state.domain.locks.size).toBe(12)
    expect(live.state.domain.links.size).toBe(0)
    expect(server.feeds).toEqual([])
    server.streams[0]?.write(text.slice(cut))
    server.streams[0]?.close()
    await loaded(live)
    expect(live.state.domain.links.size).toBe(document.links.length)
    expect(live.state.percent).toBe(100)
  })

  it('asks as the identity it was started for', async () => {
    const server = new LiveServer(document)
    await loaded(start(server))
    expect(server.assumed).toEqual(['user-1'])
  })

  it('creeps towards 75 percent while nothing arrives, and never past it', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const live = start(new LiveServer(document, true))
      vi.advanceTimersByTime(1200)
      const soon = live.state.percent
      expect(soon).toBeGreaterThan(10)
      vi.advanceTimersByTime(600_000)
      expect(live.state.percent).toBeGreaterThan(soon)
      expect(live.state.percent).toBeLessThanOrEqual(75)
    } finally {
      vi.useRealTimers()
    }
  })

  it('shows a change made elsewhere', async () => {
    const server = new LiveServer(document)
    const live = start(server)
    await waitFor(() => expect(server.feeds).toEqual(['e-1']))
    const { heads, version } = live.state
    const [link] = document.links
    server.change({ users: [{ ...document.users[0], alias: 'Anna from the first floor' }] }, [link?.id ?? ''])
    await waitFor(() => expect(live.state.version).toBeGreaterThan(version))
    expect(live.state.heads).toBeGreaterThan(heads)
    expect(live.state.domain.users.get(document.users[0]?.id ?? '')?.name).toBe('Anna from the first floor')
    expect(live.state.domain.links.has(link?.id ?? '')).toBe(false)
  })

  it('keeps rows and columns as they are when only a door tells of itself', async () => {
    const server = new LiveServer(document)
    const live = start(server)
    await waitFor(() => expect(server.feeds).toHaveLength(1))
    const { heads } = live.state
    const condition = { ...document.conditions[0], state: 'Unlocked', battery_level: 7 }
    server.conditions([condition])
    await waitFor(() => expect(live.state.domain.conditions.get(condition.lock_id ?? '')?.battery_level).toBe(7))
    expect(live.state.heads).toBe(heads)
  })

  it('says when changes do not arrive, and goes on where it was once they do', async () => {
    const server = new LiveServer(document)
    const live = start(server)
    await waitFor(() => expect(server.feeds).toHaveLength(1))
    server.change({ users: [document.users[3]] })
    await waitFor(() => expect(live.state.version).toBeGreaterThan(1))
    server.breakFeed()
    await waitFor(() => expect(live.state.live).toBe(false))
    await waitFor(() => expect(server.feeds).toEqual(['e-1', 'e-2']))
    expect(live.state.live).toBe(true)
  })

  it('lets what failed while the server was away be forgotten once changes arrive again', async () => {
    const server = new LiveServer(document)
    start(server)
    await waitFor(() => expect(server.feeds).toHaveLength(1))
    const onBack = vi.fn()
    await renderHook(() => useServerBack(true, onBack))
    server.change({ users: [document.users[3]] })
    server.breakFeed()
    expect(onBack).not.toHaveBeenCalled()
    await waitFor(() => expect(onBack).toHaveBeenCalledOnce())
    expect(server.feeds).toHaveLength(2)
  })

  it('is loaded again on a reset, and stays on the screen meanwhile', async () => {
    const server = new LiveServer(document)
    const live = start(server)
    await waitFor(() => expect(server.feeds).toHaveLength(1))
    const before = live.state.domain
    server.document = fixture({ users: 5, locks: 2, groups: 0, links: 4 }, now)
    const phases: string[] = []
    live.subscribe(() => phases.push(live.state.phase))
    server.reset()
    await waitFor(() => expect(live.state.domain.users.size).toBe(5))
    expect(live.state.domain).not.toBe(before)
    expect(new Set(phases)).toEqual(new Set(['ready']))
  })

  it('fails when it cannot be loaded, and can be tried again', async () => {
    const server = new LiveServer(null)
    const live = start(server)
    await waitFor(() => expect(live.state.phase).toBe('failed'))
    expect(live.state.error).toMatchObject({ status: 500, code: 'server_error' })
    server.document = document
    live.retry()
    expect(live.state.phase).toBe('loading')
    await loaded(live)
  })

  it('is asked for again by itself while the server is away', async () => {
    const server = new LiveServer(null)
    const live = start(server)
    await waitFor(() => expect(live.state.phase).toBe('failed'))
    const phases = new Set<string>()
    live.subscribe(() => phases.add(live.state.phase))
    server.document = document
    await waitFor(() => expect(live.state.complete).toBe(true))
    expect(live.state).toMatchObject({ phase: 'ready', live: true, error: null })
    // What failed stays to be read until there is something in its place.
    expect(phases).toEqual(new Set(['ready']))
  })

  it('is not asked for again once it was refused', async () => {
    const calls = fakeApi({ 'GET /domain/v1/stream': () => json({ error: 'forbidden' }, 403) })
    const live = new LiveDomain()
    stops.push(live.start(`account-${(tabs += 1)}`, 'user-1', () => {}))
    await waitFor(() => expect(live.state.phase).toBe('failed'))
    // What a pause would be cut short by.
    window.dispatchEvent(new Event('online'))
    await sendTo('/healthz')
    expect(calls.map(({ path }) => path)).toEqual(['/domain/v1/stream', '/healthz'])
  })

  it('waits for as long as the server asks', async () => {
    const server = new LiveServer(document)
    let refusals = 1
    const waited = vi.spyOn(window, 'setTimeout')
    fakeApi({
      ...server.answers,
      'GET /domain/v1/stream': (call) => {
        refusals -= 1
        const headers = { 'Retry-After': '2' }
        if (refusals >= 0) return Response.json({ error: 'server_unavailable' }, { status: 503, headers })
        return server.answers['GET /domain/v1/stream']?.(call) as Response
      },
    })
    const live = new LiveDomain()
    stops.push(live.start(`account-${(tabs += 1)}`, 'user-1', () => {}))
    await waitFor(() => expect(live.state).toMatchObject({ phase: 'failed', error: { status: 503, retryAfter: 2000 } }))
    const pauses = waited.mock.calls.map(([, ms]) => ms ?? 0).filter((ms) => ms >= 2000 && ms <= 3000)
    waited.mockRestore()
    expect(pauses).toHaveLength(1)
    window.dispatchEvent(new Event('online'))
    await loaded(live)
  })

  it('fails when the stream breaks off', async () => {
    const server = new LiveServer(document, true)
    const live = start(server)
    await waitFor(() => expect(server.streams).toHaveLength(1))
    server.streams[0]?.write(server.text.slice(0, 400))
    server.streams[0]?.close()
    await waitFor(() => expect(live.state.phase).toBe('failed'))
  })

  it('is kept current in two tabs by one feed', async () => {
    const server = new LiveServer(document)
    const one = start(server, 'two-tabs')
    await waitFor(() => expect(server.feeds).toHaveLength(1))
    const two = start(server, 'two-tabs')
    await loaded(two)
    server.change({ users: [{ ...document.users[0], alias: 'Both' }] })
    const name = (live: LiveDomain) => live.state.domain.users.get(document.users[0]?.id ?? '')?.name
    await waitFor(() => expect([name(one), name(two)]).toEqual(['Both', 'Both']))
    expect(server.feeds).toHaveLength(1)
  })
})

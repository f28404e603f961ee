/**
 * The domain on the screen: loaded from the whole-domain stream, kept current by the change feed, one for the whole console. Pages and
 * overlays read it through the hooks of `use-domain.ts`.
 */
import { Domain } from '../../model/domain'
import type { DomainChange, Role } from '../../model/entries'
import { sendTo } from '../client'
import { ApiError, errorFrom } from '../errors'
import { pauses } from '../feed'
import { SharedFeed } from '../feed-share'
import { readStream } from '../stream'
import { tellServerBack } from '../use-server-back'

/** What is known of the domain at a moment. A new value for every change; `domain` itself is changed in place. */
export interface DomainState {
  /** `ready` as soon as people, doors and groups are there; the links may still be on their way then. */
  phase: 'loading' | 'ready' | 'failed'
  /** How much has arrived, 0 to 100. */
  percent: number
  /** Whether everything has arrived. */
  complete: boolean
  /** Why loading failed. Where another attempt may help it is made by itself, after growing pauses. */
  error: unknown
  domain: Domain
  /** Name of the domain. */
  name: string
  /** Grows with every change of people, doors and groups. */
  heads: number
  /** Grows with every change. */
  version: number
  /** Whether changes made elsewhere arrive at the moment. */
  live: boolean
}

/** How far the percentage creeps while nothing has arrived, and how long between two steps, in milliseconds. */
const creep = { to: 75, every: 120, share: 0.035 } as const
/** While the links arrive, readers are told at most this often, in milliseconds. */
const pace = 80

/** First pause before a domain that did not come is asked for again, in milliseconds; the next ones grow as those of the feed do. */
const firstPause = 1000

const idle: DomainState = {
  phase: 'loading',
  percent: 0,
  complete: false,
  error: null,
  domain: new Domain(),
  name: '',
  heads: 0,
  version: 0,
  live: true,
}

const reloading = 'the domain is loaded again'

/** Loads and follows one domain at a time. */
export class LiveDomain {
  #state = idle
  #scope = ''
  #assume = ''
  #tellRole: (role: Role) => void = () => {}
  #headers: Record<string, string> = {}
  #revision = ''
  #pause = firstPause
  #feed: SharedFeed | null = null
  #stop: AbortController | null = null
  #creeping = 0
  #telling = 0
  readonly #readers = new Set<() => void>()

  get state(): DomainState {
    return this.#state
  }

  subscribe = (reader: () => void): (() => void) => {
    this.#readers.add(reader)
    return () => this.#readers.delete(reader)
  }

  /**
   * Shows to `account` the domain of its identity `assume` from here on; the answer ends that. `tellRole` is called with the role that the
   * domain tells of that person whenever it comes whole, before any reader sees the rest: another role sees other things, so a feed that
   * changes it begins anew.
   */
  start(account: string, assume: string, tellRole: (role: Role) => void): () => void {
    this.#scope = `${account}.${assume}`
    this.#assume = assume
    this.#tellRole = tellRole
    this.#headers = { 'X-Assume-User': assume }
    this.retry()
    return () => {
      this.#end()
    }
  }

  /** Begins anew, after a failure. */
  retry(): void {
    this.#pause = firstPause
    this.#set({ ...idle, version: this.#state.version + 1 })
    this.#load()
  }

  #end(): void {
    this.#stop?.abort(reloading)
    this.#feed?.end()
    this.#stop = null
    this.#feed = null
    clearInterval(this.#creeping)
    clearTimeout(this.#telling)
    this.#telling = 0
  }

  /** Loads the whole domain; what is shown stays until the new one is complete. */
  #load(): void {
    this.#end()
    const stop = new AbortController()
    this.#stop = stop
    const quiet = this.#state.phase !== 'loading'
    const feed = new SharedFeed(this.#scope, {
      open: (since, signal) =>
        sendTo(
          `/domain/v1/changes?since=${encodeURIComponent(since)}`,
          { signal, headers: { ...this.#headers, Accept: 'text/event-stream' } },
          { timeout: null },
        ),
      since: () => this.#revision,
      wait: (ms, signal) => pause(ms, signal),
      onChange: (change, revision) => {
        this.#apply(change, revision)
      },
      onReset: () => {
        this.#load()
      },
      onLive: (live) => {
        if (live !== this.#state.live) this.#set({ ...this.#state, live })
      },
    })
    this.#feed = feed
    this.#fill(stop.signal, quiet)
      .then(() => feed.begin())
      .catch(async (error: unknown) => {
        if (stop.signal.aborted) return
        console.warn('the domain could not be loaded', error)
        clearInterval(this.#creeping)
        const final = isFinal(error)
        // What is on the screen stays true enough while the server is away; it says that it is not live.
        if (this.#state.phase === 'ready' && !final) this.#set({ ...this.#state, live: false })
        else this.#set({ ...this.#state, phase: 'failed', error })
        if (final) return
        const asked = error instanceof ApiError ? Math.min(error.retryAfter, pauses.asked) : 0
        await pause(Math.max(this.#pause, asked), stop.signal)
        this.#pause = Math.min(this.#pause * 2, pauses.longest)
        if (!stop.signal.aborted) this.#load()
      })
  }

  async #fill(signal: AbortSignal, quiet: boolean): Promise<void> {
    const domain = new Domain()
    if (!quiet) this.#creep()
    const response = await sendTo('/domain/v1/stream', { signal, headers: this.#headers }, { timeout: null })
    if (!response.ok || response.body === null) {
      throw errorFrom(response, await response.json().catch(() => null))
    }
    const total = Number(response.headers.get('x-totalrecords') ?? '0')
    let name = ''
    const shown = () => (quiet ? null : this.#state)
    await readStream(response.body, {
      head: (head) => {
        name = head.domain
        this.#revision = head.revision
      },
      section: (section) => {
        // The order of rows and columns needs all people, doors and groups; the rest is filled in while they are on the screen.
        if (section === 'devices' && shown()?.phase === 'loading') this.#show({ phase: 'ready', domain, name })
      },
      entries: (section, entries) => {
        domain.put(section, entries as never)
      },
      progress: (lines) => {
        const state = shown()
        if (state === null) return
        const percent = total > 0 ? Math.floor((100 * lines) / total) : state.percent
        this.#state = { ...state, percent: Math.max(state.percent, Math.min(100, percent)) }
        this.#tellSoon()
      },
    })
    clearInterval(this.#creeping)
    this.#pause = firstPause
    this.#show({ phase: 'ready', domain, name, percent: 100, complete: true, error: null, live: true })
  }

  #show(shown: Partial<DomainState> & { domain: Domain }): void {
    const { heads, version } = this.#state
    const role = shown.domain.users.get(this.#assume)?.role
    if (role !== undefined) this.#tellRole(role)
    this.#set({ ...this.#state, ...shown, heads: heads + 1, version: version + 1 })
  }

  #creep(): void {
    this.#creeping = window.setInterval(() => {
      const { percent, phase } = this.#state
      if (phase !== 'loading' || percent >= creep.to) return
      this.#set({ ...this.#state, percent: percent + (creep.to - percent) * creep.share })
    }, creep.every)
  }

  #apply(change: DomainChange, revision: string): void {
    const { domain, heads, version } = this.#state
    domain.apply(change)
    this.#revision = revision
    const { users, locks, groups } = change.entries
    const moved = users !== undefined || locks !== undefined || groups !== undefined || change.removed.some(isHead)
    this.#set({ ...this.#state, heads: moved ? heads + 1 : heads, version: version + 1 })
  }

  #set(state: DomainState): void {
    clearTimeout(this.#telling)
    this.#telling = 0
    const isBack = isFollowed(state) && !isFollowed(this.#state)
    this.#state = state
    for (const reader of this.#readers) reader()
    if (isBack) tellServerBack()
  }

  #tellSoon(): void {
    if (this.#telling !== 0) return
    this.#telling = window.setTimeout(() => {
      this.#set({ ...this.#state, version: this.#state.version + 1 })
    }, pace)
  }
}

/** Whether asking again cannot help: the server has refused, and not merely because it was asked too often. */
export function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429
}

/** Whether what is shown is what stands: the server answers. */
function isFollowed({ phase, live }: DomainState): boolean {
  return phase === 'ready' && live
}

function isHead(id: string): boolean {
  return id.startsWith('user-') || id.startsWith('lock-') || id.startsWith('group-')
}

/**
 * Waits `ms` milliseconds and up to half of that more, less when the network comes back or the signal aborts. Tabs do not all wait alike.
 */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms * (1 + Math.random() / 2))
    addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}

/** The domain on the screen. */
export const liveDomain = new LiveDomain()

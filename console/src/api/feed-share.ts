/**
 * One change feed for all tabs of a browser that show the same domain to the same account. The tab that holds the Web Lock reads the
 * feed and passes every event on over a BroadcastChannel; when it goes, the next one in line takes the lock and goes on.
 */
import type { DomainChange } from '../model/entries'
import { follow, type FeedEvent, type FeedSource } from './feed'

/** What a sharing tab needs from outside. */
export interface ShareSource extends Pick<FeedSource, 'open' | 'since' | 'wait'> {
  /** A change to apply; afterwards `since()` answers its revision. */
  onChange(change: DomainChange, revision: string): void
  /** What is shown here can no longer be brought up to date: load the whole domain again. */
  onReset(): void
  onLive(live: boolean): void
}

type Message = { kind: 'event'; after: string; event: FeedEvent } | { kind: 'live'; live: boolean }

/** Splits `EPOCH-N`, or `EPOCH-WHEN.MARK` of somebody who does not see all: the mark stands for what they see. */
function parts(revision: string): { epoch: string; number: number; mark: string | null } {
  const cut = revision.lastIndexOf('-')
  const [number = '', mark = null] = revision.slice(cut + 1).split('.')
  return { epoch: revision.slice(0, cut), number: Number(number), mark }
}

/** What a change to `revision` means to a tab that stands at `own`, when its sender stood at `after`. */
export function judge(own: string, after: string, revision: string): 'apply' | 'known' | 'reset' {
  const mine = parts(own)
  const sender = parts(after)
  const next = parts(revision)
  if (mine.epoch !== next.epoch || mine.epoch !== sender.epoch) return 'reset'
  if (next.mark !== null && next.mark === mine.mark) return 'known'
  // Who sees the same has missed nothing, whenever they looked.
  const same = sender.mark !== null && sender.mark === mine.mark
  if (sender.number > mine.number && !same) return 'reset'
  return next.number > mine.number || same ? 'apply' : 'known'
}

/** Whether a change is only about what the doors tell: it carries no revision of its own. */
function isOfConditions({ entries, removed }: DomainChange): boolean {
  const sections = Object.keys(entries)
  if (sections.length === 0 && removed.length === 0) return false
  return sections.every((section) => section === 'conditions') && removed.every((id) => id.startsWith('condition:'))
}

/** Follows the feed of `scope`, alone or with other tabs. */
export class SharedFeed {
  readonly #source: ShareSource
  readonly #stop = new AbortController()
  readonly #channel: BroadcastChannel
  readonly #name: string
  /** Events that came while the domain was still loading; null once it is loaded. */
  #early: Extract<Message, { kind: 'event' }>[] | null = []

  /** Listens from now on, so that nothing is missed between the loading of the domain and `begin`. */
  constructor(scope: string, source: ShareSource) {
    this.#source = source
    this.#name = `cardea.feed.${scope}`
    this.#channel = new BroadcastChannel(this.#name)
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'live') source.onLive(data.live)
      else if (this.#early !== null) this.#early.push(data)
      else this.#receive(data)
    }
  }

  /** The domain is loaded: catch up, then lead or wait to lead. Resolves when the feed has ended for this tab. */
  async begin(): Promise<void> {
    const early = this.#early ?? []
    this.#early = null
    for (const message of early) this.#receive(message)
    const lead = () => follow({ ...this.#bind(), onEvent: this.#pass, onLive: this.#live }, this.#stop.signal)
    let status = 0
    // Without a secure context there are no Web Locks; then every tab reads for itself.
    if (!('locks' in navigator)) status = await lead()
    else {
      try {
        status = await navigator.locks.request(this.#name, { signal: this.#stop.signal }, lead)
      } catch (failure) {
        if (!this.#stop.signal.aborted) throw failure
      }
    }
    if (status === 403) this.#source.onReset()
  }

  /** Stops listening and leading. */
  end(): void {
    this.#stop.abort()
    this.#channel.close()
  }

  #bind(): Pick<FeedSource, 'open' | 'since' | 'wait'> {
    const source = this.#source
    return {
      open: (since, signal) => source.open(since, signal),
      since: () => source.since(),
      wait: (ms, signal) => source.wait(ms, signal),
    }
  }

  #pass = (event: FeedEvent): void => {
    const message: Message = { kind: 'event', after: this.#source.since(), event }
    this.#channel.postMessage(message)
    this.#receive(message)
  }

  #live = (live: boolean): void => {
    this.#source.onLive(live)
    if (!this.#stop.signal.aborted) this.#channel.postMessage({ kind: 'live', live } satisfies Message)
  }

  #receive({ after, event }: Extract<Message, { kind: 'event' }>): void {
    if (event.kind === 'reset') {
      this.#source.onReset()
      return
    }
    const { change, revision } = event
    const own = this.#source.since()
    const verdict = judge(own, after, revision)
    if (verdict === 'reset') this.#source.onReset()
    else if (isOfConditions(change)) {
      // It neither is known already nor makes anything else so.
      this.#source.onChange(change, own)
    } else if (verdict === 'apply') this.#source.onChange(change, revision)
  }
}

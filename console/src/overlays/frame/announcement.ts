/** What went well and is said after the overlay in which it was done, or the question that asked for it, has gone. */
export type Announcement = 'save' | 'remove' | 'revokeToken' | 'endSignIn' | 'endOtherSignIns'

/** What was said last; another time of the same is another object. */
let shown: { what: Announcement } | null = null
const listeners = new Set<() => void>()

/** Says that something is saved, removed or ended. */
export function announce(what: Announcement): void {
  put({ what })
}

/** Takes back what was said. */
export function withdraw(): void {
  put(null)
}

/** What is said at the moment. */
export function announced(): typeof shown {
  return shown
}

/** Calls back whenever `announced` changes; answers how to stop that. */
export function onAnnouncement(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function put(next: typeof shown): void {
  shown = next
  for (const listener of listeners) listener()
}

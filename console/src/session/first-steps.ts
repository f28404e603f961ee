/** What of the first steps a person has done or put away in a domain; kept in this browser until somebody logs out. */
import { keptFor } from './drafts'
import { local, type FirstStepsKept } from './storage'

const nothing: FirstStepsKept = { begun: false, tried: false, dismissed: false }
const readers = new Set<() => void>()
let shown: { of: string | null; kept: FirstStepsKept } = { of: null, kept: nothing }

/** What is kept of the domain that is chosen; the same object until it changes. */
export function keptFirstSteps(): FirstStepsKept {
  const of = keptFor()
  const kept = of === null ? undefined : local.get('firstSteps')?.[of]
  if (shown.of !== of || JSON.stringify(shown.kept) !== JSON.stringify(kept ?? nothing)) {
    shown = { of, kept: kept ?? nothing }
  }
  return shown.kept
}

/** Keeps what has changed. */
export function keepFirstSteps(change: Partial<FirstStepsKept>): void {
  const of = keptFor()
  if (of === null) return
  local.set('firstSteps', { ...local.get('firstSteps'), [of]: { ...keptFirstSteps(), ...change } })
  for (const reader of readers) reader()
}

/** Calls back when it changes; answers how to stop that. */
export function onFirstSteps(reader: () => void): () => void {
  readers.add(reader)
  return () => readers.delete(reader)
}

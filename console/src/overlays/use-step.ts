import { useRef, useState } from 'react'
import { isAway, useServerBack } from '../api/use-server-back'

/** Steps that are taken at once, of which there is nothing to save. `T` is what is told of each. */
export interface Steps<T extends object> {
  /** What is told of the step that is under way. */
  pending: T | null
  /** What was told of the step that failed last, and why it did; null again when another begins. */
  failed: (T & { reason: unknown }) | null
  /** Takes a step. Answers what came of it; null where it failed, or counts no longer because another began. */
  run: <R>(take: () => Promise<R>, ...of: StepDetails<T>) => Promise<{ value: R } | null>
  /** What is under way and what failed count no longer. */
  forget: () => void
}

/** What is told of a step, which may be nothing where it has no parts. */
type StepDetails<T extends object> = object extends T ? [of?: T] : [of: T]

/** How steps are taken. */
export interface StepOptions {
  /** Whether what comes of a step takes the place of what shows it: having gone well it stays under way. */
  staysPending?: boolean
  /** Takes why a step failed, and null when one begins, where that is said in another place. */
  onFailure?: (reason: unknown) => void
}

/** Takes single steps: what is under way, and why the last one failed. What an overlay saves is a plan instead (`useEditor`). */
export function useStep<T extends object = object>({ staysPending = false, onFailure }: StepOptions = {}): Steps<T> {
  const [pending, setPending] = useState<T | null>(null)
  const [failed, setFailed] = useState<Steps<T>['failed']>(null)
  const begun = useRef(0)
  useServerBack(isAway(failed?.reason), () => void begin(null))

  function begin(next: T | null): number {
    setPending(next)
    setFailed(null)
    onFailure?.(null)
    return (begun.current += 1)
  }

  async function run<R>(take: () => Promise<R>, ...[of]: StepDetails<T>): Promise<{ value: R } | null> {
    const details = (of ?? {}) as T
    const own = begin(details)
    try {
      const value = await take()
      if (own !== begun.current) return null
      if (!staysPending) setPending(null)
      return { value }
    } catch (reason) {
      if (own === begun.current) {
        setPending(null)
        setFailed({ ...details, reason })
        onFailure?.(reason)
      }
      return null
    }
  }

  return { pending, failed, run, forget: () => void begin(null) }
}

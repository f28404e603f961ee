import { onTestFinished, vi } from 'vitest'

/**
 * Holds the timers of just these milliseconds that are set from now on, until the answered function lets them go: the test says when that
 * time is over, and not the speed of the machine.
 */
export function holdTimers(...held: number[]): () => void {
  const [set, clear] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)]
  const waiting = new Map<number, () => void>()
  let last = 0
  const spies = [
    vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, ms = 0) => {
      if (!held.includes(ms)) return set(run, ms)
      waiting.set((last -= 1), run)
      return last
    }) as typeof setTimeout),
    vi.spyOn(window, 'clearTimeout').mockImplementation(((id?: number) => {
      if (!waiting.delete(id ?? 0)) clear(id)
    }) as typeof clearTimeout),
  ]
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()))
  return () => {
    const due = [...waiting.values()]
    waiting.clear()
    for (const run of due) run()
  }
}

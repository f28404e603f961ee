import { vi } from 'vitest'

/** Waits until `check` throws no more, as long as `expect.element` does: a machine with little to spare is slow, not wrong. */
export const waitFor = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 10_000 })

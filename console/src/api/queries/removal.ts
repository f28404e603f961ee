import { ApiError } from '../errors'

/** Waits for a call that removes something; answers whether it was there: where it is not any more, nothing is left to do. */
export async function removed(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false
    throw error
  }
}

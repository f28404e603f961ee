import { ApiError } from '../errors'

/** Waits for a call that removes something: where the server does not find it any more, nothing is left to do. */
export async function removed(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

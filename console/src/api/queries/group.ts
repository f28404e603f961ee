/** Changes to groups. */
import { answer, client } from '../client'
import { ApiError } from '../errors'

/** Adds a lock to a lock group. Rejects with an `ApiError` when the server refuses. */
export async function addLockToGroup(group: string, lock: string): Promise<void> {
  await answer(client.POST('/groups/v1/{group}/locks/{lock}', { params: { path: { group, lock } } }))
}

/** Takes a lock out of a lock group; where it is in no such group any more, nothing is left to do. Rejects like `addLockToGroup`. */
export async function removeLockFromGroup(group: string, lock: string): Promise<void> {
  try {
    await answer(client.DELETE('/groups/v1/{group}/locks/{lock}', { params: { path: { group, lock } } }))
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}

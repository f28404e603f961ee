/** The first start of a server that has nobody yet. Nobody is signed in for it. */
import type { components } from '../../generated/api'
import { answer, client } from '../client'

/** The owner, and the token of the address that the server printed. */
export type FirstOwner = components['schemas']['FirstOwner']

/** Sets up the owner of the server, once. Rejects with an `ApiError` when the server refuses. */
export async function setUpOwner(owner: FirstOwner): Promise<void> {
  await answer(client.POST('/first_start/v1', { body: owner }))
}

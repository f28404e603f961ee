/** The first start of a server that has nobody yet. Nobody is signed in for it. */
import type { components } from '../../generated/api'
import { answer, client } from '../client'
import { ApiError } from '../errors'

/** The owner, and the token of the address that the server printed. */
export type FirstOwner = components['schemas']['FirstOwner']

/** Whether the token of an address works; asking uses nothing up. Rejects with an `ApiError` where that cannot be told. */
export async function checkFirstStart(token: string): Promise<boolean> {
  try {
    await answer(client.POST('/first_start/v1/check', { body: { token } }))
    return true
  } catch (reason) {
    if (reason instanceof ApiError && reason.is('entity_not_found')) return false
    throw reason
  }
}

/** Sets up the owner of the server, once. Rejects with an `ApiError` when the server refuses. */
export async function setUpOwner(owner: FirstOwner): Promise<void> {
  await answer(client.POST('/first_start/v1', { body: owner }))
}

/** Changes to people. */
import type { components } from '../../generated/api'
import { answer, client } from '../client'
import { removed } from './removal'

/** What of a person can be changed; what is absent stays. */
export type UserChange = components['schemas']['UserUpdate']

/** Changes a person. Rejects with an `ApiError` when the server refuses. */
export async function updateUser(user: string, change: UserChange): Promise<void> {
  await answer(client.PATCH('/users/v1/{user}', { params: { path: { user } }, body: change }))
}

/** Removes a person from the domain; where they have gone already, nothing is left to do. Rejects like `updateUser`. */
export async function removeUser(user: string): Promise<void> {
  await removed(answer(client.DELETE('/users/v1/{user}', { params: { path: { user } } })))
}

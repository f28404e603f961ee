/** Changes to people. */
import type { components } from '../../generated/api'
import { answer, client } from '../client'
import { removed } from './removal'

/** What of a person can be changed; what is absent stays. */
export type UserChange = components['schemas']['UserUpdate']

/** What people change of themselves; what is absent stays. */
export type CurrentUserChange = components['schemas']['CurrentUserUpdate']

/** Changes the person who is signed in; answers how they are told now. Rejects with an `ApiError` when the server refuses. */
export function updateCurrentUser(change: CurrentUserChange): Promise<components['schemas']['CurrentUser']> {
  return answer(client.PATCH('/user/v1/update', { body: change }))
}

/**
 * Creates a guest of the domain; answers their id and the password that was drawn for them, which is told this once, and which they replace
 * at their first sign-in where they are to choose their own. Another call with the same `key` within a day is answered as the first one
 * was, so that an answer that was lost can be had again. Rejects like `updateUser`.
 */
export async function createUser(
  username: string,
  must_change_password: boolean,
  key: string,
): Promise<{ id: string; password: string }> {
  const params = { path: { user: username }, header: { 'Idempotency-Key': key } }
  const { id, password } = await answer(client.PUT('/users/v1/{user}', { params, body: { must_change_password } }))
  return { id, password: password ?? '' }
}

/**
 * Creates somebody without an account, by their name; answers their id. Is answered again by `key`, and rejects, like `createUser`.
 */
export async function createPerson(display_name: string, key: string): Promise<string> {
  const params = { header: { 'Idempotency-Key': key } }
  return (await answer(client.POST('/users/v1', { params, body: { display_name } }))).id
}

/** Changes a person. Rejects with an `ApiError` when the server refuses. */
export async function updateUser(user: string, change: UserChange): Promise<void> {
  await answer(client.PATCH('/users/v1/{user}', { params: { path: { user } }, body: change }))
}

/** Removes a person from the domain; where they have gone already, nothing is left to do. Rejects like `updateUser`. */
export async function removeUser(user: string): Promise<void> {
  await removed(answer(client.DELETE('/users/v1/{user}', { params: { path: { user } } })))
}

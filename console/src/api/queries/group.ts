/** Changes to groups. */
import type { components } from '../../generated/api'
import { answer, client } from '../client'
import { removed } from './removal'

/** A group to be made. */
export type NewGroup = components['schemas']['NewGroup']

/** Makes an empty group; answers its id. Rejects with an `ApiError` when the server refuses. */
export async function createGroup(group: NewGroup): Promise<string> {
  return (await answer(client.POST('/groups/v1', { body: group }))).id
}

/** Gives a group another name. Rejects with an `ApiError` when the server refuses. */
export async function renameGroup(group: string, name: string): Promise<void> {
  await answer(client.PATCH('/groups/v1/{group}', { params: { path: { group } }, body: { name } }))
}

/** Removes a group; where it has gone already, nothing is left to do. Rejects like `renameGroup`. */
export async function removeGroup(group: string): Promise<void> {
  await removed(answer(client.DELETE('/groups/v1/{group}', { params: { path: { group } } })))
}

/** Adds a lock to a lock group. Rejects with an `ApiError` when the server refuses. */
export async function addLockToGroup(group: string, lock: string): Promise<void> {
  await answer(client.POST('/groups/v1/{group}/locks/{lock}', { params: { path: { group, lock } } }))
}

/** Takes a lock out of a lock group; where it is in no such group any more, nothing is left to do. Rejects like `addLockToGroup`. */
export async function removeLockFromGroup(group: string, lock: string): Promise<void> {
  await removed(answer(client.DELETE('/groups/v1/{group}/locks/{lock}', { params: { path: { group, lock } } })))
}

/** Adds a person to a user group. Rejects with an `ApiError` when the server refuses. */
export async function addUserToGroup(group: string, user: string): Promise<void> {
  await answer(client.POST('/groups/v1/{group}/users/{user}', { params: { path: { group, user } } }))
}

/** Takes a person out of a user group; where they are in no such group any more, nothing is left to do. Rejects like `addUserToGroup`. */
export async function removeUserFromGroup(group: string, user: string): Promise<void> {
  await removed(answer(client.DELETE('/groups/v1/{group}/users/{user}', { params: { path: { group, user } } })))
}

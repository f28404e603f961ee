/** The passkeys of the person who is signed in. */
import { useQuery } from '@tanstack/react-query'
import type { components } from '../../generated/api'
import { answer, client } from '../client'
import { queryClient } from '../query-client'

/** A passkey as its owner sees it. */
export type Passkey = components['schemas']['Passkey']

/** What a browser makes a passkey of, its bytes in base64url. */
export type NewPasskey = components['schemas']['NewPasskey']

/** A passkey that a browser made, its bytes in base64url. */
export type CreatedCredential = components['schemas']['CreatedCredential']

const queryKey = ['passkeys']

/** The passkeys, the oldest first, and the domain name that they are for. */
export function usePasskeys() {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => answer(client.GET('/passkeys/v1', { signal })),
    staleTime: 0,
  })
}

/**
 * Asks for a new passkey. Rejects with an `ApiError`: `sign_in_too_old` ten minutes after the sign-in, `passkeys_not_offered`, and
 * `conflict` for whoever has as many as may be.
 */
export function beginPasskey(): Promise<NewPasskey> {
  return answer(client.POST('/passkeys/v1/begin'))
}

/** Adds what the browser made of it. Rejects with an `ApiError`. */
export async function finishPasskey(name: string, credential: CreatedCredential): Promise<void> {
  await answer(client.POST('/passkeys/v1/finish', { body: { name, credential } }))
  await readAgain()
}

/** Gives a passkey another name. Rejects with an `ApiError`. */
export async function renamePasskey(passkey: string, name: string): Promise<void> {
  await answer(client.PATCH('/passkeys/v1/{passkey}', { params: { path: { passkey } }, body: { name } }))
  await readAgain()
}

/** Takes a passkey away. Rejects with an `ApiError`: `sign_in_too_old` ten minutes after the sign-in. */
export async function removePasskey(passkey: string): Promise<void> {
  await answer(client.DELETE('/passkeys/v1/{passkey}', { params: { path: { passkey } } }))
  await readAgain()
}

function readAgain(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey })
}

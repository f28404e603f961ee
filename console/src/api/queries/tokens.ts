/** Personal access tokens, for scripts and integrations. */
import { useQuery } from '@tanstack/react-query'
import type { components } from '../../generated/api'
import { answer, client } from '../client'
import { queryClient } from '../query-client'
import { removed } from './removal'

/** A token, but for the token itself. */
export type PersonalToken = components['schemas']['PersonalToken']

/** A token to be made. */
export type NewPersonalToken = components['schemas']['NewToken']

const queryKey = ['tokens']

/** More than an account has at a time. */
const MOST = 1000

/** One's tokens, oldest first. */
export function useTokens() {
  const query = { perpage: MOST }
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => answer(client.GET('/oauth/v2/user/tokens', { params: { query }, signal })),
    staleTime: 0,
  })
}

/**
 * Makes a token; answers what programs show, which nobody is told again. Rejects with an `ApiError`: `sign_in_too_old` ten minutes after
 * the sign-in, `conflict` where there are as many as there may be.
 */
export async function createPersonalToken(body: NewPersonalToken): Promise<string> {
  const { access_token } = await answer(client.POST('/oauth/v2/user/token', { body }))
  await queryClient.invalidateQueries({ queryKey })
  return access_token
}

/** Revokes a token; where it has ended already, nothing is left to do. Rejects with an `ApiError`. */
export async function removePersonalToken(access_token: string): Promise<void> {
  await removed(answer(client.DELETE('/oauth/v2/user/tokens/{access_token}', { params: { path: { access_token } } })))
  await queryClient.invalidateQueries({ queryKey })
}

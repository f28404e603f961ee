/** Where the person who is signed in is signed in. */
import { useQuery } from '@tanstack/react-query'
import type { components } from '../../generated/api'
import { answer, client } from '../client'
import { queryClient } from '../query-client'
import { removed } from './removal'

/** A browser or program in which somebody is signed in. */
export type SignIn = components['schemas']['Session']

const queryKey = ['sessions']

/** More than an account has at a time. */
const MOST = 1000

/** Where one is signed in: this one first, then those used last. */
export function useSignIns() {
  const query = { perpage: MOST }
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => answer(client.GET('/user/v1/sessions', { params: { query }, signal })),
    staleTime: 0,
  })
}

/** Signs out in one browser or program; where that has ended already, nothing is left to do. Rejects with an `ApiError`. */
export async function endSession(session: string): Promise<void> {
  await removed(answer(client.DELETE('/user/v1/sessions/{session}', { params: { path: { session } } })))
  await queryClient.invalidateQueries({ queryKey })
}

/** Signs out everywhere but here. Rejects with an `ApiError`. */
export async function endOtherSessions(): Promise<void> {
  await answer(client.DELETE('/user/v1/sessions'))
  await queryClient.invalidateQueries({ queryKey })
}

/** Other people's sign-in: the providers of this server, and those that sign the person in. */
import { useQuery } from '@tanstack/react-query'
import type { components } from '../../generated/api'
import { answer, client } from '../client'
import { queryClient } from '../query-client'
import { removed } from './removal'

/** Somebody else who says who a person is. */
export type Provider = components['schemas']['Provider']

/** That a provider signs the person in. */
export type ProviderLink = components['schemas']['ProviderLink']

const queryKey = ['provider-links']

/** The providers of this server, in the order of its settings. They change with a restart. */
export function useProviders() {
  return useQuery({
    queryKey: ['providers'],
    queryFn: ({ signal }) => answer(client.GET('/oauth2/providers', { signal })),
    staleTime: Infinity,
  })
}

/** Those that sign the person in. */
export function useProviderLinks() {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => answer(client.GET('/oauth2/provider_links', { signal })),
    staleTime: 0,
  })
}

/**
 * The address at which the person signs in at a provider, for it to sign them in here from then on. Rejects with an `ApiError`:
 * `sign_in_too_old` ten minutes after the sign-in.
 */
export async function linkProvider(provider: string): Promise<string> {
  const { url } = await answer(client.GET('/oauth2/providers/{provider}/link', { params: { path: { provider } } }))
  return url
}

/**
 * Ends that a provider signs the person in; where it does not, nothing is left to do. Rejects with an `ApiError`: `sign_in_too_old` ten
 * minutes after the sign-in, `conflict` where there is no other way in.
 */
export async function unlinkProvider(provider: string): Promise<void> {
  await removed(answer(client.DELETE('/oauth2/providers/{provider}/link', { params: { path: { provider } } })))
  await queryClient.invalidateQueries({ queryKey })
}

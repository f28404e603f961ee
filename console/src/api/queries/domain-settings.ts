/** What is decided about the domain that one acts in. */
import { useQuery } from '@tanstack/react-query'
import type { components } from '../../generated/api'
import { answer, client } from '../client'
import { queryClient } from '../query-client'

/** What is decided about a domain. */
export type DomainSettings = components['schemas']['DomainSettings']

const queryKey = ['domain-settings']

/** What is decided about the domain; where it may not be asked for, it is not. */
export function useDomainSettings({ enabled }: { enabled: boolean }) {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => answer(client.GET('/domain/v1/settings', { signal })),
    staleTime: 0,
    enabled,
  })
}

/** Decides anew what `change` has; answers what holds then. Rejects with an `ApiError`. */
export async function updateDomainSettings(change: Partial<DomainSettings>): Promise<DomainSettings> {
  const settings = await answer(client.PATCH('/domain/v1/settings', { body: change }))
  queryClient.setQueryData(queryKey, settings)
  return settings
}

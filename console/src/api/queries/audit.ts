/** Who changed what in the domain. */
import { useQuery } from '@tanstack/react-query'
import type { components } from '../../generated/api'
import { answer, client } from '../client'

/** Who made a change. */
export type Actor = components['schemas']['AuditWho']

/** How many of the newest changes are looked through. */
const NEWEST = 20

/**
 * Who changed one of these things last, by their ids, or what belongs to them; undefined while that is not known, and where it was long
 * ago. It is asked as this identity; null asks nothing. `state` is what the change came to: of another one it is asked anew.
 */
export function useLastChangedBy(identity: string | null, ids: readonly string[], state: unknown): Actor | undefined {
  const { data } = useQuery({
    queryKey: ['audit', identity, ids, state],
    queryFn: async ({ signal }) => {
      const entries = await answer(client.GET('/domain/v1/audit', { params: { query: { perpage: NEWEST } }, signal }))
      const isMeant = (id: string | null) => id !== null && ids.includes(id)
      return (
        entries.find(({ things }) => things.some((thing) => isMeant(thing.id) || isMeant(thing.other_id)))?.actor ??
        null
      )
    },
    staleTime: 0,
    gcTime: 0,
    enabled: identity !== null && ids.length > 0,
  })
  return data ?? undefined
}

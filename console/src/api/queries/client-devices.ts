/** The phones of the person who is signed in, to which messages go. */
import { useQuery } from '@tanstack/react-query'
import type { components } from '../../generated/api'
import { answer, client } from '../client'
import { queryClient } from '../query-client'
import { removed } from './removal'

/** A phone that an application of somebody runs on. */
export type ClientDevice = components['schemas']['ClientDevice']

const queryKey = ['client-devices']

/** More than an account has at a time. */
const MOST = 1000

/** One's phones, those first that told of themselves last. */
export function useClientDevices() {
  const query = { perpage: MOST }
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => answer(client.GET('/user/v1/devices', { params: { query }, signal })),
    select: (devices) => devices.toSorted((a, b) => Date.parse(b.last_seen_at) - Date.parse(a.last_seen_at)),
    staleTime: 0,
  })
}

/** Takes a phone away; where it has gone already, nothing is left to do. Rejects with an `ApiError`. */
export async function removeClientDevice(device_identification: string): Promise<void> {
  const path = { device_identification }
  await removed(answer(client.DELETE('/user/v1/devices/{device_identification}', { params: { path } })))
  await queryClient.invalidateQueries({ queryKey })
}

/** Takes all phones away. Rejects with an `ApiError`. */
export async function removeClientDevices(): Promise<void> {
  await answer(client.DELETE('/user/v1/devices'))
  await queryClient.invalidateQueries({ queryKey })
}

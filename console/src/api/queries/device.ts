/** Changes to a device. */
import { queryOptions, usePrefetchQuery, useQuery } from '@tanstack/react-query'
import type { components } from '../../generated/api'
import { answer, client } from '../client'
import { removed } from './removal'

/** What of a device can be changed; what is absent stays. */
export type DeviceChange = components['schemas']['DeviceUpdate']

/** A device to be brought in. */
export type NewDevice = components['schemas']['NewDevice']

/** What a bridge is to sign. */
export type EnrollmentToken = components['schemas']['EnrollmentToken']

/** A device that was heard nearby, and that the domain does not have. */
export type Discovery = components['schemas']['Discovery']

/** More types than there are. */
const MOST_TYPES = 1000

/** The types of hardware. They change with another version of the server alone. */
const deviceTypes = queryOptions({
  queryKey: ['device-types'],
  queryFn: ({ signal }) => {
    const query = { perpage: MOST_TYPES }
    return answer(client.GET('/ekey/v3/devices/types', { params: { query }, signal }))
  },
  staleTime: Infinity,
  gcTime: Infinity,
})

/** The types of hardware that there are, and what each is sold as. */
export function useDeviceTypes() {
  return useQuery(deviceTypes)
}

/** Has them asked for before anything is shown that says one: none should give way to its name there. */
export function useDeviceTypesSoon(): void {
  usePrefetchQuery(deviceTypes)
}

/** As many as a domain keeps. */
const MOST_DISCOVERIES = 200

/** What was heard nearby, the last first. */
export function useDiscoveries() {
  const query = { perpage: MOST_DISCOVERIES }
  return useQuery({
    queryKey: ['discoveries'],
    queryFn: ({ signal }) => answer(client.GET('/ekey/v3/discoveries', { params: { query }, signal })),
    staleTime: 0,
  })
}

/** Brings a device into the domain. Rejects with an `ApiError` when the server refuses. */
export async function addDevice(serial: string, device: NewDevice): Promise<void> {
  await answer(client.PUT('/ekey/v3/devices/{serial}', { params: { path: { serial } }, body: device }))
}

/** Has a lock work together with a bridge or a keypad, whichever of the two is named first. Rejects like `addDevice`. */
export async function pairDevices(serial: string, other: string): Promise<void> {
  const params = { path: { serial } }
  await answer(client.POST('/devices/v1/{serial}/paired_devices', { params, body: { serial_number: other } }))
}

/** Begins the enrollment of a bridge; an earlier token of it counts no longer. Rejects like `addDevice`. */
export async function askForEnrollment(serial: string): Promise<EnrollmentToken> {
  return await answer(client.POST('/ekey/v3/devices/{serial}/enrollment_token', { params: { path: { serial } } }))
}

/** Completes it with the bridge's answer; answers what the bridge knows by that its key was taken. Rejects like `addDevice`. */
export async function confirmEnrollment(serial: string, enrollment_result_token: string): Promise<string> {
  const params = { path: { serial } }
  const body = { enrollment_result_token }
  const call = client.POST('/ekey/v3/devices/{serial}/enrollment_confirmation_token', { params, body })
  return (await answer(call)).enrollment_confirmation_token
}

/** Changes a device. Rejects with an `ApiError` when the server refuses. */
export async function updateDevice(serial: string, change: DeviceChange): Promise<void> {
  await answer(client.PATCH('/devices/v1/{serial}', { params: { path: { serial } }, body: change }))
}

/**
 * Takes a device out of the domain with all access to it; where it has gone already, nothing is left to do. What its bridge is doing is
 * waited for. Rejects like `updateDevice`.
 */
export async function removeDevice(serial: string): Promise<void> {
  await removed(answer(client.DELETE('/ekey/v3/devices/{serial}', { params: { path: { serial } } })))
}

/**
 * Ends the pairing of two devices; where they are not paired any more, nothing is left to do. What the bridge is doing is waited for.
 * Rejects like `updateDevice`.
 */
export async function unpairDevices(serial: string, paired: string): Promise<void> {
  const params = { path: { serial, paired } }
  await removed(answer(client.DELETE('/devices/v1/{serial}/paired_devices/{paired}', { params })))
}

/** Changes to a device. */
import type { components } from '../../generated/api'
import { answer, client } from '../client'

/** What of a device can be changed; what is absent stays. */
export type DeviceChange = components['schemas']['DeviceUpdate']

/** Changes a device. Rejects with an `ApiError` when the server refuses. */
export async function updateDevice(serial: string, change: DeviceChange): Promise<void> {
  await answer(client.PATCH('/devices/v1/{serial}', { params: { path: { serial } }, body: change }))
}

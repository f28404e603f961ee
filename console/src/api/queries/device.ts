/** Changes to a device. */
import { sendTo } from '../client'
import { errorFrom } from '../errors'

/** What of a device can be changed here; what is absent stays. */
export interface DeviceChange {
  name?: string
  /** By its name in the IANA database. */
  timezone?: string
}

/** Changes a device. Rejects with an `ApiError` when the server refuses. */
export async function updateDevice(serial: string, change: DeviceChange): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  const init = { method: 'PATCH', headers, body: JSON.stringify(change) }
  const response = await sendTo(`/devices/v1/${encodeURIComponent(serial)}`, init)
  if (!response.ok) throw errorFrom(response, await response.json().catch(() => null))
}

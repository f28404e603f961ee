import { isolate } from '../i18n/isolate'
import type { DeviceType } from '../model/entries'

/** What a type of hardware is sold as, `Danalock V3`; the server's word for one whose name it does not tell, or not yet. */
export function deviceTypeText(type: string, types: readonly DeviceType[] = []): string {
  return isolate(types.find(({ device_type }) => device_type === type)?.name ?? type)
}

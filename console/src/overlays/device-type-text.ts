import { isolate } from '../i18n/isolate'
import type { DeviceType } from '../model/entries'

/** What a type of hardware is sold as, `Danalock V3`; the server's own word for one that is not, or not yet, among the types that it tells. */
export function deviceTypeText(type: string, types: readonly DeviceType[] = []): string {
  return isolate(types.find(({ device_type }) => device_type === type)?.name ?? type)
}

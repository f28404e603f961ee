import type { DeviceType } from '../model/entries'

const lock = { type: 'lock', capabilities: ['bolt', 'calendars', 'verifies'] } as const
const pin_slots = { count: 20, name_max: 255, digits_min: 4, digits_max: 10 }

/** The types of hardware, as a server tells them. */
export const deviceTypes: DeviceType[] = [
  { ...lock, device_type: 'danalockv3', name: 'Danalock V3', capabilities: [...lock.capabilities], pin_slots },
  { device_type: 'danabridgev3', name: 'Danabridge V3', type: 'bridge', capabilities: ['bridge'], pin_slots: null },
  {
    ...lock,
    device_type: 'universalmodulev3',
    name: 'Universal Module V3',
    capabilities: [...lock.capabilities],
    pin_slots,
  },
  { device_type: 'danapadv3', name: 'Danapad V3', type: 'keypad', capabilities: ['keypad'], pin_slots: null },
]

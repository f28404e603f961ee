import { addDevice, pairDevices } from '../../api/queries/device'
import { deviceTypes, type BroughtIn, type DeviceType } from '../../model/bringing-in'
import type { Step } from '../../model/plan'
import { readSerial } from '../../model/serial'

/** What is chosen at first: a device to bring in, or to give a bridge that is here its code. */
export type Choice = BroughtIn | 'code'

/** The form of a new device. */
export interface Draft {
  choice: Choice | null
  serial: string
  name: string
  type: DeviceType | null
  timezone: string
  /** Serial number of the bridge of a lock; null for none. */
  bridge: string | null
  /** Serial number of the lock of a keypad. */
  lock: string | null
  /** Serial number of the bridge that is to be given its code. */
  known: string | null
  /** Serial number under which the device stands on the server already. */
  added: string | null
}

/** One step of bringing a device in. */
export type BringingStep = Step<Draft, `addDevice.failed.${'add' | 'pair'}`>

/** The type that is chosen, or the one that stands first. */
export function typeOf(kind: BroughtIn, { type }: Draft): DeviceType {
  const types: readonly DeviceType[] = deviceTypes[kind]
  return types.find((one) => one === type) ?? deviceTypes[kind][0]
}

/** The serial number of what a new device is to work together with. */
export function partnerOf({ choice, bridge, lock }: Draft): string | null {
  return choice === 'lock' ? bridge : choice === 'keypad' ? lock : null
}

/** The steps that are left from what stands: the device, then its pairing. */
export function plan(standing: Draft, draft: Draft): BringingStep[] {
  const { choice, timezone } = draft
  const serial = standing.added ?? readSerial(draft.serial)
  if (choice === null || choice === 'code' || serial === null) return []
  const device = {
    name: draft.name.trim(),
    device_type: typeOf(choice, draft),
    ...(choice === 'lock' ? { timezone } : {}),
  }
  const steps: BringingStep[] = []
  if (standing.added === null) {
    steps.push({
      failure: 'addDevice.failed.add',
      run: () => addDevice(serial, device).then(() => ({ ...draft, added: serial })),
    })
  }
  const partner = partnerOf(draft)
  if (partner !== null) {
    steps.push({
      failure: 'addDevice.failed.pair',
      run: () => pairDevices(serial, partner).then(() => ({ ...draft, added: serial })),
    })
  }
  return steps
}

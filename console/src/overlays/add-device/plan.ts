import { addDevice, pairDevices } from '../../api/queries/device'
import { typesOf, type BroughtIn } from '../../model/bringing-in'
import type { DeviceType } from '../../model/entries'
import type { Step } from '../../model/plan'
import { readSerial } from '../../model/serial'

/** What is chosen at first: a device to bring in, or to give a bridge that is here its code. */
export type Choice = BroughtIn | 'code'

/** The form of a new device. */
export interface Draft {
  choice: Choice | null
  serial: string
  name: string
  type: string | null
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

/** The type that is chosen, or the one that stands first; null while none of what is brought in are known. */
export function typeOf({ choice, type }: Draft, types: readonly DeviceType[]): string | null {
  if (choice === null || choice === 'code') return null
  const names = typesOf(choice, types).map(({ device_type }) => device_type)
  return names.find((name) => name === type) ?? names[0] ?? null
}

/** The serial number of what a new device is to work together with. */
export function partnerOf({ choice, bridge, lock }: Draft): string | null {
  return choice === 'lock' ? bridge : choice === 'keypad' ? lock : null
}

/** The steps that are left from what stands: the device, of this type, then its pairing. */
export function plan(standing: Draft, draft: Draft, type: string): BringingStep[] {
  const { choice, timezone } = draft
  const serial = standing.added ?? readSerial(draft.serial)
  if (choice === null || choice === 'code' || serial === null) return []
  const device = {
    name: draft.name.trim(),
    device_type: type,
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

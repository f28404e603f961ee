import { useState } from 'react'
import { pairDevices, unpairDevices } from '../../../api/queries/device'
import type { Device, Domain, Lock } from '../../../model/domain'
import { useStep, type Steps } from '../../use-step'

/** What is done with a device: it comes to work together with the lock, or no longer does. */
export type Act = 'pair' | 'unpair'

/** What is being done, and with which device. */
interface Doing {
  act: Act
  device: Device
}

/** The devices of a lock, and what is being done with one. */
export interface Pairings extends Pick<Steps<Doing>, 'pending' | 'failed'> {
  paired: readonly Device[]
  /** Those that could be paired, by name. */
  available: readonly Device[]
  done: Doing | null
  /** Answers whether it went well. */
  run: (act: Act, device: Device) => Promise<boolean>
}

/** Pairs and unpairs the devices of a lock, one at a time and at once: there is nothing to save. */
export function usePairings(domain: Domain, { serial }: Lock): Pairings {
  const { pending, failed, run } = useStep<Doing>()
  const [done, setDone] = useState<Doing | null>(null)
  const others = domain.devicesBesideLocks().sort((a, b) => a.name.localeCompare(b.name))
  const ours = new Set(domain.device(serial)?.paired)
  return {
    paired: others.filter((device) => ours.has(device.serial)),
    available: others.filter((device) => !ours.has(device.serial)),
    pending,
    done,
    failed,
    run: async (act, device) => {
      setDone(null)
      const call = act === 'pair' ? pairDevices : unpairDevices
      const outcome = await run(() => call(serial, device.serial), { act, device })
      if (outcome !== null) setDone({ act, device })
      return outcome !== null
    },
  }
}

import { useState } from 'react'
import { pairDevices, unpairDevices } from '../../../api/queries/device'
import type { Device, Domain, Lock } from '../../../model/domain'

/** What is done with a device: it comes to work together with the lock, or no longer does. */
export type Act = 'pair' | 'unpair'

/** The devices of a lock, and what is being done with one. */
export interface Pairings {
  paired: readonly Device[]
  /** Those that could be paired, by name. */
  available: readonly Device[]
  pending: { act: Act; device: Device } | null
  done: { act: Act; device: Device } | null
  failed: { act: Act; device: Device; reason: unknown } | null
  /** Answers whether it went well. */
  run: (act: Act, device: Device) => Promise<boolean>
}

/** Pairs and unpairs the devices of a lock, one at a time and at once: there is nothing to save. */
export function usePairings(domain: Domain, { serial }: Lock): Pairings {
  const [pending, setPending] = useState<Pairings['pending']>(null)
  const [done, setDone] = useState<Pairings['done']>(null)
  const [failed, setFailed] = useState<Pairings['failed']>(null)
  const others = domain.devicesBesideLocks().sort((a, b) => a.name.localeCompare(b.name))
  const ours = new Set(domain.device(serial)?.paired)
  return {
    paired: others.filter((device) => ours.has(device.serial)),
    available: others.filter((device) => !ours.has(device.serial)),
    pending,
    done,
    failed,
    run: async (act, device) => {
      setPending({ act, device })
      setDone(null)
      setFailed(null)
      try {
        await (act === 'pair' ? pairDevices : unpairDevices)(serial, device.serial)
        setDone({ act, device })
        return true
      } catch (reason) {
        setFailed({ act, device, reason })
        return false
      } finally {
        setPending(null)
      }
    },
  }
}

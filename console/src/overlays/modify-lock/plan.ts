import { ApiError } from '../../api/errors'
import { removeDevice, updateDevice } from '../../api/queries/device'
import { addLockToGroup, removeLockFromGroup } from '../../api/queries/group'
import type { Lock } from '../../model/domain'
import type { Failed } from '../../model/plan'
import { membershipSteps } from '../frame/membership-steps'
import type { SettingsStepOf } from '../frame/use-settings'

/** What can be changed of a lock here. */
export interface Settings {
  name: string
  timezone: string | null
  /** Ids of the groups it belongs to, in their order. */
  groups: readonly string[]
}

type Failure = `lock.failed.${'rename' | 'timezone' | 'addToGroup' | 'removeFromGroup' | 'recurringGroup' | 'remove'}`

/** One step of saving them, or of removing the lock. */
export type SettingsStep = SettingsStepOf<Settings, Failure>

/** The steps from what stands to what is wanted. */
export function plan(
  { id, serial }: Lock,
  standing: Settings,
  wanted: Settings,
  groupName: (group: string) => string,
): SettingsStep[] {
  const { name, timezone } = wanted
  const steps: SettingsStep[] = []
  if (name !== standing.name) {
    steps.push({
      failure: 'lock.failed.rename',
      about: '',
      run: (before) => updateDevice(serial, { name }).then(() => ({ ...before, name })),
    })
  }
  if (timezone !== null && timezone !== standing.timezone) {
    steps.push({
      failure: 'lock.failed.timezone',
      about: '',
      run: (before) => updateDevice(serial, { timezone }).then(() => ({ ...before, timezone })),
    })
  }
  const groups = membershipSteps('groups', standing, wanted, groupName, {
    added: { failure: 'lock.failed.addToGroup', call: (group) => addLockToGroup(group, id) },
    removed: { failure: 'lock.failed.removeFromGroup', call: (group) => removeLockFromGroup(group, id) },
  })
  return [...steps, ...groups]
}

/** The one step of removing a lock. */
export function removal({ serial }: Lock): SettingsStep[] {
  return [{ failure: 'lock.failed.remove', about: '', run: (before) => removeDevice(serial).then(() => before) }]
}

/** What is said of a step that failed. Trying again does not help where the lock cannot do what somebody has in the group. */
export function failureOf({ step, reason }: Failed<SettingsStep>): Failure {
  const refusals = reason instanceof ApiError ? (reason.fields.lock_id ?? []) : []
  return refusals.some(({ error_code }) => error_code === 'recurring_unsupported')
    ? 'lock.failed.recurringGroup'
    : step.failure
}

import { ApiError } from '../../api/errors'
import { addLockToGroup, removeGroup, removeLockFromGroup, renameGroup } from '../../api/queries/group'
import type { Failed } from '../../model/plan'
import { membershipSteps } from '../frame/membership-steps'
import type { SettingsStepOf } from '../frame/use-settings'

/** What can be changed of a lock group. */
export interface Settings {
  name: string
  /** Ids of its locks, in their order. */
  locks: readonly string[]
}

type Failure = `lockGroup.failed.${'rename' | 'addLock' | 'removeLock' | 'recurring' | 'remove'}`

/** One step of saving them, or of removing the group. */
export type SettingsStep = SettingsStepOf<Settings, Failure>

/** The steps from what stands to what is wanted. */
export function plan(
  group: string,
  standing: Settings,
  wanted: Settings,
  lockName: (lock: string) => string,
): SettingsStep[] {
  const { name } = wanted
  const steps: SettingsStep[] = []
  if (name !== standing.name) {
    steps.push({
      failure: 'lockGroup.failed.rename',
      about: '',
      run: (before) => renameGroup(group, name).then(() => ({ ...before, name })),
    })
  }
  const locks = membershipSteps('locks', standing, wanted, lockName, {
    added: { failure: 'lockGroup.failed.addLock', call: (lock) => addLockToGroup(group, lock) },
    removed: { failure: 'lockGroup.failed.removeLock', call: (lock) => removeLockFromGroup(group, lock) },
  })
  return [...steps, ...locks]
}

/** The one step of removing a group. */
export function removal(group: string): SettingsStep[] {
  return [{ failure: 'lockGroup.failed.remove', about: '', run: (before) => removeGroup(group).then(() => before) }]
}

/** What is said of a step that failed. Trying again does not help where the lock cannot do what somebody has in the group. */
export function failureOf({ step, reason }: Failed<SettingsStep>): Failure {
  const refusals = reason instanceof ApiError ? (reason.fields.lock_id ?? []) : []
  return refusals.some(({ error_code }) => error_code === 'recurring_unsupported')
    ? 'lockGroup.failed.recurring'
    : step.failure
}

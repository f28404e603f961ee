import { updateDevice } from '../../api/queries/device'
import { addLockToGroup, removeLockFromGroup } from '../../api/queries/group'
import { ApiError } from '../../api/errors'
import type { Lock } from '../../model/domain'
import { membershipChanges, withMemberships } from '../../model/memberships'
import type { Failed, Step } from '../../model/plan'

/** What can be changed of a lock here. */
export interface Settings {
  name: string
  timezone: string | null
  /** Ids of the groups it belongs to, in their order. */
  groups: readonly string[]
}

type Failure = `lock.failed.${'rename' | 'timezone' | 'addToGroup' | 'removeFromGroup' | 'recurringGroup'}`

/** One step of saving them. */
export interface SettingsStep extends Step<Settings, Failure> {
  /** Name of the group that it is about; empty where it is about none. */
  group: string
}

/** The steps from what stands to what is wanted. Groups are joined before others are left, so that who has access by both keeps it. */
export function plan(
  { id, serial }: Lock,
  standing: Settings,
  wanted: Settings,
  groupName: (group: string) => string,
): SettingsStep[] {
  const steps: SettingsStep[] = []
  const { name, timezone } = wanted
  if (name !== standing.name) {
    steps.push({
      failure: 'lock.failed.rename',
      group: '',
      run: (before) => updateDevice(serial, { name }).then(() => ({ ...before, name })),
    })
  }
  if (timezone !== null && timezone !== standing.timezone) {
    steps.push({
      failure: 'lock.failed.timezone',
      group: '',
      run: (before) => updateDevice(serial, { timezone }).then(() => ({ ...before, timezone })),
    })
  }
  const { added, removed } = membershipChanges(standing.groups, wanted.groups)
  for (const group of added) {
    steps.push({
      failure: 'lock.failed.addToGroup',
      group: groupName(group),
      run: (before) => addLockToGroup(group, id).then(() => joined(before, { added: [group] })),
    })
  }
  for (const group of removed) {
    steps.push({
      failure: 'lock.failed.removeFromGroup',
      group: groupName(group),
      run: (before) => removeLockFromGroup(group, id).then(() => joined(before, { removed: [group] })),
    })
  }
  return steps
}

const joined = (before: Settings, change: Parameters<typeof withMemberships>[1]): Settings => ({
  ...before,
  groups: withMemberships(before.groups, change),
})

/** What is said of a step that failed. Trying again does not help where the lock cannot do what somebody has in the group. */
export function failureOf({ step, reason }: Failed<SettingsStep>): Failure {
  const refusals = reason instanceof ApiError ? (reason.fields.lock_id ?? []) : []
  return refusals.some(({ error_code }) => error_code === 'recurring_unsupported')
    ? 'lock.failed.recurringGroup'
    : step.failure
}

import { addUserToGroup, removeGroup, removeUserFromGroup, renameGroup } from '../../api/queries/group'
import { membershipSteps } from '../frame/membership-steps'
import type { SettingsStepOf } from '../frame/use-settings'

/** What can be changed of a user group here. */
export interface Settings {
  name: string
  /** Ids of its guests, in their order. */
  members: readonly string[]
}

/** One step of saving them, or of removing the group. */
export type SettingsStep = SettingsStepOf<
  Settings,
  `people.failed.${'rename' | 'remove'}` | `memberships.failed.${'connect' | 'disconnect'}`
>

/** The steps from what stands to what is wanted. */
export function plan(
  id: string,
  standing: Settings,
  wanted: Settings,
  guestName: (user: string) => string,
): SettingsStep[] {
  const { name } = wanted
  const steps: SettingsStep[] = []
  if (name !== standing.name) {
    steps.push({
      failure: 'people.failed.rename',
      about: '',
      run: (before) => renameGroup(id, name).then(() => ({ ...before, name })),
    })
  }
  const members = membershipSteps('members', standing, wanted, guestName, {
    added: { failure: 'memberships.failed.connect', call: (user) => addUserToGroup(id, user) },
    removed: { failure: 'memberships.failed.disconnect', call: (user) => removeUserFromGroup(id, user) },
  })
  return [...steps, ...members]
}

/** The one step of removing a group. */
export function removal(id: string): SettingsStep[] {
  return [{ failure: 'people.failed.remove', about: '', run: (before) => removeGroup(id).then(() => before) }]
}

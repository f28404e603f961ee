import { addUserToGroup, removeUserFromGroup } from '../../api/queries/group'
import { removeUser, updateUser } from '../../api/queries/user'
import type { Role } from '../../model/entries'
import { membershipSteps } from '../frame/membership-steps'
import type { SettingsStepOf } from '../frame/use-settings'

/** What can be changed of a person here, beside their password, which nobody is told. */
export interface Settings {
  /** The name of who has no account; empty of others, whose it is to change. */
  displayName: string
  alias: string
  role: Role
  /** Ids of the groups they belong to, in their order. */
  groups: readonly string[]
}

/** What the server calls the fields, where it does otherwise. */
export const serverFields = { display_name: 'displayName' } as const

type Failure =
  `people.failed.${'rename' | 'role' | 'password' | 'remove'}` | `memberships.failed.${'connect' | 'disconnect'}`

/** One step of saving them, or of removing the person. */
export type SettingsStep = SettingsStepOf<Settings, Failure>

/** The steps from what stands to what is wanted. */
export function plan(
  id: string,
  standing: Settings,
  wanted: Settings,
  groupName: (group: string) => string,
  /** A new password, and what is done once it is set; null leaves the one that there is. */
  secret: { password: string; onSet: () => void } | null,
): SettingsStep[] {
  const steps: SettingsStep[] = []
  const { displayName, alias, role } = wanted
  if (displayName !== standing.displayName) {
    steps.push({
      failure: 'people.failed.rename',
      about: '',
      run: (before) => updateUser(id, { display_name: displayName }).then(() => ({ ...before, displayName })),
    })
  }
  if (alias !== standing.alias) {
    steps.push({
      failure: 'people.failed.rename',
      about: '',
      run: (before) => updateUser(id, { alias }).then(() => ({ ...before, alias })),
    })
  }
  if (role !== standing.role) {
    steps.push({
      failure: 'people.failed.role',
      about: '',
      run: (before) => updateUser(id, { role }).then(() => ({ ...before, role })),
    })
  }
  if (secret !== null) {
    const { password, onSet } = secret
    steps.push({
      failure: 'people.failed.password',
      about: '',
      run: (before) =>
        updateUser(id, { password }).then(() => {
          onSet()
          return before
        }),
    })
  }
  const groups = membershipSteps('groups', standing, wanted, groupName, {
    added: { failure: 'memberships.failed.connect', call: (group) => addUserToGroup(group, id) },
    removed: { failure: 'memberships.failed.disconnect', call: (group) => removeUserFromGroup(group, id) },
  })
  return [...steps, ...groups]
}

/** The one step of removing a person. */
export function removal(id: string): SettingsStep[] {
  return [{ failure: 'people.failed.remove', about: '', run: (before) => removeUser(id).then(() => before) }]
}

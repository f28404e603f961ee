import { addUserToGroup, removeUserFromGroup } from '../../api/queries/group'
import { updateCurrentUser, type CurrentUserChange } from '../../api/queries/user'
import { takeOver } from '../../session/session'
import { membershipSteps } from '../frame/membership-steps'
import type { SettingsStepOf } from '../frame/use-settings'
import type { TwoFactorChange } from './use-two-factor'

/** What can be changed of one's account, beside the password, which is kept nowhere. */
export interface Settings {
  displayName: string
  mail: string
  /** A BCP 47 tag; empty where none is chosen. */
  language: string
  /** What the domain calls one; for administrators. */
  alias: string
  /** Ids of the groups one belongs to, in their order; for administrators. */
  groups: readonly string[]
}

/** What the server calls the fields, where it does otherwise. */
export const serverFields = { display_name: 'displayName', email_address: 'mail' } as const

type Failure =
  | 'account.failed.save'
  | 'account.failed.password'
  | TwoFactorChange['failure']
  | `memberships.failed.${'connect' | 'disconnect'}`

/** One step of saving them. */
export type SettingsStep = SettingsStepOf<Settings, Failure>

/**
 * The steps from what stands to what is wanted: what is told of oneself in one call, then the password, two-factor sign-in and the groups.
 */
export function plan(
  id: string,
  standing: Settings,
  wanted: Settings,
  groupName: (group: string) => string,
  /** A new password, the one until now where there is one, and what is done once it is set; null leaves what there is. */
  secret: { password: string; current: string | undefined; onSet: () => void } | null,
  twoFactor: TwoFactorChange | null,
): SettingsStep[] {
  const steps: SettingsStep[] = []
  const { displayName, mail, language, alias } = wanted
  const change: CurrentUserChange = {
    ...(displayName !== standing.displayName && { display_name: displayName }),
    ...(mail !== standing.mail && { email_address: mail }),
    ...(language !== standing.language && { language }),
    ...(alias !== standing.alias && { alias }),
  }
  if (Object.keys(change).length > 0) {
    steps.push({
      failure: 'account.failed.save',
      about: '',
      run: async (before) => {
        takeOver(await updateCurrentUser(change))
        return { ...before, displayName, mail, language, alias }
      },
    })
  }
  if (secret !== null) {
    const { password, current, onSet } = secret
    steps.push({
      failure: 'account.failed.password',
      about: '',
      run: async (before) => {
        takeOver(await updateCurrentUser({ password, current_password: current }))
        onSet()
        return before
      },
    })
  }
  if (twoFactor !== null) {
    const { failure, run } = twoFactor
    steps.push({
      failure,
      about: '',
      run: async (before) => {
        await run()
        return before
      },
    })
  }
  const groups = membershipSteps('groups', standing, wanted, groupName, {
    added: { failure: 'memberships.failed.connect', call: (group) => addUserToGroup(group, id) },
    removed: { failure: 'memberships.failed.disconnect', call: (group) => removeUserFromGroup(group, id) },
  })
  return [...steps, ...groups]
}

/** The overlays by name, and who has them. */
import type { Role } from '../model/entries'

/** The names of overlays, those of screens that are still to come among them. */
export type Action =
  | 'modify-user'
  | 'modify-user-group'
  | 'modify-access'
  | 'modify-lock'
  | 'modify-lock-group'
  | 'my-account'
  | 'sent-invitations'
  | 'received-invitations'
  | 'create-group'
  | 'add-device'
  | 'invite-guests'
  | 'invite-person'
  | 'modify-filters'
  | 'create-users'
  | 'recovery-codes'
  | 'download-log'
  | 'domain-settings'
  | 'create-day-list'
  | 'modify-day-list'
  | 'confirm-dialog'
  | 'warning-dialog'
  | 'error-dialog'

const ranks: readonly Role[] = ['user', 'installer', 'administrator']

/** The lowest role that has an overlay; questions go with what they were asked from. */
const lowest: Record<Action, Role> = {
  'modify-user': 'administrator',
  'modify-user-group': 'administrator',
  'modify-access': 'administrator',
  'modify-lock': 'installer',
  'modify-lock-group': 'administrator',
  'my-account': 'user',
  'sent-invitations': 'administrator',
  'received-invitations': 'user',
  'create-group': 'administrator',
  'add-device': 'installer',
  'invite-guests': 'administrator',
  'invite-person': 'administrator',
  'modify-filters': 'installer',
  'create-users': 'administrator',
  'recovery-codes': 'user',
  'download-log': 'user',
  'domain-settings': 'administrator',
  'create-day-list': 'administrator',
  'modify-day-list': 'administrator',
  'confirm-dialog': 'user',
  'warning-dialog': 'user',
  'error-dialog': 'user',
}

/** Whether somebody of this role does not have an overlay. */
export function isBeyond(action: Action, role: Role): boolean {
  return ranks.indexOf(lowest[action]) > ranks.indexOf(role)
}

import type { Group } from '../../model/domain'
import { openModifyLockGroup } from '../modify-lock-group/open'
import { openModifyUserGroup } from '../modify-user-group/open'

/** Opens the overlay of a new group where it is filled. */
export function openGroup({ id, type }: Pick<Group, 'id' | 'type'>): void {
  if (type === 'locks') openModifyLockGroup({ group: id }, 'locks')
  else openModifyUserGroup({ group: id }, 'guests')
}

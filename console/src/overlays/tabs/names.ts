import { shortened } from '../../i18n/isolate'
import type { Domain } from '../../model/domain'

/** What a user, lock or group is called, for a sentence; its id where it is not known. */
export function nameOf(domain: Domain, id: string): string {
  return shortened((domain.users.get(id) ?? domain.locks.get(id) ?? domain.groups.get(id))?.name ?? id)
}

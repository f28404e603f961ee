import type { Calendar } from '../../model/calendar'
import type { LinkProfile } from '../../model/entries'

/** Access to a lock that a guest gets. */
export interface Grant {
  lock: string
  /** What the lock is called. */
  name: string
  rule: Calendar | null
  profile: LinkProfile
}

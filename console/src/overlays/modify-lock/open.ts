import type { Domain } from '../../model/domain'
import { overlay } from '../registry'

/** The lock that is shown. */
export interface ModifyLockProps {
  domain: Domain
  /** Its id. */
  lock: string
}

/** Opens the overlay of one lock. */
export const openModifyLock = overlay<ModifyLockProps, 'lock'>('modify-lock', () => import('./Overlay'), {
  lock: 'lock',
})

import { idOverlay } from '../registry'

/** Opens the overlay of one lock group, by its id. */
export const openModifyLockGroup = idOverlay('modify-lock-group', () => import('./Overlay'), { group: 'lock group' })

import { idOverlay } from '../registry'

/** Opens the overlay of one lock, by its id. */
export const openModifyLock = idOverlay('modify-lock', () => import('./Overlay'), { lock: 'lock' })

import { idOverlay } from '../registry'

/** Opens the overlay in which a lock, a bridge or a keypad is brought in. */
export const openAddDevice = idOverlay('add-device', () => import('./Overlay'), {})

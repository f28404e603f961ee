import { idOverlay } from '../registry'

/** Opens the overlay in which guests are created. */
export const openCreateUsers = idOverlay('create-users', () => import('./Overlay'), {})

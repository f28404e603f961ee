import { idOverlay } from '../registry'

/** Opens the overlay in which a group is made. */
export const openCreateGroup = idOverlay('create-group', () => import('./Overlay'), {})

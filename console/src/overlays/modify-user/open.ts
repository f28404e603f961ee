import { idOverlay } from '../registry'

/** Opens the overlay of one person, by their id. */
export const openModifyUser = idOverlay('modify-user', () => import('./Overlay'), { user: 'user' })

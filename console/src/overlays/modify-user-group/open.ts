import { idOverlay } from '../registry'

/** Opens the overlay of one user group, by its id. */
export const openModifyUserGroup = idOverlay('modify-user-group', () => import('./Overlay'), { group: 'group' })

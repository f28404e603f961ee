import { idOverlay } from '../registry'

/** Opens the overlay of one's own account. Guests have it too, who load no domain. */
export const openMyAccount = idOverlay('my-account', () => import('./Overlay'), {}, { waits: false })

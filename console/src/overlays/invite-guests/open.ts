import { idOverlay } from '../registry'

/** Opens the overlay in which guests are invited. */
export const openInviteGuests = idOverlay('invite-guests', () => import('./Overlay'), {})

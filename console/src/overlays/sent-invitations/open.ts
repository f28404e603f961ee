import { idOverlay } from '../registry'

/** Opens the overlay of the invitations that were sent from the domain and nobody has answered. */
export const openSentInvitations = idOverlay('sent-invitations', () => import('./Overlay'), {})

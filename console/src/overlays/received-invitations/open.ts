import { idOverlay } from '../registry'

/** Opens the overlay of the invitations that came to one's account. Guests have it too, who load no domain. */
export const openReceivedInvitations = idOverlay(
  'received-invitations',
  () => import('./Overlay'),
  {},
  { waits: false },
)

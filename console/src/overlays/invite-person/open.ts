import { idOverlay } from '../registry'

/** Opens the overlay in which somebody without an account is invited to have one, by their id. */
export const openInvitePerson = idOverlay('invite-person', () => import('./Overlay'), { user: 'user' })

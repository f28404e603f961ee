import { idOverlay } from '../registry'

/** Opens the overlay in which is decided what holds for the whole domain. */
export const openDomainSettings = idOverlay('domain-settings', () => import('./Overlay'), {}, { waits: false })

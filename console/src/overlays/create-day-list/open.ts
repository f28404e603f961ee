import { idOverlay } from '../registry'

/** Opens the overlay in which a list of days is made: `own`, or the holidays of a `country`. */
export const openCreateDayList = idOverlay('create-day-list', () => import('./Overlay'), { kind: 'list' })

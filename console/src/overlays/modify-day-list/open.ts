import { idOverlay } from '../registry'

/** Opens the overlay of a list of days. */
export const openDayList = idOverlay('modify-day-list', () => import('./Overlay'), { list: 'list' })

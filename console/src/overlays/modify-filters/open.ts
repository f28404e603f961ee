import { idOverlay } from '../registry'

/** Opens what the side panel of the dashboard shows, for screens without room for it. */
export const openModifyFilters = idOverlay('modify-filters', () => import('./Overlay'), {})

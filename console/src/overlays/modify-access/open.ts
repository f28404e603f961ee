import { idOverlay } from '../registry'

/** Opens the access editor of one cell: `row` is a user or user group, `column` a lock or lock group. */
export const openModifyAccess = idOverlay('modify-access', () => import('./Overlay'), {
  row: 'user or user group',
  column: 'lock or lock group',
})

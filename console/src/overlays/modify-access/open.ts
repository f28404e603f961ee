import type { Domain } from '../../model/domain'
import { overlay } from '../registry'

/** The cell whose access is shown and changed. */
export interface ModifyAccessProps {
  domain: Domain
  /** Id of a user or user group. */
  row: string
  /** Id of a lock or lock group. */
  column: string
}

/** Opens the access editor of one cell. */
export const openModifyAccess = overlay<ModifyAccessProps, 'row' | 'column'>(
  'modify-access',
  () => import('./Overlay'),
  { row: 'user or user group', column: 'lock or lock group' },
)

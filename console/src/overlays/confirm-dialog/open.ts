import { overlay } from '../registry'
import type { ConfirmDialogProps } from './props'

export type { ConfirmDialogProps } from './props'

/** Asks before something is done. */
export const openConfirmDialog = overlay<ConfirmDialogProps>('confirm-dialog', () => import('./Overlay'))

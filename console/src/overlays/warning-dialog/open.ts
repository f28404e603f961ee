import { overlay } from '../registry'
import type { WarningDialogProps } from './props'

/** Warns before something far-reaching is done, which the person may still leave undone. */
export const openWarningDialog = overlay<WarningDialogProps>('warning-dialog', () => import('./Overlay'))

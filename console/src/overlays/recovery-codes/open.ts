import { overlay } from '../registry'
import type { RecoveryCodesProps } from './props'

/** Shows recovery codes to be kept. They are in no draft and no storage: closed, they are gone. */
export const openRecoveryCodes = overlay<RecoveryCodesProps>('recovery-codes', () => import('./Overlay'))

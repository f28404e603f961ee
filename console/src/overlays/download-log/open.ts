import { overlay } from '../registry'
import type { DownloadLogProps } from './props'

/** Asks for the period of a log, then downloads it. */
export const openDownloadLog = overlay<DownloadLogProps>('download-log', () => import('./Overlay'))

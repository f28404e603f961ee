import type { LogOf } from '../../api/queries/log'

/** Which log is to be downloaded. */
export interface DownloadLogProps {
  log: LogOf
  /** Whose log it is. */
  name: string
  /** By the clock of this zone days begin. */
  zone: string
  fileName: string
}

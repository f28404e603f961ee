import { useTranslation } from 'react-i18next'
import type { LogOf } from '../../api/queries/log'
import { csvName, csvText, separatorOf, type CsvType } from '../../model/csv'
import { dayOf } from '../../model/period'
import { zoneOf } from '../../model/zone'
import { useSession } from '../../session/session'
import { openDownloadLog } from '../download-log/open'
import { platformName, saveCsv } from '../files'
import type { FrameDownload } from '../frame/props'
import type { Table } from './csv-tables'

/** The zone of the person's own clock: by that the name of a file has its day. */
const ownZone = () => zoneOf(new Intl.DateTimeFormat().resolvedOptions().timeZone)

/** What the tabs of the entry called `name` offer for download. */
export function useCsv(name: string, now: number) {
  const { t } = useTranslation()
  const { identity } = useSession()
  const fileName = (type: CsvType) => csvName(identity?.domain ?? '', type, name, dayOf(now, ownZone()))
  return {
    /** All lines of a list. `edited`: the list on the screen is not what stands. */
    list(type: CsvType, table: () => Table, edited = false): FrameDownload {
      return {
        run() {
          const file = fileName(type)
          saveCsv(file, csvText(table(), separatorOf(platformName())))
          return t(edited ? 'csv.doneSaved' : 'csv.done', { file })
        },
      }
    },
    /** The log, whose period is asked for first: by the clock of `zone`. */
    log(log: LogOf, zone: string): FrameDownload {
      return {
        run() {
          openDownloadLog({ log, name, zone, fileName: fileName('access-log') })
          return null
        },
      }
    },
  }
}

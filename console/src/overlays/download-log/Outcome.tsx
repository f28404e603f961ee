import { useTranslation } from 'react-i18next'
import { ApiError, errorText } from '../../api/errors'
import { numberFormat } from '../../i18n/format'
import { Note } from '../../ui/Note'
import type { Download } from './use-download'

/** How a download ended. */
export function Outcome({ download }: { download: Download }) {
  const { t } = useTranslation()
  switch (download.stage) {
    case 'rest':
    case 'running':
      return null
    case 'cancelled':
      return <Note announce>{t('csv.log.cancelled')}</Note>
    case 'done': {
      const { entries: count, file } = download
      return (
        <Note tone="success" announce>
          {t('csv.log.done', { count, entries: numberFormat().format(count), file })}
        </Note>
      )
    }
    case 'failed':
      return (
        <Note tone="danger" announce>
          <Reason reason={download.reason} />
        </Note>
      )
  }
}

function Reason({ reason }: { reason: unknown }) {
  const { t } = useTranslation()
  if (reason instanceof ApiError) {
    const count = Math.ceil(reason.retryAfter / 1000)
    return (
      <>
        <p>{errorText(reason)}</p>
        {count > 0 && <p>{t('csv.log.again', { count })}</p>}
      </>
    )
  }
  // What the disk refuses is told as a DOMException, what the network does as another error.
  return <p>{t(reason instanceof DOMException ? 'csv.log.notWritten' : 'csv.log.brokeOff')}</p>
}

import { useTranslation } from 'react-i18next'
import { Note } from '../../ui/Note'
import { useLasting } from './use-lasting'

/** A line that is back within this time was never missed, in milliseconds. */
const patience = 2000

/** Says that the server is away, that what is seen may be out of date, and that nothing needs to be done. */
export function NotLive({ live, className }: { live: boolean; className?: string }) {
  const { t } = useTranslation()
  const cutOff = useLasting(!live, patience)
  if (!cutOff) return null
  return (
    <Note tone="warning" announce className={className}>
      {t('dashboard.notLive')}
    </Note>
  )
}

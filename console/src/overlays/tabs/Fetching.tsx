import { useTranslation } from 'react-i18next'
import { Note } from '../../ui/Note'
import { ProgressBar } from '../../ui/ProgressBar'

/** In place of what is on its way for the first time; without a network, which it waits for, that it is not. */
export function Fetching({ query: { isPaused }, label }: { query: { isPaused: boolean }; label: string }) {
  const { t } = useTranslation()
  if (!isPaused) return <ProgressBar label={label} />
  return (
    <Note tone="warning" announce>
      {t('errors.networkError')}
    </Note>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/errors'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'
import { ProgressBar } from '../../ui/ProgressBar'

/** What a query answered; until then that it is on its way, and where it failed why, with another try. */
export function Loaded<T>({
  query: { data, error, refetch },
  loading,
  failed,
  children,
}: {
  query: { data: T | undefined; error: unknown; refetch: () => unknown }
  loading: string
  failed: string
  children: (data: T) => ReactNode
}) {
  const { t } = useTranslation()
  return (
    <>
      {error !== null && (
        <Note tone="danger" announce action={<Button onPress={() => void refetch()}>{t('ui.tryAgain')}</Button>}>
          <p>{failed}</p>
          <p>{errorText(error)}</p>
        </Note>
      )}
      {data !== undefined ? children(data) : error === null && <ProgressBar label={loading} />}
    </>
  )
}

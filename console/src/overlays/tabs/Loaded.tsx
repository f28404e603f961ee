import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/errors'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'
import { Fetching } from './Fetching'

/** What a query answered; until then that it is on its way, and where it failed why, with another try. */
export function Loaded<T>({
  query,
  loading,
  failed,
  children,
}: {
  query: { data: T | undefined; error: unknown; isPaused: boolean; refetch: () => unknown }
  loading: string
  failed: string
  children: (data: T) => ReactNode
}) {
  const { t } = useTranslation()
  const { data, error, refetch } = query
  return (
    <>
      {error !== null && (
        <Note tone="danger" announce action={<Button onPress={() => void refetch()}>{t('ui.tryAgain')}</Button>}>
          <p>{failed}</p>
          <p>{errorText(error)}</p>
        </Note>
      )}
      {data !== undefined ? children(data) : error === null && <Fetching query={query} label={loading} />}
    </>
  )
}

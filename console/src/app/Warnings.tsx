import { useTranslation } from 'react-i18next'
import { ApiError, errorText } from '../api/errors'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'

const reload = () => location.reload()

/** In place of everything when the browser cannot show the console. */
export function Unsupported() {
  const { t } = useTranslation()
  return (
    <main>
      <EmptyState icon="warning" tone="danger" level={1} title={t('shell.unsupportedTitle')}>
        {t('shell.unsupportedText')}
      </EmptyState>
    </main>
  )
}

/**
 * In place of the content when the server does not answer, or answers with the error `failure`; whoever shows it tries again by itself. It
 * is announced, and once more whenever `announced` changes.
 */
export function Unreachable({
  failure,
  isTrying,
  announced,
  onRetry,
}: {
  failure: unknown
  isTrying: boolean
  announced: number
  onRetry: () => void
}) {
  const { t } = useTranslation()
  const hasAnswered = failure instanceof ApiError && failure.status > 0
  return (
    <EmptyState
      icon="no-bridge"
      tone="danger"
      level={1}
      title={hasAnswered ? t('shell.failingTitle') : t('shell.unreachableTitle')}
      announced={announced}
      actions={
        <Button
          variant="primary"
          icon="refresh"
          isPending={isTrying}
          pendingLabel={t('shell.trying')}
          onPress={onRetry}
        >
          {t('ui.tryAgain')}
        </Button>
      }
    >
      {hasAnswered ? (
        <>
          <p>{errorText(failure)}</p>
          <p>{t('shell.failingText')}</p>
        </>
      ) : (
        <p>{t('shell.unreachableText')}</p>
      )}
      <p>{t('ui.triesAgain')}</p>
    </EmptyState>
  )
}

/** In place of the content when drawing it failed, or when the server refused it; `text` then says why. */
export function Broken({ text }: { text?: string }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon="danger"
      tone="danger"
      level={1}
      title={t('shell.brokenTitle')}
      actions={
        <Button variant="primary" icon="refresh" onPress={reload}>
          {t('shell.loadAgain')}
        </Button>
      }
    >
      {text ?? t('shell.brokenText')}
    </EmptyState>
  )
}

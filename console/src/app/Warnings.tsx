import { useTranslation } from 'react-i18next'
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

/** In place of the content when the server does not answer; whoever shows it tries again by itself. */
export function Unreachable({ onRetry = reload }: { onRetry?: () => void }) {
  const { t } = useTranslation()
  return (
    <main>
      <EmptyState
        icon="no-bridge"
        tone="danger"
        level={1}
        title={t('shell.unreachableTitle')}
        actions={
          <Button variant="primary" icon="refresh" onPress={onRetry}>
            {t('ui.tryAgain')}
          </Button>
        }
      >
        <p>{t('shell.unreachableText')}</p>
        <p>{t('ui.triesAgain')}</p>
      </EmptyState>
    </main>
  )
}

/** In place of the content when drawing it failed, or when the server refused it; `text` then says why. */
export function Broken({ text }: { text?: string }) {
  const { t } = useTranslation()
  return (
    <main>
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
    </main>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '../../api/config'
import { errorText } from '../../api/errors'
import { isFinal } from '../../api/queries/domain'
import { Button, ButtonLink } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { ProgressBar } from '../../ui/ProgressBar'
import styles from './States.module.css'

/** While the people and doors of the first window are on their way. */
export function Loading({ percent }: { percent: number }) {
  const { t } = useTranslation()
  return (
    <div className={styles.loading}>
      <ProgressBar label={t('dashboard.loading')} value={Math.floor(percent)} />
    </div>
  )
}

/** In place of the grid when it could not be loaded. */
export function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div role="alert">
      <h1 className="visually-hidden">{t('dashboard.title')}</h1>
      <EmptyState
        icon="no-bridge"
        tone="danger"
        title={t('dashboard.failedTitle')}
        actions={
          <Button variant="primary" icon="refresh" onPress={onRetry}>
            {t('ui.tryAgain')}
          </Button>
        }
      >
        <p>{errorText(error)}</p>
        <p>{t('dashboard.failedText')}</p>
        {!isFinal(error) && <p>{t('ui.triesAgain')}</p>}
      </EmptyState>
    </div>
  )
}

/** For who manages no lock in the domain: the mobile app is theirs. Under it what else they have. */
export function NoLocks({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { apple_store_url, google_store_url } = config()
  return (
    <div className={styles.noLocks}>
      <h1 className="visually-hidden">{t('dashboard.title')}</h1>
      <EmptyState
        icon="remote"
        title={t('dashboard.noLocksTitle')}
        actions={
          (apple_store_url || google_store_url) && (
            <>
              {apple_store_url && (
                <ButtonLink variant="ghost" href={apple_store_url}>
                  {t('dashboard.appStore')}
                </ButtonLink>
              )}
              {google_store_url && (
                <ButtonLink variant="ghost" href={google_store_url}>
                  {t('dashboard.googlePlay')}
                </ButtonLink>
              )}
            </>
          )
        }
      >
        {t('dashboard.noLocksText')} {t('dashboard.mobileApp')}
      </EmptyState>
      {children}
    </div>
  )
}

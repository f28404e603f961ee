import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '../../api/config'
import { errorText } from '../../api/errors'
import { isFinal } from '../../api/queries/domain'
import { selectableIdentities } from '../../session/domain'
import { chooseDomain, useSession } from '../../session/session'
import { Button, ButtonLink } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { Name } from '../../ui/Name'
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

/**
 * For who manages no lock in the domain: the mobile app is theirs, and with `doorsBelow` what stands under it. The domain may be their own
 * and empty, and their locks in another.
 */
export function NoLocks({ doorsBelow = false, children }: { doorsBelow?: boolean; children?: ReactNode }) {
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
        <p>{t('dashboard.noLocksText')}</p>
        <p>{t('dashboard.mobileApp')}</p>
        {doorsBelow && <p>{t('dashboard.doorsBelow')}</p>}
        <OtherDomains />
      </EmptyState>
      {children}
    </div>
  )
}

/** The other domains that the person administers, one press away. */
function OtherDomains() {
  const { t } = useTranslation()
  const { identities, identity } = useSession()
  const others = selectableIdentities(identities).filter(({ id }) => id !== identity?.id)
  if (others.length === 0) return null
  return (
    <div className={styles.others}>
      <p id="other-domains">{t('dashboard.otherDomains')}</p>
      <ul aria-labelledby="other-domains">
        {others.map((other) => (
          <li key={other.id}>
            <Button onPress={() => chooseDomain(other)}>
              <Name>{other.domain}</Name>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, type AskedProvider } from '../../api/errors'
import { isFinal } from '../../api/queries/domain'
import { askToLogOut } from '../../overlays/ask-to-log-out'
import { selectableIdentities, type Identity } from '../../session/domain'
import { chooseDomain, useSession } from '../../session/session'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import { Name } from '../../ui/Name'
import { ProgressBar } from '../../ui/ProgressBar'
import { Stores } from '../parts/Stores'
import { KeptOut } from './KeptOut'
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

/** The page of a domain that keeps out whoever manages it, for want of a sign-in: how they get in, and where else they could go. */
export function KeptOutOf({ identity, provider }: { identity: Identity; provider: AskedProvider }) {
  return (
    <Unmanaged>
      <KeptOut domain={identity.domain} provider={provider} />
    </Unmanaged>
  )
}

/** The page of who manages no lock in the domain: the domains that they do administer, then what is theirs here. */
export function Unmanaged({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={styles.noLocks}>
      <h1 className="visually-hidden">{t('dashboard.title')}</h1>
      <OtherDomains />
      {children}
    </div>
  )
}

/**
 * For who manages no lock in the domain and has no door either: as one who `isGuest` somewhere, or in nobody's house. Where a `guide`
 * leads to the first one, it says enough.
 */
export function NoLocks({ isGuest = false, guide = null }: { isGuest?: boolean; guide?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Unmanaged>
      {guide}
      {guide === null ? (
        <EmptyState icon="remote" title={t('dashboard.noLocksTitle')} actions={<Stores />}>
          <p>{t('dashboard.noLocksText')}</p>
          {isGuest && <p>{t('words.noDoors')}</p>}
          <p>{t('words.mobileApp')}</p>
        </EmptyState>
      ) : (
        <MobileApp />
      )}
    </Unmanaged>
  )
}

/** The page of whom no domain lists any more: they were taken out of the last one while they looked at it. */
export function Nowhere() {
  const { t } = useTranslation()
  const logOut = (
    <Button icon="leave" onPress={askToLogOut}>
      {t('logOut.act')}
    </Button>
  )
  return (
    <Unmanaged>
      <EmptyState icon="person" title={t('dashboard.nowhereTitle')} actions={logOut}>
        <p>{t('dashboard.nowhereText')}</p>
      </EmptyState>
    </Unmanaged>
  )
}

/** Below a guest's doors, and the first steps: that the mobile app opens doors, beside those which can be opened above. */
export function MobileApp({ opensHere = false }: { opensHere?: boolean }) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="mobile-app" className={styles.mobileApp}>
      <h2 id="mobile-app">{t('dashboard.mobileAppTitle')}</h2>
      <p>{t('words.mobileApp')}</p>
      {opensHere && <p>{t('dashboard.opensHere')}</p>}
      <div className={styles.stores}>
        <Stores />
      </div>
    </section>
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
      <h2 id="other-domains">{t('dashboard.otherDomains')}</h2>
      <ul aria-labelledby="other-domains">
        {others.map((other) => (
          <li key={other.id}>
            <Button variant="primary" icon="right" onPress={() => chooseDomain(other)}>
              <Name>{other.domain}</Name>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { openDomainSettings } from '../overlays/domain-settings/open'
import { usernameKey } from '../model/usernames'
import { selectableIdentities, type Identity } from '../session/domain'
import { chooseDomain, useSession } from '../session/session'
import { Button } from '../ui/Button'
import { Icon } from '../ui/Icon'
import { Menu } from '../ui/Menu'
import styles from './DomainSelector.module.css'

/** What the menu has below the domains; no id of an identity. */
const SETTINGS = 'settings'

/** The domain in which the person acts, the others they are an administrator of, and the settings of the one. */
export function DomainSelector() {
  const { t } = useTranslation()
  const { user, identities, identity } = useSession()
  const selectable = selectableIdentities(identities)
  if (!identity || !selectable.includes(identity)) return null
  const { domain } = identity
  // Of whoever was created in a domain, or handed theirs over, it is the primary one too.
  const isOwners = ({ primary, domain }: Identity) =>
    primary && usernameKey(domain) === usernameKey(user?.username ?? '')
  return (
    <Menu
      label={t('words.domain')}
      selected={identity.id}
      align="start"
      entries={selectable.map((one) => ({
        id: one.id,
        label: isOwners(one) ? t('shell.domainPrimary', { domain: one.domain }) : one.domain,
      }))}
      further={[{ id: SETTINGS, label: t('words.domainSettings'), icon: 'settings' }]}
      onAction={(id) => {
        if (id === SETTINGS) return openDomainSettings({})
        const chosen = selectable.find((candidate) => candidate.id === id)
        if (chosen) chooseDomain(chosen)
      }}
      trigger={
        <Button
          className={styles.trigger}
          aria-label={t(isOwners(identity) ? 'shell.domainShownPrimary' : 'shell.domainShown', { domain })}
        >
          <span className={styles.texts} title={domain}>
            <b>{broken(domain)}</b>
            {isOwners(identity) && <small>{t('shell.primaryOwner')}</small>}
          </span>
          <Icon name="chevron-down" size={16} />
        </Button>
      }
    />
  )
}

/** An address that needs two lines begins the second with its host. */
function broken(domain: string): ReactNode {
  const at = domain.lastIndexOf('@') + 1
  return (
    <>
      {domain.slice(0, at)}
      <wbr />
      {domain.slice(at)}
    </>
  )
}

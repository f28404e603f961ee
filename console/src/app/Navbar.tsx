import { useTranslation } from 'react-i18next'
import { config } from '../api/config'
import { openConfirmDialog } from '../overlays/confirm-dialog/open'
import { logOut, useSession } from '../session/session'
import { Avatar } from '../ui/Avatar'
import { Button, ButtonLink } from '../ui/Button'
import { Icon } from '../ui/Icon'
import { Spare } from '../ui/Spare'
import { DomainSelector } from './DomainSelector'
import { LanguageMenu, roomForWords } from './LanguageMenu'
import styles from './Navbar.module.css'

/** The bar above every page. Under 900 px its words give way to their drawings. */
export function Navbar() {
  const { t } = useTranslation()
  const { status, user } = useSession()
  const { product_name, support_url } = config()
  return (
    <header className={styles.bar} data-signed-in={status === 'success' || undefined}>
      <Button
        variant="quiet"
        aria-label={t('shell.reload', { product: product_name })}
        className={styles.logo}
        onPress={() => location.reload()}
      >
        <Icon name="door" size={24} className={styles.mark} />
        <span className={styles.product}>{product_name}</span>
      </Button>
      {status === 'success' && <DomainSelector />}
      <nav aria-label={t('shell.bar')} className={styles.nav}>
        <LanguageMenu />
        {support_url && (
          <ButtonLink href={support_url} icon="help">
            <Spare below={roomForWords}>{t('shell.support')}</Spare>
          </ButtonLink>
        )}
        {status === 'success' && (
          <Button variant="quiet" icon="leave" onPress={askToLogOut}>
            <Spare below={roomForWords}>{t('shell.logOut')}</Spare>
          </Button>
        )}
      </nav>
      {user && (
        <span className={styles.person} title={user.username}>
          <Avatar name={user.display_name || user.username} />
          <span className="visually-hidden">{user.username}</span>
        </span>
      )}
    </header>
  )

  function askToLogOut() {
    openConfirmDialog({
      title: t('shell.logOutQuestion'),
      text: t('shell.logOutMeaning'),
      confirmLabel: t('shell.logOut'),
      pendingLabel: t('shell.loggingOut'),
      onConfirm: logOut,
    })
  }
}

import { useTranslation } from 'react-i18next'
import { config } from '../api/config'
import { openAddDevice } from '../overlays/add-device/open'
import { narrow } from '../overlays/choices'
import { openConfirmDialog } from '../overlays/confirm-dialog/open'
import { openCreateGroup } from '../overlays/create-group/open'
import { openCreateUsers } from '../overlays/create-users/open'
import { openModifyFilters } from '../overlays/modify-filters/open'
import { openMyAccount } from '../overlays/my-account/open'
import { logOut, useSession } from '../session/session'
import { Avatar } from '../ui/Avatar'
import { Button, ButtonLink } from '../ui/Button'
import { Icon } from '../ui/Icon'
import { Menu, type MenuEntry } from '../ui/Menu'
import { Name } from '../ui/Name'
import { Spare } from '../ui/Spare'
import { Tooltip } from '../ui/Tooltip'
import { useMedia } from '../ui/use-media'
import { DomainSelector } from './DomainSelector'
import { LanguageMenu, roomForWords } from './LanguageMenu'
import styles from './Navbar.module.css'

/** On such screens the domain's name needs the room of the buttons, which stand in one menu. */
const phone = '(max-width: 699px)'

type Act = 'createUsers' | 'createGroup' | 'addDevice' | 'support' | 'myAccount' | 'logOut'

/** The bar above every page. Where its words have no room they give way to their drawings, under 700 px most buttons to a menu. */
export function Navbar() {
  const { t } = useTranslation()
  const { status, user, identity } = useSession()
  const isNarrow = useMedia(narrow)
  const isPhone = useMedia(phone)
  const isSpare = useMedia(`(max-width: ${roomForWords - 1}px)`)
  const { product_name, support_url } = config()
  const isSignedIn = status === 'success'
  const runs: Partial<Record<Act, () => void>> = {
    createUsers: () => openCreateUsers({}),
    createGroup: () => openCreateGroup({}),
    addDevice: () => openAddDevice({}),
    myAccount: () => openMyAccount({}),
    logOut: askToLogOut,
  }
  const before: MenuEntry<Act>[] = []
  if (identity?.role === 'administrator') {
    before.push({ id: 'createUsers', label: t('shell.createUsers'), icon: 'add-person' })
    before.push({ id: 'createGroup', label: t('shell.createGroup'), icon: 'people' })
  }
  if (identity !== null && identity.role !== 'user') {
    before.push({ id: 'addDevice', label: t('shell.addDevice'), icon: 'door' })
  }
  const after: MenuEntry<Act>[] = []
  if (support_url) after.push({ id: 'support', label: t('shell.support'), icon: 'help', href: support_url })
  if (isSignedIn) after.push({ id: 'logOut', label: t('shell.logOut'), icon: 'leave' })
  const isMenu = isSignedIn && isPhone
  // Beside the other buttons it is drawn as the person it is of.
  const ownAccount: MenuEntry<Act> = { id: 'myAccount', label: t('shell.myAccount'), icon: 'person' }
  return (
    <header className={styles.bar} data-signed-in={isSignedIn || undefined}>
      <Button
        variant="quiet"
        aria-label={t('shell.reload', { product: product_name })}
        className={styles.logo}
        onPress={() => location.reload()}
      >
        <Icon name="door" size={24} className={styles.mark} />
        <span className={styles.product}>{product_name}</span>
      </Button>
      {isSignedIn && <DomainSelector />}
      <nav aria-label={t('shell.bar')} className={styles.nav}>
        {isNarrow && identity !== null && identity.role !== 'user' && (
          <Button variant="quiet" icon="filter" aria-haspopup="dialog" onPress={() => openModifyFilters({})}>
            <Spare below={roomForWords}>{t('dashboard.openFilters')}</Spare>
          </Button>
        )}
        {!isMenu && before.map(button)}
        <LanguageMenu />
        {!isMenu && after.map(button)}
        {isMenu && (
          <Menu
            label={t('shell.more')}
            entries={[...before, ownAccount, ...after]}
            onAction={(act) => runs[act]?.()}
            trigger={<Button variant="quiet" icon="menu" aria-label={t('shell.more')} />}
          />
        )}
      </nav>
      {user && !isMenu && (
        <Tooltip text={<Name>{user.username}</Name>}>
          <Button variant="quiet" className={styles.person} aria-haspopup="dialog" onPress={runs.myAccount}>
            <Avatar name={user.display_name || user.username} />
            <Spare below={roomForWords}>{ownAccount.label}</Spare>
          </Button>
        </Tooltip>
      )}
    </header>
  )

  function button({ id, label, icon, href }: MenuEntry<Act>) {
    const words = <Spare below={roomForWords}>{label}</Spare>
    if (href !== undefined) {
      return (
        <ButtonLink key={id} href={href} icon={icon}>
          {words}
        </ButtonLink>
      )
    }
    const shown = (
      <Button
        key={id}
        variant="quiet"
        icon={icon}
        aria-haspopup={id === 'logOut' ? undefined : 'dialog'}
        onPress={runs[id]}
      >
        {words}
      </Button>
    )
    if (!isSpare) return shown
    return (
      <Tooltip key={id} text={label}>
        {shown}
      </Tooltip>
    )
  }

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

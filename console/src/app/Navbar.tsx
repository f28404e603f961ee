import { useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { config } from '../api/config'
import { useKeptOut } from '../api/queries/use-domain'
import { openAddDevice } from '../overlays/add-device/open'
import { askToLogOut } from '../overlays/ask-to-log-out'
import { narrow } from '../overlays/choices'
import { openCreateGroup } from '../overlays/create-group/open'
import { openCreateUsers } from '../overlays/create-users/open'
import { openInviteGuests } from '../overlays/invite-guests/open'
import { openModifyFilters } from '../overlays/modify-filters/open'
import { openMyAccount } from '../overlays/my-account/open'
import { useSession } from '../session/session'
import { Avatar } from '../ui/Avatar'
import { Button, ButtonLink } from '../ui/Button'
import { Icon } from '../ui/Icon'
import { Menu, type MenuEntry } from '../ui/Menu'
import { Name } from '../ui/Name'
import { Spare } from '../ui/Spare'
import { Tooltip } from '../ui/Tooltip'
import { useMedia } from '../ui/use-media'
import { DomainSelector } from './DomainSelector'
import { InvitationsMenu } from './InvitationsMenu'
import { LanguageMenu, roomForWords } from './LanguageMenu'
import styles from './Navbar.module.css'
import { useFreshIdentities } from './use-fresh-identities'

/** On such screens the domain's name needs the room of the buttons, which stand in one menu. */
const crowded = '(max-width: 899px)'

/** On such screens what rests has no room either. */
const phone = '(max-width: 699px)'

type Act = 'inviteGuests' | 'createUsers' | 'createGroup' | 'addDevice' | 'support' | 'myAccount' | 'logOut'

/** What brings people in, and orders them. */
const acts: ReadonlySet<Act> = new Set(['inviteGuests', 'createUsers', 'createGroup'])

/** The bar above every page. Where its words have no room they give way to their drawings, under 900 px most buttons to a menu. */
export function Navbar() {
  const { t } = useTranslation()
  const session = useSession()
  const pathname = useRouterState({ select: ({ location }) => location.pathname })
  // Elsewhere there is no domain in which something could be done.
  const { user, identity } = pathname === '/dashboard' ? session : { user: null, identity: null }
  const isKeptOut = useKeptOut() !== null
  const isNarrow = useMedia(narrow)
  const isCrowded = useMedia(crowded)
  const isPhone = useMedia(phone)
  const lacksRoom = {
    acts: useMedia(`(max-width: ${roomForWords.acts - 1}px)`),
    all: useMedia(`(max-width: ${roomForWords.all - 1}px)`),
  }
  const { product_name, support_url } = config()
  const isSignedIn = session.status === 'success'
  useFreshIdentities()
  const runs: Partial<Record<Act, () => void>> = {
    inviteGuests: () => openInviteGuests({}),
    createUsers: () => openCreateUsers({}),
    createGroup: () => openCreateGroup({}),
    addDevice: () => openAddDevice({}),
    myAccount: () => openMyAccount({}),
    logOut: askToLogOut,
  }
  const before: MenuEntry<Act>[] = []
  if (identity?.role === 'administrator' && !isKeptOut) {
    before.push({ id: 'inviteGuests', label: t('words.inviteGuests'), icon: 'add-mail' })
    before.push({ id: 'createUsers', label: t('shell.createUsers'), icon: 'add-person' })
    before.push({ id: 'createGroup', label: t('shell.createGroup'), icon: 'people' })
  }
  if (identity !== null && identity.role !== 'user' && !isKeptOut) {
    before.push({ id: 'addDevice', label: t('shell.addDevice'), icon: 'door' })
  }
  const after: MenuEntry<Act>[] = []
  if (support_url) after.push({ id: 'support', label: t('shell.support'), icon: 'help', href: support_url })
  if (isSignedIn) after.push({ id: 'logOut', label: t('logOut.act'), icon: 'leave' })
  const isMenu = user !== null && isCrowded
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
      {user !== null && <DomainSelector />}
      <nav aria-label={t('shell.bar')} className={styles.nav}>
        {isNarrow && identity !== null && identity.role !== 'user' && !isKeptOut && (
          <Button variant="quiet" icon="filter" aria-haspopup="dialog" onPress={() => openModifyFilters({})}>
            <Spare below={roomForWords.acts}>{t('shell.filters')}</Spare>
          </Button>
        )}
        {user !== null && <InvitationsMenu spares={isPhone} />}
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
            <Spare below={roomForWords.all}>{ownAccount.label}</Spare>
          </Button>
        </Tooltip>
      )}
    </header>
  )

  function button({ id, label, icon, href }: MenuEntry<Act>) {
    const room = acts.has(id) ? 'acts' : 'all'
    const words = <Spare below={roomForWords[room]}>{label}</Spare>
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
    if (!lacksRoom[room]) return shown
    return (
      <Tooltip key={id} text={label}>
        {shown}
      </Tooltip>
    )
  }
}

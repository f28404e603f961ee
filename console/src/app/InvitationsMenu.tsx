import { useTranslation } from 'react-i18next'
import { numberFormat } from '../i18n/format'
import { openReceivedInvitations } from '../overlays/received-invitations/open'
import { openSentInvitations } from '../overlays/sent-invitations/open'
import { Button } from '../ui/Button'
import { Menu, type MenuEntry } from '../ui/Menu'
import { Spare } from '../ui/Spare'
import { Tooltip } from '../ui/Tooltip'
import { roomForWords } from './LanguageMenu'
import styles from './Navbar.module.css'
import { useInvitationCounts } from './use-invitation-counts'

type Act = 'sent' | 'received'

const runs: Record<Act, () => void> = {
  sent: () => openSentInvitations({}),
  received: () => openReceivedInvitations({}),
}

/** The invitations that wait for an answer, with their numbers. Where `spares` room, it is shown only when there are some. */
export function InvitationsMenu({ spares }: { spares: boolean }) {
  const { t } = useTranslation()
  const { sent, received, isLoading } = useInvitationCounts()
  const isResting = isLoading || (sent ?? 0) + received === 0
  if (isResting && spares) return null
  const number = numberFormat()
  const counts = { sent: number.format(sent ?? 0), received: number.format(received) }
  const entries: MenuEntry<Act>[] = [
    { id: 'received', label: t('shell.received', counts), icon: 'mail', isDisabled: received === 0 },
  ]
  if (sent !== null) {
    entries.unshift({ id: 'sent', label: t('shell.sent', counts), icon: 'right', isDisabled: sent === 0 })
  }
  const counted = sent === null ? t('shell.invitationsReceived', counts) : t('shell.invitationsCounted', counts)
  return (
    <Menu
      label={t('shell.invitations')}
      entries={entries}
      onAction={(act) => runs[act]()}
      trigger={
        // Two bare numbers say nothing to who does not know them yet.
        <Tooltip text={counted}>
          <Button
            variant="quiet"
            icon="mail"
            className={styles.invitations}
            isDisabled={isResting}
            aria-label={counted}
          >
            <Spare below={roomForWords.acts}>{t('shell.invitations')}</Spare>
            <span className={styles.counter}>{sent === null ? counts.received : t('shell.counter', counts)}</span>
          </Button>
        </Tooltip>
      }
    />
  )
}

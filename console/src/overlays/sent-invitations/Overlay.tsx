import { useTranslation } from 'react-i18next'
import { invitationsOf, useSentInvitations, type SentInvitation } from '../../api/queries/invitation'
import { useDomain } from '../../api/queries/use-domain'
import { shortened } from '../../i18n/isolate'
import { useSession } from '../../session/session'
import { Button } from '../../ui/Button'
import type { IconName } from '../../ui/Icon'
import { Name } from '../../ui/Name'
import { openConfirmDialog } from '../confirm-dialog/open'
import { CopyButton } from '../CopyButton'
import { ErrorDialog } from '../ErrorDialog'
import { announce } from '../frame/announcement'
import { Frame } from '../frame/Frame'
import { CardHead } from '../invitations/CardHead'
import { InvitationList } from '../invitations/InvitationList'
import styles from '../invitations/invitations.module.css'
import { OfferedLocks } from '../OfferedLocks'
import type { OverlayProps } from '../registry'
import { useNow } from '../use-now'
import { withdraw } from './withdraw'

/** The invitations that were sent from the domain and nobody has answered. */
export default function SentInvitations({ close }: OverlayProps) {
  const { t } = useTranslation()
  const { identity } = useSession()
  const now = useNow()
  const isAllowed = identity?.role === 'administrator'
  const query = useSentInvitations(isAllowed ? identity.id : null)
  if (!isAllowed) return <ErrorDialog message={t('errors.forbidden')} close={close} />
  const title = t('invitations.sentTitle')
  return (
    <Frame title={title} steady="tall" close={close}>
      <InvitationList query={query} label={title} none={t('sentInvitations.none')}>
        {(invitation) => (
          <Sent invitation={invitation} now={now} onDelete={() => withdraw(invitation, invitationsOf(query.data))} />
        )}
      </InvitationList>
    </Frame>
  )
}

const methods = {
  email: { icon: 'mail', label: 'sentInvitations.method.email' },
  username: { icon: 'person', label: 'sentInvitations.method.username' },
  token: { icon: 'link', label: 'sentInvitations.method.token' },
} as const satisfies Record<SentInvitation['method'], { icon: IconName; label: string }>

function Sent({
  invitation,
  now,
  onDelete,
}: {
  invitation: SentInvitation
  now: number
  onDelete: () => Promise<void>
}) {
  const { t } = useTranslation()
  const { domain } = useDomain()
  const { method, sent_to, alias, token, link_data } = invitation
  const { icon, label } = methods[method]
  const named = shortened(method === 'token' ? alias : sent_to)
  return (
    <>
      <CardHead icon={icon} iconLabel={t(label)} invitation={invitation}>
        <h3>{method === 'token' ? t('invitations.link') : <Name>{sent_to}</Name>}</h3>
        {alias !== '' && <small>{t('sentInvitations.alias', { alias: shortened(alias) })}</small>}
      </CardHead>
      <OfferedLocks locks={link_data.locks} now={now} domain={domain} />
      <div className={styles.acts}>
        {method === 'token' && (
          <CopyButton
            label={named === '' ? t('invitations.copyLink') : t('invitations.copyLinkFor', { alias: named })}
            text={`${location.origin}${location.pathname}#/i/${token}`}
          />
        )}
        <Button
          variant="danger"
          icon="bin"
          aria-label={named === '' ? t('sentInvitations.deleteLink') : t('sentInvitations.deleteOf', { name: named })}
          onPress={askToDelete}
        >
          {t('sentInvitations.delete')}
        </Button>
      </div>
    </>
  )

  function askToDelete() {
    openConfirmDialog({
      title: t('sentInvitations.question'),
      text: named === '' ? t('sentInvitations.meaningOfLink') : t('sentInvitations.meaning', { name: named }),
      confirmLabel: t('sentInvitations.delete'),
      pendingLabel: t('sentInvitations.deleting'),
      destructive: true,
      onConfirm: async () => {
        await onDelete()
        announce('remove')
      },
    })
  }
}

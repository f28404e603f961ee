import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { invitationsOf, onSentGone, useSentInvitations, type SentInvitation } from '../../api/queries/invitation'
import { useDomain } from '../../api/queries/use-domain'
import { shortened } from '../../i18n/isolate'
import { usernameKey } from '../../model/usernames'
import { useSession } from '../../session/session'
import { Button } from '../../ui/Button'
import type { IconName } from '../../ui/Icon'
import { Name } from '../../ui/Name'
import { Note } from '../../ui/Note'
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
  // Those that were gone when they were to be deleted stay in sight, with what is known of them.
  const [gone, setGone] = useState<ReadonlyMap<string, ReactNode>>(new Map())
  if (!isAllowed) return <ErrorDialog message={t('errors.forbidden')} close={close} />
  const title = t('invitations.sentTitle')
  return (
    <Frame title={title} steady="tall" close={close}>
      <InvitationList query={query} label={title} none={t('sentInvitations.none')} answered={gone}>
        {(invitation) => (
          <Sent
            invitation={invitation}
            now={now}
            onDelete={() => withdraw(invitation, invitationsOf(query.data))}
            watch={(onGone) => onSentGone(identity.id, invitation.token, onGone)}
            onGone={() =>
              setGone((before) => new Map(before).set(invitation.token, <GoneCard invitation={invitation} />))
            }
          />
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

function Head({ invitation }: { invitation: SentInvitation }) {
  const { t } = useTranslation()
  const { method, sent_to, alias } = invitation
  const { icon, label } = methods[method]
  return (
    <CardHead icon={icon} iconLabel={t(label)} invitation={invitation}>
      <h3>{method === 'token' ? t('invitations.link') : <Name>{sent_to}</Name>}</h3>
      {alias !== '' && <small>{t('sentInvitations.alias', { alias: shortened(alias) })}</small>}
    </CardHead>
  )
}

/** One that had been answered or withdrawn elsewhere when it was to be deleted here. The server does not tell which. */
function GoneCard({ invitation }: { invitation: SentInvitation }) {
  const { t } = useTranslation()
  const { domain } = useDomain()
  const { sent_to } = invitation
  const isHere = [...domain.users.values()].some(({ username }) => usernameKey(username) === usernameKey(sent_to))
  return (
    <>
      <Head invitation={invitation} />
      <Note tone="warning" announce>
        {sent_to !== '' && isHere
          ? t('sentInvitations.goneHere', { name: shortened(sent_to) })
          : t('sentInvitations.gone')}
      </Note>
    </>
  )
}

function Sent({
  invitation,
  now,
  onDelete,
  watch,
  onGone,
}: {
  invitation: SentInvitation
  now: number
  /** Answers whether it was there. */
  onDelete: () => Promise<boolean>
  /** Calls back when it has gone, and answers how to stop that. */
  watch: (onGone: () => void) => () => void
  /** It was asked about here, and had gone. */
  onGone: () => void
}) {
  const { t } = useTranslation()
  const { domain } = useDomain()
  const { method, sent_to, alias, token, link_data } = invitation
  const named = shortened(method === 'token' ? alias : sent_to)
  return (
    <>
      <Head invitation={invitation} />
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
        if (await onDelete()) announce('remove')
        else onGone()
      },
      subject: { watch, onGone },
    })
  }
}

import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/errors'
import {
  acceptReceived,
  declineReceived,
  useReceivedInvitations,
  type AcceptedInvitation,
  type ReceivedInvitation,
} from '../../api/queries/invitation'
import { shortened } from '../../i18n/isolate'
import { domainName } from '../../session/domain'
import { chooseDomain, useSession } from '../../session/session'
import { Button } from '../../ui/Button'
import { Name } from '../../ui/Name'
import { Note } from '../../ui/Note'
import { Accepted } from '../Accepted'
import { askToDecline } from '../ask-to-decline'
import { announce } from '../frame/announcement'
import { Frame } from '../frame/Frame'
import { CardHead } from '../invitations/CardHead'
import { InvitationList } from '../invitations/InvitationList'
import styles from '../invitations/invitations.module.css'
import { OfferedLocks } from '../OfferedLocks'
import type { OverlayProps } from '../registry'
import { useAccepting, useJoined } from '../use-accepting'
import { useNow } from '../use-now'

/** The invitations that came to one's account and are not answered yet. */
export default function ReceivedInvitations({ close }: OverlayProps) {
  const { t } = useTranslation()
  const { user } = useSession()
  const now = useNow()
  const query = useReceivedInvitations(user?.id ?? null)
  // Those that were accepted here stay in sight, with what came of it, and so do those that were gone when they were to be answered.
  const [taken, setTaken] = useState<ReadonlyMap<string, ReactNode>>(new Map())
  const keep = ({ token }: ReceivedInvitation, card: ReactNode) =>
    setTaken((before) => new Map(before).set(token, card))
  const title = t('receivedInvitations.title')
  return (
    <Frame title={title} steady="tall" close={close}>
      <InvitationList query={query} label={title} none={t('receivedInvitations.none')} answered={taken}>
        {(invitation) => (
          <Received
            invitation={invitation}
            now={now}
            onAccepted={(answer) => keep(invitation, <AcceptedCard invitation={invitation} answer={answer} />)}
            onGone={() => keep(invitation, <GoneCard invitation={invitation} />)}
          />
        )}
      </InvitationList>
    </Frame>
  )
}

function Head({ invitation }: { invitation: ReceivedInvitation }) {
  return (
    <CardHead icon="mail" invitation={invitation}>
      <h3>
        <Name>{domainName(invitation.domain)}</Name>
      </h3>
    </CardHead>
  )
}

/** What came of one that was accepted, and the way into its domain for who administers that. */
function AcceptedCard({ invitation, answer }: { invitation: ReceivedInvitation; answer: AcceptedInvitation }) {
  const { t } = useTranslation()
  const joined = useJoined(answer)
  return (
    <>
      <Head invitation={invitation} />
      <Accepted answer={answer} locks={invitation.locks} />
      {joined !== null && (
        <div className={styles.acts}>
          <Button variant="primary" icon="right" onPress={() => chooseDomain(joined)}>
            {t('invitations.choose', { domain: shortened(joined.domain) })}
          </Button>
        </div>
      )}
    </>
  )
}

/** One that had been answered elsewhere or withdrawn when it was to be answered here. */
function GoneCard({ invitation }: { invitation: ReceivedInvitation }) {
  const { t } = useTranslation()
  return (
    <>
      <Head invitation={invitation} />
      <Note tone="warning" announce>
        {t('receivedInvitations.gone')}
      </Note>
    </>
  )
}

function Received({
  invitation,
  now,
  onAccepted,
  onGone,
}: {
  invitation: ReceivedInvitation
  now: number
  onAccepted: (answer: AcceptedInvitation) => void
  onGone: () => void
}) {
  const { t } = useTranslation()
  const { token, locks } = invitation
  const domain = shortened(domainName(invitation.domain))
  const { isPending, failure, accept } = useAccepting((key) => acceptReceived(token, key), onAccepted, onGone)
  return (
    <>
      <Head invitation={invitation} />
      <OfferedLocks locks={locks} now={now} />
      {failure !== null && (
        <Note tone="danger" announce>
          <p>{t('invitations.acceptFailed')}</p>
          <p>{errorText(failure)}</p>
        </Note>
      )}
      <div className={styles.acts}>
        <Button
          isDisabled={isPending}
          aria-label={t('receivedInvitations.declineOf', { domain })}
          onPress={() =>
            askToDecline(domainName(invitation.domain), () => declineReceived(token), {
              onDeclined: () => announce('remove'),
              onGone,
            })
          }
        >
          {t('invitations.decline')}
        </Button>
        <Button
          variant="primary"
          isPending={isPending}
          pendingLabel={t('invitations.accepting')}
          aria-label={t('receivedInvitations.acceptOf', { domain })}
          onPress={() => void accept()}
        >
          {t('invitations.accept')}
        </Button>
      </div>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, errorText } from '../../api/errors'
import {
  acceptByToken,
  declineByToken,
  invitationByToken,
  type AcceptedInvitation,
  type ReceivedInvitation,
} from '../../api/queries/invitation'
import { dateTimeText } from '../../i18n/format'
import { shortened } from '../../i18n/isolate'
import { Accepted } from '../../overlays/Accepted'
import { askToDecline } from '../../overlays/ask-to-decline'
import { askToLogOut } from '../../overlays/ask-to-log-out'
import { OfferedLocks } from '../../overlays/OfferedLocks'
import { useAccepting, useJoined } from '../../overlays/use-accepting'
import { useNow } from '../../overlays/use-now'
import { domainName } from '../../session/domain'
import { chooseDomain, type CurrentUser } from '../../session/session'
import { tab } from '../../session/storage'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'
import { ProgressBar } from '../../ui/ProgressBar'
import { Card } from '../parts/Card'
import { Stores } from '../parts/Stores'
import styles from './invitation.module.css'

/** For who is signed in: who invites to what, to be accepted with this account, or with another after signing out. */
export function SignedIn({ token, user }: { token: string; user: CurrentUser }) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: ['invitation', user.id, token],
    queryFn: () => invitationByToken(token),
    staleTime: Infinity,
    // Whoever comes again asks again: it may be answered by then.
    gcTime: 0,
  })
  const [answer, setAnswer] = useState<AcceptedInvitation | null>(null)
  const [isDeclined, setDeclined] = useState(false)
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    // The sign-in has led here: the next one is about something else.
    tab.remove('invitation')
  }, [])

  if (query.data !== undefined && answer !== null) return <Done answer={answer} invitation={query.data} />
  if (isDeclined) return <Over title={t('invitation.declined')} text={t('invitation.declinedText')} user={user} />
  if (isGone) return <Over title={t('invitation.gone')} text={t('invitation.goneText')} user={user} />
  if (query.data !== undefined) {
    return (
      <Offered
        token={token}
        invitation={query.data}
        user={user}
        onAccepted={setAnswer}
        onDeclined={() => setDeclined(true)}
        onGone={() => setGone(true)}
      />
    )
  }
  if (query.error === null) {
    return (
      <Card icon="mail" title={t('invitation.title')}>
        <ProgressBar label={t('invitation.loading')} />
      </Card>
    )
  }
  if (query.error instanceof ApiError && query.error.status === 404) {
    return <Over title={t('invitation.over')} text={t('invitation.overText')} user={user} />
  }
  return (
    <Card icon="mail" title={t('invitation.title')}>
      <Note tone="danger" announce title={t('invitation.failed')}>
        {errorText(query.error)}
      </Note>
      <Button icon="refresh" isPending={query.isFetching} onPress={() => void query.refetch()}>
        {t('ui.tryAgain')}
      </Button>
    </Card>
  )
}

function Offered({
  token,
  invitation,
  user,
  onAccepted,
  onDeclined,
  onGone,
}: {
  token: string
  invitation: ReceivedInvitation
  user: CurrentUser
  onAccepted: (answer: AcceptedInvitation) => void
  onDeclined: () => void
  onGone: () => void
}) {
  const { t } = useTranslation()
  const now = useNow()
  const { isPending, failure, accept } = useAccepting((key) => acceptByToken(token, key), onAccepted, onGone)
  const domain = shortened(domainName(invitation.domain))
  const sender = shortened(invitation.sent_by.display_name)
  return (
    <Card
      icon="mail"
      wide
      title={sender === '' ? t('invitation.intoBy', { domain }) : t('invitation.into', { sender, domain })}
    >
      <OfferedLocks locks={invitation.locks} now={now} />
      <p>{t('invitations.until', { date: dateTimeText(Date.parse(invitation.expires_at)) })}</p>
      {failure !== null && (
        <Note tone="danger" announce>
          <p>{t('invitations.acceptFailed')}</p>
          <p>{errorText(failure)}</p>
        </Note>
      )}
      <Button
        variant="primary"
        autoFocus
        isPending={isPending}
        pendingLabel={t('invitations.accepting')}
        onPress={() => void accept()}
      >
        {t('invitation.acceptAs', { username: shortened(user.username) })}
      </Button>
      <div className={styles.others}>
        <Button
          isDisabled={isPending}
          onPress={() =>
            askToDecline(domainName(invitation.domain), () => declineByToken(token), { onDeclined, onGone })
          }
        >
          {t('invitations.decline')}
        </Button>
        <Button icon="leave" isDisabled={isPending} onPress={askToLogOut}>
          {t('invitation.otherAccount')}
        </Button>
      </div>
    </Card>
  )
}

/** What came of accepting, and where to go from there. */
function Done({ answer, invitation }: { answer: AcceptedInvitation; invitation: ReceivedInvitation }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const joined = useJoined(answer)
  const isNothing = answer.already_member && answer.links.length === 0
  return (
    <Card icon={isNothing ? 'info' : 'tick'} wide title={t(isNothing ? 'invitation.nothing' : 'invitation.done')}>
      <Accepted answer={answer} locks={invitation.locks} />
      <Button
        variant="primary"
        autoFocus
        onPress={() => {
          void navigate({ to: '/dashboard', replace: true })
          if (joined !== null) chooseDomain(joined)
        }}
      >
        {joined === null ? t('invitation.toDoors') : t('invitations.choose', { domain: shortened(joined.domain) })}
      </Button>
      <p>{t('words.mobileApp')}</p>
      <div className={styles.stores}>
        <Stores />
      </div>
    </Card>
  )
}

/** There is nothing to accept, or not for this account. */
function Over({ title, text, user }: { title: string; text: string; user: CurrentUser }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Card icon="info" title={title}>
      <p role="status">{text}</p>
      <p>{t('invitation.signedInAs', { username: shortened(user.username) })}</p>
      <Button variant="primary" autoFocus onPress={() => void navigate({ to: '/dashboard', replace: true })}>
        {t('invitation.toDoors')}
      </Button>
      <div className={styles.others}>
        <Button icon="leave" onPress={askToLogOut}>
          {t('invitation.otherAccount')}
        </Button>
      </div>
    </Card>
  )
}

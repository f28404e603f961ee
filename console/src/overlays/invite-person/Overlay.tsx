import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomain } from '../../api/queries/use-domain'
import { shortened } from '../../i18n/isolate'
import type { User } from '../../model/domain'
import { useSession } from '../../session/session'
import { Avatar } from '../../ui/Avatar'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'
import { TextField } from '../../ui/TextField'
import { ErrorDialog } from '../ErrorDialog'
import { Frame } from '../frame/Frame'
import form from '../frame/Frame.module.css'
import styles from '../guests/guests.module.css'
import { AskedInvitation } from '../invitations/AskedInvitation'
import { statusTexts } from '../invitations/guest'
import type { OverlayProps } from '../registry'
import { useNow } from '../use-now'
import { useInvitingPerson } from './use-inviting-person'

/** Invites somebody who is known by name alone to have an account; they stay who they are. */
export default function InvitePerson({ user: id, close }: { user: string } & OverlayProps) {
  const { t } = useTranslation()
  const { domain } = useDomain()
  const { identity } = useSession()
  const user = domain.users.get(id)
  // Once it is accepted, what became of it is still to be read.
  const [hadAccount] = useState(user?.hasAccount)
  if (identity?.role !== 'administrator') return <ErrorDialog message={t('errors.forbidden')} close={close} />
  if (user === undefined) return <ErrorDialog message={t('words.goneUser')} close={close} />
  if (hadAccount === true) return <ErrorDialog message={t('errors.field.hasAccount')} close={close} />
  return <Invitation user={user} close={close} />
}

function Invitation({ user, ...own }: { user: User } & OverlayProps) {
  const { t } = useTranslation()
  const inviting = useInvitingPerson(user, useNow())
  const [isAsked, setAsked] = useState(false)
  const { typed, type, problem, guest, isPending } = inviting
  const isEmpty = typed.trim() === ''
  const isDone = guest !== null && !isPending && guest.state !== 'error'
  return (
    <Frame
      title={t('invitePerson.title', { name: shortened(user.name) })}
      leading={<Avatar name={user.name} />}
      edited={inviting.edited}
      restored={inviting.restored}
      pending={isPending ? 'save' : null}
      save={
        isDone
          ? undefined
          : {
              label: t('invitations.invite'),
              pendingLabel: t('invitations.inviting'),
              isReady: true,
              refuse: (isEmpty || problem !== null) && (() => setAsked(true)),
              run: () => void inviting.invite(),
            }
      }
      leaveLabel={isDone ? t('ui.ok') : undefined}
      notices={[
        guest?.state === 'error' && (
          <Note key="failed" tone="danger" announce>
            {statusTexts(guest).map((text) => (
              <p key={text}>{text}</p>
            ))}
          </Note>
        ),
        isDone && (
          <Note key="done" tone="success" announce>
            {t('invitations.done', { count: 1 })}
          </Note>
        ),
      ]}
      close={close}
    >
      {isDone ? (
        <ul className={styles.guests} aria-label={t('words.account')}>
          <AskedInvitation guest={guest} />
        </ul>
      ) : (
        <div className={form.form}>
          <p>{t('invitePerson.text')}</p>
          <TextField
            autoFocus
            label={t('invitePerson.to')}
            description={t('invitePerson.toText')}
            error={isAsked ? problemText() : undefined}
            autoComplete="off"
            spellCheck="false"
            value={typed}
            isDisabled={isPending}
            onChange={(next) => {
              setAsked(false)
              type(next)
            }}
          />
          <div className={styles.ways}>
            <p>{t('invitations.linkText')}</p>
            <Button icon="link" isDisabled={isPending} onPress={() => void inviting.makeLink()}>
              {t('invitations.makeLink')}
            </Button>
          </div>
        </div>
      )}
    </Frame>
  )

  function problemText(): string | undefined {
    if (isEmpty) return t('errors.field.required')
    return problem === null ? undefined : t(`guests.problem.${problem}`)
  }

  function close() {
    inviting.forget()
    own.close()
  }
}

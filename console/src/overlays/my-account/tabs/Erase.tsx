import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, errorText } from '../../../api/errors'
import { deleteDomain, eraseAccount } from '../../../api/queries/leaving'
import { usernameKey } from '../../../model/usernames'
import type { Identity } from '../../../session/domain'
import { endErased, type CurrentUser } from '../../../session/session'
import { Button } from '../../../ui/Button'
import { Note } from '../../../ui/Note'
import { TextField } from '../../../ui/TextField'
import { openConfirmDialog } from '../../confirm-dialog/open'
import { isSignInTooOld, SignInAgain } from '../SignInAgain'
import styles from './lists.module.css'

/** The end of one's account, and of the domain that one owns with it. */
export function Erase({ user, identity }: { user: CurrentUser; identity: Identity }) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState({ password: '', domain: '' })
  const [failed, setFailed] = useState<{ reason: unknown; password: string } | null>(null)
  const [isAsked, setAsked] = useState(false)
  const { password, domain } = draft
  const isOwner = usernameKey(identity.domain) === usernameKey(user.username)
  const isNamed = !isOwner || usernameKey(domain) === usernameKey(identity.domain)
  const reason = failed?.reason ?? null
  const wrong = reason instanceof ApiError ? reason.fields.password : undefined

  return (
    <section className={styles.part} aria-labelledby="account-erase">
      <h3 id="account-erase">{t('account.leave.erase')}</h3>
      <p>{t('account.leave.eraseText')}</p>
      {isOwner && (
        <>
          <Note tone="warning">{t('account.leave.domainText', { domain: identity.domain })}</Note>
          <TextField
            label={t('account.leave.domain')}
            description={t('account.leave.domainForm')}
            autoComplete="off"
            value={domain}
            error={isAsked && !isNamed ? t('account.leave.otherDomain') : undefined}
            onChange={(typed) => setDraft({ password, domain: typed })}
          />
        </>
      )}
      <TextField
        label={t('account.leave.password')}
        type="password"
        autoComplete="current-password"
        value={password}
        error={passwordError()}
        onChange={(typed) => setDraft({ password: typed, domain })}
      />
      {reason !== null && wrong === undefined && (
        <Note tone="danger" announce action={isSignInTooOld(reason) && <SignInAgain />}>
          {reason instanceof ApiError && reason.is('conflict') ? t('account.leave.ownsDomain') : errorText(reason)}
        </Note>
      )}
      <div className={styles.acts}>
        <Button variant="danger" className={styles.bare} onPress={ask}>
          {t('account.leave.erase')}
        </Button>
      </div>
    </section>
  )

  /** What the server says of the password, until another one is typed. */
  function passwordError(): string | undefined {
    const [first] = wrong ?? []
    if (first === undefined || failed?.password !== password) return undefined
    return t(first.error_code === 'required' ? 'errors.field.required' : 'account.wrongPassword')
  }

  function ask() {
    setAsked(true)
    setFailed(null)
    if (!isNamed) return
    openConfirmDialog({
      title: t('account.leave.question'),
      text: t(isOwner ? 'account.leave.meaningWithDomain' : 'account.leave.meaning'),
      confirmLabel: t('account.leave.erase'),
      pendingLabel: t('account.leave.erasing'),
      destructive: true,
      // What was refused is said here, where it can be put right.
      onConfirm: () => erase().catch((refused: unknown) => setFailed({ reason: refused, password })),
    })
  }

  async function erase(): Promise<void> {
    try {
      await eraseAccount(password)
    } catch (refused) {
      // Whoever owns a domain is refused once the password is right: only then is the domain deleted.
      if (!isOwner || !(refused instanceof ApiError && refused.is('conflict'))) throw refused
      await deleteDomain(domain)
      await eraseAccount(password)
    }
    await endErased()
  }
}

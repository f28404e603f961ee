import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, errorText } from '../../../api/errors'
import { deleteDomain, eraseAccount } from '../../../api/queries/leaving'
import { usernameKey } from '../../../model/usernames'
import type { Identity } from '../../../session/domain'
import { endErased } from '../../../session/session'
import { Button } from '../../../ui/Button'
import { Note } from '../../../ui/Note'
import { TextField } from '../../../ui/TextField'
import { openConfirmDialog } from '../../confirm-dialog/open'
import { useStep } from '../../use-step'
import { isSignInTooOld, SignInAgain } from '../SignInAgain'
import styles from './lists.module.css'
import { isPasswordRefused, OwnPassword, type Sent } from './OwnPassword'

/** The end of one's account, and of the domain that one owns with it. */
export function Erase({
  identity,
  isOwner,
  hasPassword,
}: {
  identity: Identity
  isOwner: boolean
  /** Whether the account has a password, which is asked for. */
  hasPassword: boolean
}) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState({ password: '', domain: '' })
  const { failed: refused, run, forget } = useStep<Sent>()
  const [isAsked, setAsked] = useState(false)
  const { password, domain } = draft
  const isNamed = !isOwner || usernameKey(domain) === usernameKey(identity.domain)
  const reason = refused?.reason ?? null
  const isWithoutPassword = hasPassword && password === ''

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
      {hasPassword && (
        <OwnPassword
          label={t('account.leave.password')}
          value={password}
          refused={refused}
          isMissing={isAsked && isWithoutPassword}
          onChange={(typed) => setDraft({ password: typed, domain })}
        />
      )}
      {reason !== null && !(hasPassword && isPasswordRefused(refused)) && (
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

  function ask() {
    setAsked(true)
    forget()
    if (!isNamed || isWithoutPassword) return
    openConfirmDialog({
      title: t('account.leave.question'),
      text: t(isOwner ? 'account.leave.meaningWithDomain' : 'account.leave.meaning'),
      confirmLabel: t('account.leave.erase'),
      pendingLabel: t('account.leave.erasing'),
      destructive: true,
      // What was refused is said here, where it can be put right.
      onConfirm: () => run(erase, { password }),
    })
  }

  async function erase(): Promise<void> {
    try {
      await eraseAccount(password)
    } catch (failure) {
      // Whoever owns a domain is refused once the password is right: only then is the domain deleted.
      if (!isOwner || !(failure instanceof ApiError && failure.is('conflict'))) throw failure
      await deleteDomain(domain, password)
      await eraseAccount(password)
    }
    await endErased()
  }
}

import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/errors'
import { deleteDomain } from '../../../api/queries/leaving'
import { usernameKey } from '../../../model/usernames'
import { goOnIn, refreshIdentities } from '../../../session/session'
import type { Identity } from '../../../session/domain'
import { Button } from '../../../ui/Button'
import { Note } from '../../../ui/Note'
import { TextField } from '../../../ui/TextField'
import { openConfirmDialog } from '../../confirm-dialog/open'
import { useStep } from '../../use-step'
import { isSignInTooOld, SignInAgain } from '../SignInAgain'
import styles from './lists.module.css'
import { isPasswordRefused, OwnPassword, type Sent } from './OwnPassword'

/** The end of one's domain alone, for whoever goes on in another one: `next` is where. */
export function DeleteDomain({
  identity,
  hasPassword,
  next,
}: {
  identity: Identity
  /** Whether the account has a password, which is asked for. */
  hasPassword: boolean
  next: Identity
}) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const { failed: refused, run, forget } = useStep<Sent>()
  const [isAsked, setAsked] = useState(false)
  const isNamed = usernameKey(name) === usernameKey(identity.domain)
  const reason = refused?.reason ?? null
  const isWithoutPassword = hasPassword && password === ''

  return (
    <section className={styles.part} aria-labelledby="account-delete-domain">
      <h3 id="account-delete-domain">{t('account.leave.deleteDomain.title')}</h3>
      <p>{t('account.leave.deleteDomain.text', { domain: identity.domain })}</p>
      <TextField
        label={t('account.leave.deleteDomain.name')}
        description={t('account.leave.domainForm')}
        autoComplete="off"
        value={name}
        error={isAsked && !isNamed ? t('account.leave.otherDomain') : undefined}
        onChange={setName}
      />
      {hasPassword && (
        <OwnPassword
          label={t('account.leave.deleteDomain.password')}
          value={password}
          refused={refused}
          isMissing={isAsked && isWithoutPassword}
          onChange={setPassword}
        />
      )}
      {reason !== null && !(hasPassword && isPasswordRefused(refused)) && (
        <Note tone="danger" announce action={isSignInTooOld(reason) && <SignInAgain />}>
          {errorText(reason)}
        </Note>
      )}
      <div className={styles.acts}>
        <Button variant="danger" className={styles.bare} onPress={ask}>
          {t('account.leave.deleteDomain.act')}
        </Button>
      </div>
    </section>
  )

  function ask() {
    setAsked(true)
    forget()
    if (!isNamed || isWithoutPassword) return
    openConfirmDialog({
      title: t('account.leave.deleteDomain.question'),
      text: t('account.leave.deleteDomain.meaning'),
      confirmLabel: t('account.leave.deleteDomain.act'),
      pendingLabel: t('account.leave.deleteDomain.acting'),
      destructive: true,
      // What was refused is said here, where it can be put right.
      onConfirm: () => run(end, { password }),
    })
  }

  async function end(): Promise<void> {
    await deleteDomain(name, password)
    goOnIn(next, identity)
    await refreshIdentities()
  }
}

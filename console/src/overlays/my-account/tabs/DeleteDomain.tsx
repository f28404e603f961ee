import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/errors'
import { deleteDomain } from '../../../api/queries/leaving'
import { usernameKey } from '../../../model/usernames'
import { chooseDomain, refreshIdentities } from '../../../session/session'
import type { Identity } from '../../../session/domain'
import { Button } from '../../../ui/Button'
import { Note } from '../../../ui/Note'
import { TextField } from '../../../ui/TextField'
import { openConfirmDialog } from '../../confirm-dialog/open'
import { isSignInTooOld, SignInAgain } from '../SignInAgain'
import styles from './lists.module.css'

/** The end of one's domain alone, for whoever goes on in another one: `next` is where. */
export function DeleteDomain({ identity, next }: { identity: Identity; next: Identity }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [reason, setReason] = useState<unknown>(null)
  const [isAsked, setAsked] = useState(false)
  const isNamed = usernameKey(name) === usernameKey(identity.domain)

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
      {reason !== null && (
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
    setReason(null)
    if (!isNamed) return
    openConfirmDialog({
      title: t('account.leave.deleteDomain.question'),
      text: t('account.leave.deleteDomain.meaning'),
      confirmLabel: t('account.leave.deleteDomain.act'),
      pendingLabel: t('account.leave.deleteDomain.acting'),
      destructive: true,
      onConfirm: () => end().catch(setReason),
    })
  }

  async function end(): Promise<void> {
    await deleteDomain(name)
    chooseDomain(next)
    await refreshIdentities()
  }
}

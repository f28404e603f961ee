import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, errorText } from '../../../api/errors'
import { handOverDomain } from '../../../api/queries/leaving'
import { useDomainSelector } from '../../../api/queries/use-domain'
import type { Domain } from '../../../model/domain'
import type { Identity } from '../../../session/domain'
import { refreshIdentities } from '../../../session/session'
import { Button } from '../../../ui/Button'
import { Note } from '../../../ui/Note'
import { Select } from '../../../ui/Select'
import { openConfirmDialog } from '../../confirm-dialog/open'
import { useStep } from '../../use-step'
import { isSignInTooOld, SignInAgain } from '../SignInAgain'
import styles from './lists.module.css'
import { isPasswordRefused, OwnPassword, type Sent } from './OwnPassword'

/** Another owner for one's domain: one of its administrators. `onDone` is told the name of whoever owns it by then. */
export function HandOver({
  identity,
  hasPassword,
  onDone,
}: {
  identity: Identity
  /** Whether the account has a password, which is asked for. */
  hasPassword: boolean
  onDone: (name: string) => void
}) {
  const { t } = useTranslation()
  const administrators = useDomainSelector(
    useCallback((domain: Domain) => administratorsBeside(domain, identity.id), [identity.id]),
    'heads',
  )
  const [draft, setDraft] = useState<{ user: string | null; password: string }>({ user: null, password: '' })
  const { failed: refused, run, forget } = useStep<Sent>()
  const [isAsked, setAsked] = useState(false)
  const { user, password } = draft
  const next = administrators.find(({ id }) => id === user)
  const reason = refused?.reason ?? null
  const isWithoutPassword = hasPassword && password === ''

  return (
    <section className={styles.part} aria-labelledby="account-hand-over">
      <h3 id="account-hand-over">{t('account.leave.handOver.title')}</h3>
      <p>{t('account.leave.handOver.text', { domain: identity.domain })}</p>
      {administrators.length === 0 ? (
        <p>{t('account.leave.handOver.none')}</p>
      ) : (
        <>
          <Select
            label={t('account.leave.handOver.to')}
            placeholder={t('account.leave.handOver.choose')}
            options={administrators.map(({ id, name, username }) => ({ id, label: name, detail: username }))}
            value={next?.id ?? null}
            error={isAsked && next === undefined ? t('errors.field.required') : undefined}
            onChange={(id) => setDraft({ user: id, password })}
          />
          {hasPassword && (
            <OwnPassword
              label={t('account.leave.handOver.password')}
              value={password}
              refused={refused}
              isMissing={isAsked && isWithoutPassword}
              onChange={(typed) => setDraft({ user, password: typed })}
            />
          )}
          {reason !== null && !(hasPassword && isPasswordRefused(refused)) && (
            <Note tone="danger" announce action={isSignInTooOld(reason) && <SignInAgain />}>
              {reason instanceof ApiError && reason.is('conflict')
                ? t('account.leave.handOver.ownsAnother')
                : errorText(reason)}
            </Note>
          )}
          <div className={styles.acts}>
            <Button onPress={ask}>{t('account.leave.handOver.act')}</Button>
          </div>
        </>
      )}
    </section>
  )

  function ask() {
    setAsked(true)
    forget()
    if (next === undefined || isWithoutPassword) return
    const { id, name } = next
    openConfirmDialog({
      title: t('account.leave.handOver.question', { name }),
      text: t('account.leave.handOver.meaning'),
      confirmLabel: t('account.leave.handOver.act'),
      pendingLabel: t('account.leave.handOver.acting'),
      destructive: true,
      // What was refused is said here, where it can be put right.
      onConfirm: () => run(() => handOver(id, name), { password }),
    })
  }

  async function handOver(id: string, name: string): Promise<void> {
    await handOverDomain(id, password)
    onDone(name)
    // The domain goes by another name now.
    await refreshIdentities()
  }
}

/** Who could own the domain beside this person. */
function administratorsBeside(domain: Domain, me: string) {
  const all = [...domain.users.values()].filter(({ id, role, hasAccount }) => {
    return id !== me && role === 'administrator' && hasAccount
  })
  return all.sort((a, b) => a.name.localeCompare(b.name))
}

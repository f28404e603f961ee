import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, errorText } from '../../api/errors'
import { resetPassword } from '../../api/queries/password'
import { passwordProblems, type ChosenPassword } from '../../model/password'
import { NewPassword } from '../../overlays/NewPassword'
import { endForNewPassword } from '../../session/session'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'
import { Card } from '../parts/Card'

/** Where the link of a letter leads: a new password is chosen, and the login page takes its place. */
export default function ResetPasswordPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { token } = useSearch({ from: '/reset_password' })
  const [secret, choose] = useState<ChosenPassword>({ password: '', repeat: '' })
  const [isPending, setPending] = useState(false)
  const [failed, setFailed] = useState<{ reason: unknown; password: string } | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const { password } = secret
  const isGood = password !== '' && Object.keys(passwordProblems(secret)).length === 0
  const refusal = failed?.reason instanceof ApiError ? failed.reason : null
  const isOver = token === '' || refusal?.is('entity_not_found') === true
  const isRefused = refusal?.is('invalid_password') === true

  // To the field that the server has refused.
  useEffect(() => {
    if (failed !== null) form.current?.querySelector<HTMLElement>('[data-invalid] input')?.focus()
  }, [failed])

  async function update(event: FormEvent) {
    event.preventDefault()
    if (!isGood || isPending) return
    setPending(true)
    setFailed(null)
    try {
      await resetPassword(token, password)
    } catch (reason) {
      setFailed({ reason, password })
      setPending(false)
      return
    }
    await endForNewPassword()
    await navigate({ to: '/login', replace: true })
  }

  if (isOver) {
    return (
      <Card title={t('resetPassword.title')}>
        <Note tone="danger" announce>
          {t('resetPassword.invalidLink')}
        </Note>
        <Button variant="primary" autoFocus onPress={() => void navigate({ to: '/forgot_password' })}>
          {t('resetPassword.another')}
        </Button>
      </Card>
    )
  }
  return (
    <Card title={t('resetPassword.title')}>
      <p>{t('resetPassword.lead')}</p>
      {/* What is wrong stands at the fields in words of the console's own. */}
      <form ref={form} noValidate onSubmit={(event) => void update(event)}>
        <NewPassword
          value={secret}
          onChange={choose}
          description={t('password.form')}
          error={isRefused && failed?.password === password ? errorText(failed.reason) : undefined}
          isAsked={false}
          autoFocus
        />
        {isRefused && <Note announce>{t('resetPassword.linkStillWorks')}</Note>}
        {failed !== null && !isRefused && (
          <Note tone="danger" announce>
            {errorText(failed.reason)}
          </Note>
        )}
        <Button
          type="submit"
          variant="primary"
          isDisabled={!isGood}
          isPending={isPending}
          pendingLabel={t('resetPassword.updating')}
        >
          {t('resetPassword.update')}
        </Button>
      </form>
    </Card>
  )
}

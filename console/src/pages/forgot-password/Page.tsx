import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/errors'
import { requestPasswordReset } from '../../api/queries/password'
import { shortened } from '../../i18n/isolate'
import { isMail } from '../../model/usernames'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'
import { TextField } from '../../ui/TextField'
import { Card } from '../parts/Card'

/** Where somebody who forgot their password asks for a letter. Whoever they are, the page says the same afterwards. */
export default function ForgotPasswordPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [typed, type] = useState('')
  const [isAsked, setAsked] = useState(false)
  const [phase, setPhase] = useState<'asking' | 'sending' | 'sent'>('asking')
  const [failure, setFailure] = useState<unknown>(null)
  const email = typed.trim()

  async function send(event: FormEvent) {
    event.preventDefault()
    setAsked(true)
    if (!isMail(email) || phase === 'sending') return
    setPhase('sending')
    setFailure(null)
    try {
      await requestPasswordReset(email)
      setPhase('sent')
    } catch (reason) {
      setFailure(reason)
      setPhase('asking')
    }
  }

  const toLogin = () => void navigate({ to: '/login', replace: true })
  if (phase === 'sent') {
    return (
      <Card title={t('forgotPassword.title')}>
        <Note tone="success" announce>
          {t('forgotPassword.sent', { email: shortened(email) })}
        </Note>
        <p>{t('forgotPassword.afterwards')}</p>
        <Button variant="primary" autoFocus onPress={toLogin}>
          {t('forgotPassword.back')}
        </Button>
      </Card>
    )
  }
  return (
    <Card title={t('forgotPassword.title')}>
      <p>{t('forgotPassword.lead')}</p>
      {/* What is wrong stands at the field in words of the console's own. */}
      <form noValidate onSubmit={(event) => void send(event)}>
        <TextField
          label={t('words.mail')}
          description={t('forgotPassword.which')}
          autoComplete="username"
          inputMode="email"
          autoFocus
          value={typed}
          error={isAsked && !isMail(email) ? t('errors.field.invalidEmail') : undefined}
          onChange={type}
        />
        {failure !== null && (
          <Note tone="danger" announce>
            {errorText(failure)}
          </Note>
        )}
        <Button
          type="submit"
          variant="primary"
          isPending={phase === 'sending'}
          pendingLabel={t('forgotPassword.sending')}
        >
          {t('forgotPassword.send')}
        </Button>
        <Button variant="quiet" onPress={toLogin}>
          {t('forgotPassword.back')}
        </Button>
      </form>
    </Card>
  )
}

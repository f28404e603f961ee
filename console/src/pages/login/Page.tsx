import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '../../api/config'
import { codeText, errorText } from '../../api/errors'
import { returnPath } from '../../session/return-path'
import { signIn } from '../../session/sign-in'
import { hasDrafts, local, tab } from '../../session/storage'
import { Button } from '../../ui/Button'
import { Note } from '../../ui/Note'
import { ProgressBar } from '../../ui/ProgressBar'
import { Card } from '../parts/Card'

/**
 * The login page. A stored username means that the person may still be signed in, so it first asks the authorisation service
 * silently; the answer comes back by way of /oauth.
 */
export default function LoginPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { error, ...search } = useSearch({ from: '/login' })
  const ended = tab.get('signed_out')
  // The browser may be signed in as somebody else, who is not meant now.
  const isAnew = ended === 'newPassword'
  const [phase, setPhase] = useState<'shown' | 'checking' | 'leaving'>(() =>
    error === undefined && local.get('username') !== null && !isAnew ? 'checking' : 'shown',
  )
  const [failure, setFailure] = useState<string | null>(null)

  const redirect = returnPath(search.redirect, search)

  const leave = useCallback(
    (silent: boolean) => {
      signIn({ silent, redirect, ...(isAnew && { anew: true }) }).catch((reason: unknown) => {
        setPhase('shown')
        setFailure(errorText(reason))
      })
    },
    [redirect, isAnew],
  )

  useEffect(() => {
    if (phase === 'checking') leave(true)
  }, [phase, leave])

  const message = failure ?? (error === undefined ? null : codeText(error))
  return (
    <Card title={config().product_name}>
      <p>{t('login.lead')}</p>
      {ended !== null && phase !== 'checking' && (
        <Note tone={isAnew || ended === 'erased' ? 'success' : 'info'} announce>
          <p>{t(`login.${ended}`)}</p>
          {hasDrafts() && <p>{t('login.kept')}</p>}
        </Note>
      )}
      {message !== null && (
        <Note
          tone="danger"
          announce
          title={t('signIn.failed')}
          dismissLabel={t('ui.dismiss')}
          onDismiss={() => {
            setFailure(null)
            void navigate({ to: '/login', search, replace: true })
          }}
        >
          {message}
        </Note>
      )}
      {phase === 'checking' ? (
        <ProgressBar label={t('signIn.checking')} />
      ) : (
        <Button
          variant="primary"
          autoFocus
          isPending={phase === 'leaving'}
          pendingLabel={t('signIn.leaving')}
          onPress={() => {
            setFailure(null)
            setPhase('leaving')
            leave(false)
          }}
        >
          {t('signIn.act')}
        </Button>
      )}
      {phase !== 'checking' && <small>{t('login.next')}</small>}
    </Card>
  )
}

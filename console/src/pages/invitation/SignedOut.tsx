import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { config } from '../../api/config'
import { errorText } from '../../api/errors'
import { signIn, signUpUrl } from '../../session/sign-in'
import { local, tab } from '../../session/storage'
import { Button, ButtonLink } from '../../ui/Button'
import { Note } from '../../ui/Note'
import { ProgressBar } from '../../ui/ProgressBar'
import { Card } from '../parts/Card'
import { Stores } from '../parts/Stores'
import styles from './invitation.module.css'

/**
 * For who is not signed in: what an invitation is about is told to accounts alone. A stored username means that the person may still be
 * signed in, so that is asked first, silently.
 */
export function SignedOut({ token }: { token: string }) {
  const { t } = useTranslation()
  const [phase, setPhase] = useState<'shown' | 'checking' | 'leaving'>(() =>
    local.get('username') === null ? 'shown' : 'checking',
  )
  const [failure, setFailure] = useState<unknown>(null)

  const leave = useCallback(
    (silent: boolean) => {
      tab.set('invitation', token)
      signIn({ silent }).catch((reason: unknown) => {
        setPhase('shown')
        setFailure(reason)
      })
    },
    [token],
  )

  useEffect(() => {
    if (phase === 'checking') leave(true)
  }, [phase, leave])

  if (phase === 'checking') {
    return (
      <Card icon="mail" title={t('invitation.title')}>
        <ProgressBar label={t('signIn.checking')} />
      </Card>
    )
  }
  return (
    <Card icon="mail" title={t('invitation.title')}>
      <p>{t('invitation.signInText')}</p>
      {failure !== null && (
        <Note tone="danger" announce title={t('signIn.failed')}>
          {errorText(failure)}
        </Note>
      )}
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
      {config().offers_accounts && (
        <div className={styles.newAccount}>
          <p>{t('invitation.newAccountText')}</p>
          <ButtonLink variant="ghost" leaves href={signUpUrl(token)}>
            {t('invitation.newAccount')}
          </ButtonLink>
        </div>
      )}
      <div className={styles.stores}>
        <Stores />
      </div>
    </Card>
  )
}

import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { errorCode } from '../../api/errors'
import { returnPath } from '../../session/return-path'
import { signIn } from '../../session/sign-in'
import { ProgressBar } from '../../ui/ProgressBar'
import styles from '../oauth/Page.module.css'

/** Where a page of the server leads that has just signed the browser in: this tab takes the sign-in over, without showing a page. */
export default function SignedInPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { redirect } = useSearch({ from: '/signed_in' })

  useEffect(() => {
    signIn({ silent: true, redirect: returnPath(redirect) }).catch(
      (failure: unknown) => void navigate({ to: '/login', search: { error: errorCode(failure) }, replace: true }),
    )
  }, [navigate, redirect])

  return (
    <div className={styles.page}>
      <ProgressBar label={t('oauth.authenticating')} className={styles.bar} />
    </div>
  )
}

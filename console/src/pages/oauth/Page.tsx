import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { errorCode } from '../../api/errors'
import { finishSignIn } from '../../session/sign-in'
import { ProgressBar } from '../../ui/ProgressBar'
import styles from './Page.module.css'

/**
 * The return from the authorisation service: takes up its answer and goes on, to an invitation where one waits, or back to the login page
 * with what failed.
 */
export default function OauthPage() {
  const { t } = useTranslation()
  const router = useRouter()
  const navigate = useNavigate()

  useEffect(() => {
    finishSignIn().then(
      (result) => {
        if (result.path !== null) router.history.replace(result.path)
        else void navigate({ to: '/login', search: { redirect: result.redirect ?? undefined }, replace: true })
      },
      (failure: unknown) => void navigate({ to: '/login', search: { error: errorCode(failure) }, replace: true }),
    )
  }, [navigate, router])

  return (
    <div className={styles.page}>
      <ProgressBar label={t('oauth.authenticating')} className={styles.bar} />
    </div>
  )
}

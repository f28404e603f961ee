import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/errors'
import { signInAgain } from '../../session/sign-in'
import { Button } from '../../ui/Button'

/** Whether something was refused because the sign-in lies too far back for it. */
export function isSignInTooOld(reason: unknown): boolean {
  return reason instanceof ApiError && reason.is('sign_in_too_old')
}

/** Leads to the sign-in page and back to what is on the screen now. */
export function SignInAgain() {
  const { t } = useTranslation()
  const [isLeaving, setLeaving] = useState(false)
  return (
    <Button
      isPending={isLeaving}
      pendingLabel={t('signIn.leaving')}
      onPress={() => {
        setLeaving(true)
        void signInAgain()
      }}
    >
      {t('signIn.again')}
    </Button>
  )
}

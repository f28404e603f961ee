import { useTranslation } from 'react-i18next'
import { NewPassword } from '../../NewPassword'
import styles from '../../tabs/General.module.css'
import type { AccountSettings } from '../use-account-settings'

/** A new password of one's own. */
export function ChangePassword({
  settings: { secret, chooseSecret, secretError },
  isAsked,
}: {
  settings: AccountSettings
  /** Whether Save was pressed while something was wrong with it. */
  isAsked: boolean
}) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t('account.passwordText')}</p>
      <div className={styles.fields}>
        <NewPassword
          value={secret}
          onChange={chooseSecret}
          description={t('account.passwordForm')}
          error={secretError}
          isAsked={isAsked}
        />
      </div>
    </>
  )
}

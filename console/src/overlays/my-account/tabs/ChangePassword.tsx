import { useTranslation } from 'react-i18next'
import { TextField } from '../../../ui/TextField'
import { NewPassword } from '../../NewPassword'
import styles from '../../tabs/General.module.css'
import type { AccountSettings } from '../use-account-settings'

/** A new password of one's own, for which the one until now is shown where there is one. */
export function ChangePassword({
  username,
  settings: { secret, chooseSecret, secretError, current, typeCurrent, currentError },
  isAsked,
}: {
  username: string
  settings: AccountSettings
  /** Whether Save was pressed while something was wrong with it. */
  isAsked: boolean
}) {
  const { t } = useTranslation()
  return (
    <>
      <p>{t(current === null ? 'account.firstPasswordText' : 'account.passwordText')}</p>
      {/* Password managers look for a form, and in it for the name that the new password belongs to. Save is the frame's. */}
      <form noValidate className={styles.fields} onSubmit={(event) => event.preventDefault()}>
        <input type="text" hidden readOnly autoComplete="username" value={username} />
        {current !== null && (
          <TextField
            className={styles.wide}
            label={t('account.currentPassword')}
            description={t('account.currentPasswordText')}
            type="password"
            autoComplete="current-password"
            value={current}
            clearLabel={t('password.clear')}
            error={currentError ?? (isAsked && current === '' ? t('errors.field.required') : undefined)}
            onChange={typeCurrent}
          />
        )}
        <NewPassword
          value={secret}
          onChange={chooseSecret}
          description={t('password.form')}
          error={secretError}
          isAsked={isAsked}
        />
      </form>
    </>
  )
}

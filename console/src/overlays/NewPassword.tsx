import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  PASSWORD_MIN,
  passwordProblems,
  passwordStrength,
  suggestedPassword,
  type ChosenPassword,
} from '../model/password'
import { Button } from '../ui/Button'
import { TextField } from '../ui/TextField'
import { CopyButton } from './CopyButton'
import styles from './NewPassword.module.css'

/** A new password, typed twice or suggested, with how good it is. `error` is what the server has refused of it. */
export function NewPassword({
  value,
  onChange,
  description,
  error,
  isAsked,
  autoFocus,
}: {
  value: ChosenPassword
  onChange: (value: ChosenPassword) => void
  /** Said while nothing is typed. */
  description: string
  error: string | undefined
  /** Whether Save was pressed already: then it is said too that it is to be repeated. */
  isAsked: boolean
  /** Whether the focus begins here. */
  autoFocus?: boolean
}) {
  const { t } = useTranslation()
  const { password, repeat } = value
  const [isShown, setShown] = useState(false)
  const type = isShown ? 'text' : 'password'
  const problems = passwordProblems(value)
  const strength = passwordStrength(password)
  const problem = problemText()
  return (
    <>
      <TextField
        label={t('password.new')}
        type={type}
        autoComplete="new-password"
        autoFocus={autoFocus}
        value={password}
        clearLabel={t('password.clear')}
        description={descriptionText()}
        error={problem}
        onChange={(next) => onChange({ password: next, repeat })}
      />
      <TextField
        label={t('password.repeat')}
        type={type}
        autoComplete="new-password"
        value={repeat}
        clearLabel={t('password.clearRepeat')}
        description={repeat !== '' && !problems.repeat ? t('password.matches') : undefined}
        error={(repeat !== '' || isAsked) && problems.repeat ? t('password.differs') : undefined}
        onChange={(next) => onChange({ password, repeat: next })}
      />
      <div className={styles.acts}>
        <Button aria-label={t('password.suggestNamed')} onPress={suggest}>
          {t('password.suggest')}
        </Button>
        <Button
          aria-label={t(isShown ? 'password.hideNamed' : 'password.showNamed')}
          onPress={() => setShown(!isShown)}
        >
          {t(isShown ? 'password.hide' : 'password.show')}
        </Button>
        <CopyButton label={t('password.copyNamed')} text={password} isDisabled={password === ''} />
      </div>
    </>
  )

  function suggest() {
    const suggested = suggestedPassword((bytes) => crypto.getRandomValues(bytes))
    onChange({ password: suggested, repeat: suggested })
    // Somebody is to be told of it.
    setShown(true)
  }

  function descriptionText(): string | undefined {
    if (password === '') return description
    // What the server has refused is not praised beside that.
    return strength === 'weak' || problem !== undefined ? undefined : t(`password.strength.${strength}`)
  }

  function problemText(): string | undefined {
    if (password === '') return isAsked ? error : undefined
    if (problems.password === 'tooShort') return t('password.tooShort', { count: PASSWORD_MIN })
    return problems.password === 'weak' ? t('errors.weakPassword') : error
  }
}

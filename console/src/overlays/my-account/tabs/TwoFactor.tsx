import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/errors'
import type { TwoFactorSeed } from '../../../api/queries/two-factor'
import { keyGroups } from '../../../model/one-time-code'
import { Note } from '../../../ui/Note'
import { ProgressBar } from '../../../ui/ProgressBar'
import { Switch } from '../../../ui/Switch'
import { TextField } from '../../../ui/TextField'
import { Code } from '../../Code'
import { isSignInTooOld, SignInAgain } from '../SignInAgain'
import type { AccountSettings } from '../use-account-settings'
import styles from './TwoFactor.module.css'

/** The switch of two-factor sign-in. Switched on, it shows what the app has to read, and asks for the first code. */
export function TwoFactor({
  settings: { twoFactor, codeError, withdrawCodeError, pending },
  isAsked,
}: {
  settings: AccountSettings
  /** Whether Save was pressed while a code was missing. */
  isAsked: boolean
}) {
  const { t } = useTranslation()
  const { isRequired, isWanted, wasAlready, setWanted, seed, failure, code, typeCode, isWrong } = twoFactor
  return (
    <section className={styles.part} aria-labelledby="two-factor">
      <h3 id="two-factor">{t('account.twoFactor.title')}</h3>
      <Switch
        isSelected={isWanted}
        isDisabled={pending !== null}
        description={t('account.twoFactor.text')}
        onChange={setWanted}
      >
        {t('account.twoFactor.switch')}
      </Switch>
      {isRequired && isWanted && <Note>{t('account.twoFactor.recovery')}</Note>}
      {wasAlready && <Note announce>{t('account.twoFactor.already')}</Note>}
      {isRequired && !isWanted && (
        <Note tone="warning" announce>
          {t('account.twoFactor.removal')}
        </Note>
      )}
      {failure !== null && (
        <Note tone="danger" announce action={isSignInTooOld(failure) && <SignInAgain />}>
          {errorText(failure)}
        </Note>
      )}
      {isWanted && !isRequired && (
        <div className={styles.setup}>
          {seed === null ? <ProgressBar label={t('account.twoFactor.drawing')} /> : <Seed seed={seed} />}
          {seed !== null && (
            <TextField
              label={t('account.twoFactor.code')}
              description={t('account.twoFactor.codeText')}
              inputMode="numeric"
              autoComplete="one-time-code"
              className={styles.code}
              value={code}
              error={codeError ?? (isAsked && isWrong ? t('account.twoFactor.codeForm') : undefined)}
              onChange={(typed) => {
                withdrawCodeError()
                typeCode(typed)
              }}
            />
          )}
        </div>
      )}
    </section>
  )
}

/** What the app is told: to be read by its camera, opened by it, or typed. */
function Seed({ seed: { responseQR, secret, uri } }: { seed: TwoFactorSeed }) {
  const { t } = useTranslation()
  return (
    <div className={styles.seed}>
      {/* As a picture it can run nothing, whatever it is. */}
      <img
        src={`data:image/svg+xml,${encodeURIComponent(responseQR)}`}
        alt={t('account.twoFactor.picture')}
        width={200}
        height={200}
      />
      <div className={styles.ways}>
        <p>{t('account.twoFactor.scan')}</p>
        <p>
          <a href={uri}>{t('account.twoFactor.open')}</a>
        </p>
        <p>{t('account.twoFactor.byHand')}</p>
        <Code
          label={t('account.twoFactor.key')}
          copyLabel={t('account.twoFactor.copyKey')}
          code={secret}
          shown={keyGroups(secret)}
        />
      </div>
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import { languageText } from '../../../i18n/language-text'
import { isLanguageTag, languages } from '../../../i18n/languages'
import type { Identity } from '../../../session/domain'
import { Select } from '../../../ui/Select'
import { TextField } from '../../../ui/TextField'
import { FactList } from '../../tabs/FactList'
import styles from '../../tabs/General.module.css'
import type { AccountSettings } from '../use-account-settings'
import { TwoFactor } from './TwoFactor'

/** Who one is: the username and the domain, which stay, what one tells of oneself, and two-factor sign-in. */
export function General({
  username,
  identity: { domain, role },
  settings,
  isAsked,
}: {
  username: string
  identity: Identity
  settings: AccountSettings
  /** Whether Save was pressed while a code was missing. */
  isAsked: boolean
}) {
  const { t } = useTranslation()
  const { draft, opened, edit, error } = settings
  const { language } = opened
  // What another client has written stays to be chosen.
  const further = language === '' || isLanguageTag(language) ? [] : [language]
  return (
    <>
      <FactList
        facts={[
          [t('words.username'), username],
          [t('words.domain'), domain],
          [t('words.role'), t(`roles.${role}`)],
        ]}
      />
      <div className={styles.fields}>
        <TextField
          label={t('account.displayName')}
          description={t('account.displayNameText')}
          autoComplete="name"
          value={draft.displayName}
          error={error('displayName')}
          onChange={(displayName) => edit((current) => ({ ...current, displayName }))}
        />
        <TextField
          label={t('words.mail')}
          description={t('account.mailText')}
          autoComplete="email"
          inputMode="email"
          value={draft.mail}
          error={error('mail')}
          onChange={(mail) => edit((current) => ({ ...current, mail }))}
        />
        {role === 'administrator' && (
          <TextField
            label={t('words.alias')}
            description={t('account.aliasText')}
            value={draft.alias}
            error={error('alias')}
            onChange={(alias) => edit((current) => ({ ...current, alias }))}
          />
        )}
        <Select
          label={t('words.language')}
          description={t('account.languageText')}
          placeholder={t('words.noLanguage')}
          value={draft.language === '' ? null : draft.language}
          error={error('language')}
          options={[...languages.map(({ tag }) => tag), ...further].map((tag) => ({
            id: tag,
            label: languageText(tag),
          }))}
          onChange={(language) => edit((current) => ({ ...current, language }))}
        />
      </div>
      <TwoFactor settings={settings} isAsked={isAsked} />
    </>
  )
}

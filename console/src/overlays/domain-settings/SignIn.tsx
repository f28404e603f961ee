import { useTranslation } from 'react-i18next'
import type { DomainSettings } from '../../api/queries/domain-settings'
import { useProviders } from '../../api/queries/providers'
import { isolate, shortened } from '../../i18n/isolate'
import { Select } from '../../ui/Select'
import styles from '../frame/Frame.module.css'

/** What is decided about how people sign in. */
type Required = Pick<DomainSettings, 'required_provider' | 'required_of'>

/** Stands for no provider; no id of one. */
const ANY = ''

const allOf = ['administrators', 'everyone'] as const

/** Which provider people sign in by before they get in, and who of them; nothing where there is none to choose and none is required. */
export function SignIn({
  settings: { required_provider, required_of },
  isDisabled,
  onChange,
}: {
  settings: Required
  isDisabled: boolean
  onChange: (next: Required) => void
}) {
  const { t } = useTranslation()
  const { data = [] } = useProviders()
  if (data.length === 0 && required_provider === null) return null
  const known = data.map(({ id, name }) => ({ id, label: name }))
  // One that the server has no more is required still.
  const isGone = required_provider !== null && known.every(({ id }) => id !== required_provider)
  const gone = isGone
    ? [{ id: required_provider, label: t('domainSettings.gone', { name: isolate(shortened(required_provider)) }) }]
    : []
  return (
    <section className={styles.form} aria-labelledby="domain-sign-in">
      <h3 id="domain-sign-in">{t('domainSettings.signIn')}</h3>
      <p>{t('domainSettings.signInText')}</p>
      <Select
        label={t('domainSettings.provider')}
        isDisabled={isDisabled}
        value={required_provider ?? ANY}
        options={[{ id: ANY, label: t('domainSettings.anyWay') }, ...known, ...gone]}
        onChange={(id) =>
          onChange(
            id === ANY
              ? { required_provider: null, required_of: null }
              : { required_provider: id, required_of: required_of ?? 'administrators' },
          )
        }
      />
      {required_provider !== null && (
        <Select
          label={t('domainSettings.askedOf')}
          isDisabled={isDisabled}
          value={required_of}
          options={allOf.map((id) => ({ id, label: t(`domainSettings.${id}`) }))}
          onChange={(id) => onChange({ required_provider, required_of: id })}
        />
      )}
    </section>
  )
}

import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { zoneOptions } from '../zone-options'
import { ComboBox } from '../../ui/ComboBox'
import styles from '../frame/Frame.module.css'

/** What is chosen where there is to be no time zone. */
const NONE = 'none'

/** What devices that come into the domain begin with: the time zone that they get where none is named, null for none. */
export function NewDevices({
  timezone,
  isDisabled,
  error,
  onChange,
}: {
  timezone: string | null
  isDisabled: boolean
  error: string | undefined
  onChange: (timezone: string | null) => void
}) {
  const { t } = useTranslation()
  const options = useMemo(
    () => [{ id: NONE, label: t('domainSettings.noZone') }, ...zoneOptions(timezone)],
    [t, timezone],
  )
  return (
    <section className={styles.form} aria-labelledby="domain-devices">
      <h3 id="domain-devices">{t('domainSettings.devices')}</h3>
      <ComboBox
        label={t('zones.zone')}
        description={t('domainSettings.zoneText')}
        placeholder={t('zones.search')}
        openLabel={t('zones.show')}
        emptyText={t('zones.noneFound')}
        options={options}
        value={timezone ?? NONE}
        isDisabled={isDisabled}
        error={error}
        onChange={(id) => onChange(id === NONE ? null : id)}
      />
    </section>
  )
}

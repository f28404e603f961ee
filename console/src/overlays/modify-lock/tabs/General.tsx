import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDeviceTypes } from '../../../api/queries/device'
import { cityText } from '../../../i18n/city-text'
import { dateTimeText, percentText } from '../../../i18n/format'
import { batteryLevel } from '../../../model/battery'
import type { Lock } from '../../../model/domain'
import type { ConditionEntry } from '../../../model/entries'
import { zoneOptions } from '../../zone-options'
import { zoneOf } from '../../../model/zone'
import { ComboBox } from '../../../ui/ComboBox'
import { Name } from '../../../ui/Name'
import { TextField } from '../../../ui/TextField'
import { deviceTypeText } from '../../device-type-text'
import { FactList } from '../../tabs/FactList'
import styles from '../../tabs/General.module.css'
import type { LockSettings } from '../use-lock-settings'

/**
 * Name and time zone of a lock, to be changed, and what is known of it beside. Battery and end-to-end mode are those of a lock with a
 * bridge, which tells them.
 */
export function General({
  lock,
  settings,
  condition,
  paired,
  mayMoveHours,
}: {
  lock: Lock
  settings: LockSettings
  condition: ConditionEntry | undefined
  paired: boolean
  /** Whether the person looking may give a lock that has a time zone another one: it moves the hours of everybody's access. */
  mayMoveHours: boolean
}) {
  const { t } = useTranslation()
  const { draft, edit, error } = settings
  const { data: types } = useDeviceTypes()
  const zones = useMemo(() => zoneOptions(lock.timezone), [lock.timezone])
  const zone = zoneOf(lock.timezone).name
  const when = (at: string) => dateTimeText(Date.parse(at), zone)
  const facts: (readonly [name: string, value: ReactNode])[] = [
    [t(lock.isDevice ? 'lock.general.serialNumber' : 'lock.general.macAddress'), lock.serial],
    [t('lock.general.type'), lock.isDevice ? deviceTypeText(lock.deviceType, types) : t('lock.general.mwm')],
  ]
  const choosesZone = lock.isDevice && (mayMoveHours || lock.timezone === null)
  if (!lock.isDevice) facts.unshift([t('lock.general.name'), lock.name])
  if (!choosesZone) facts.push([t('zones.zone'), zoneText()])
  if (lock.address !== '') facts.push([t('lock.general.address'), lock.address])
  if (lock.firmware !== '') facts.push([t('lock.general.firmware'), lock.firmware])
  facts.push([t('lock.general.bridge'), bridgeText()])
  if (paired) {
    facts.push([t('lock.general.battery'), batteryTexts().map((text) => <Name key={text}>{text}</Name>)])
    facts.push([t('lock.general.endToEnd'), t(lock.endToEnd ? 'lock.general.on' : 'lock.general.off')])
  }
  return (
    <>
      {lock.isDevice && (
        <div className={styles.fields}>
          <TextField
            label={t('lock.general.name')}
            value={draft.name}
            error={error('name')}
            onChange={(name) => edit((current) => ({ ...current, name }))}
          />
          {choosesZone && (
            <ComboBox
              label={t('zones.zone')}
              description={draft.timezone === null ? t('lock.edit.chooseZone') : undefined}
              placeholder={t('zones.search')}
              openLabel={t('zones.show')}
              emptyText={t('zones.noneFound')}
              options={zones}
              value={draft.timezone}
              error={error('timezone')}
              onChange={(timezone) => edit((current) => ({ ...current, timezone }))}
            />
          )}
        </div>
      )}
      <FactList facts={facts} />
    </>
  )

  function zoneText() {
    if (lock.timezone === null) return t('zones.notSet')
    return [
      <Name key="zone">{cityText(lock.timezone)}</Name>,
      lock.isDevice && <small key="fixed">{t('lock.edit.zoneFixed')}</small>,
    ]
  }

  function bridgeText(): string {
    if (!paired) return t('lock.general.noBridge')
    if (condition?.bridge == null) return t('lock.general.paired')
    const since = condition.bridge_since
    if (since === null) return t(`lock.general.${condition.bridge}`)
    return t(`lock.general.${condition.bridge}Since`, { when: when(since) })
  }

  function batteryTexts(): string[] {
    const percent = condition?.battery_level ?? null
    const level = batteryLevel(percent)
    if (percent === null || level === 'unknown') return [t('lock.general.level.unknown')]
    const text = t(`lock.general.level.${level}`, { percent: percentText(percent) })
    return condition?.at == null ? [text] : [text, t('operate.asOf', { when: when(condition.at) })]
  }
}

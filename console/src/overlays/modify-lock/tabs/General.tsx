import { useTranslation } from 'react-i18next'
import { dateTimeText, percentText } from '../../../i18n/format'
import { batteryLevel } from '../../../model/battery'
import type { Lock } from '../../../model/domain'
import type { ConditionEntry } from '../../../model/entries'
import { zoneOf } from '../../../model/zone'
import { Name } from '../../../ui/Name'
import styles from '../Overlay.module.css'

/** What is known of a lock. Battery and end-to-end mode are those of a lock with a bridge, which tells them. */
export function General({
  lock,
  condition,
  paired,
}: {
  lock: Lock
  condition: ConditionEntry | undefined
  paired: boolean
}) {
  const { t } = useTranslation()
  const zone = zoneOf(lock.timezone).name
  const when = (at: string) => dateTimeText(Date.parse(at), zone)
  const facts: [string, string][] = [
    [t('lock.general.name'), lock.name],
    [t(lock.type === 'afi' ? 'lock.general.serialNumber' : 'lock.general.macAddress'), lock.serial],
    [t('lock.general.type'), lock.type === 'afi' ? lock.deviceType : t('lock.general.mwm')],
    [t('lock.general.timezone'), lock.timezone ?? t('lock.noZone')],
  ]
  if (lock.address !== '') facts.push([t('lock.general.address'), lock.address])
  if (lock.firmware !== '') facts.push([t('lock.general.firmware'), lock.firmware])
  facts.push([t('lock.general.bridge'), bridgeText()])
  if (paired) {
    facts.push([t('lock.general.battery'), batteryText()])
    facts.push([t('lock.general.endToEnd'), t(lock.endToEnd ? 'lock.general.on' : 'lock.general.off')])
  }
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Name>{value}</Name>
          </dd>
        </div>
      ))}
    </dl>
  )

  function bridgeText(): string {
    if (!paired) return t('lock.general.noBridge')
    if (condition?.bridge == null) return t('lock.general.paired')
    const since = condition.bridge_since
    if (since === null) return t(`lock.general.${condition.bridge}`)
    return t(`lock.general.${condition.bridge}Since`, { when: when(since) })
  }

  function batteryText(): string {
    const percent = condition?.battery_level ?? null
    const level = batteryLevel(percent)
    if (percent === null || level === 'unknown') return t('lock.general.level.unknown')
    const text = t('lock.general.levelPercent', {
      level: t(`lock.general.level.${level}`),
      percent: percentText(percent),
    })
    return condition?.at == null ? text : `${text} · ${t('operate.asOf', { when: when(condition.at) })}`
  }
}

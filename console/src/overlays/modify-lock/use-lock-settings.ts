import { useTranslation } from 'react-i18next'
import type { Lock } from '../../model/domain'
import { useMemberships } from '../frame/use-memberships'
import { idsText, useSettings, type Settings as Editing } from '../frame/use-settings'
import { plan, removal, type Settings, type SettingsStep } from './plan'

/** The settings of a lock in an editor. */
export type LockSettings = Editing<Settings, SettingsStep>

/** Name, time zone and groups of a lock in an editor. */
export function useLockSettings(lock: Lock, now: number): LockSettings {
  const { t } = useTranslation()
  const { groups, all } = useMemberships(lock.id)
  return useSettings<Settings, SettingsStep>({
    name: `modify-lock.${lock.id}`,
    live: { name: lock.name, timezone: lock.timezone, groups },
    now,
    all,
    named: { field: 'name', isRequired: true },
    described: {
      name: { what: t('lock.general.name'), text: (name) => name },
      timezone: { what: t('zones.zone'), text: (timezone) => timezone ?? t('zones.notSet') },
      groups: { what: t('lock.groups.changed'), text: idsText(all, t('lock.groups.none')) },
    },
    plan: (standing, wanted, groupName) => plan(lock, standing, wanted, groupName),
    removal: () => removal(lock),
  })
}

import { useTranslation } from 'react-i18next'
import { useDomainSelector } from '../../api/queries/use-domain'
import type { Domain, Group } from '../../model/domain'
import { membersOf } from '../../model/memberships'
import { idsText, useSettings } from '../frame/use-settings'
import { plan, removal, type Settings, type SettingsStep } from './plan'

/** Name and locks of a group in an editor. */
export function useGroupSettings({ id, name, ...group }: Group, now: number) {
  const { t } = useTranslation()
  const all = useDomainSelector(locksNow, 'heads')
  return useSettings<Settings, SettingsStep>({
    name: `modify-lock-group.${id}`,
    live: { name, locks: membersOf(group) },
    now,
    all,
    named: { field: 'name', isRequired: true },
    described: {
      name: { what: t('lockGroup.general.name'), text: (name) => name },
      locks: { what: t('lockGroup.locks.changed'), text: idsText(all, t('lockGroup.locks.none')) },
    },
    plan: (standing, wanted, lockName) => plan(id, standing, wanted, lockName),
    removal: () => removal(id),
  })
}

/** A table of its own, since that of the domain is changed in place. */
const locksNow = ({ locks }: Domain) => new Map(locks)

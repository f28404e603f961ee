import { useTranslation } from 'react-i18next'
import { useDomainSelector } from '../../api/queries/use-domain'
import type { Domain, Group } from '../../model/domain'
import { membersOf } from '../../model/memberships'
import { idsText, useSettings } from '../frame/use-settings'
import { plan, removal, type Settings, type SettingsStep } from './plan'

/** Name and guests of a user group in an editor. */
export function useGroupSettings({ id, name, ...group }: Group, now: number) {
  const { t } = useTranslation()
  const all = useDomainSelector(usersNow, 'heads')
  return useSettings<Settings, SettingsStep>({
    name: `modify-user-group.${id}`,
    live: { name, members: membersOf(group) },
    now,
    all,
    named: { field: 'name', isRequired: true },
    described: {
      name: { what: t('words.name'), text: (name) => name },
      members: { what: t('people.guests.changed'), text: idsText(all, t('people.guests.nobody')) },
    },
    plan: (standing, wanted, guestName) => plan(id, standing, wanted, guestName),
    removal: () => removal(id),
  })
}

/** A table of its own, since that of the domain is changed in place. */
const usersNow = ({ users }: Domain) => new Map(users)

import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomainSelector } from '../../api/queries/use-domain'
import type { Domain, Group } from '../../model/domain'
import { groupsByName } from '../../model/memberships'
import { named } from '../../model/search'
import { EmptyState } from '../../ui/EmptyState'
import { TwoLists } from './TwoLists'

/**
 * The groups of one type, those of a lock or of a user: those that are available, and those among `groups`, which `title` heads.
 * `onChange` gets the change of the list, to be made to the draft.
 */
export function GroupSettings({
  type,
  title,
  groups,
  onChange,
}: {
  type: Group['type']
  title: string
  groups: readonly string[]
  onChange: (change: (groups: readonly string[]) => readonly string[]) => void
}) {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const all = useDomainSelector(
    useCallback((domain: Domain) => groupsByName(domain, type, language), [type, language]),
    'heads',
  )
  if (all.length === 0) return <EmptyState icon="list" level={3} title={t('tabs.groups.none')} />
  return (
    <TwoLists
      all={all}
      chosen={groups}
      find={named}
      onChange={onChange}
      texts={{
        search: t('tabs.groups.search'),
        hint: t('tabs.groups.hint'),
        available: t('tabs.groups.available'),
        chosen: title,
        noneAvailable: t('tabs.groups.noneAvailable'),
        noneChosen: t('tabs.groups.noneJoined'),
        noneFound: t('tabs.groups.noneFound'),
        moved: (how, count, name) => t(`tabs.groups.${how}`, { count, name }),
      }}
    />
  )
}

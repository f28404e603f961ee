import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomainSelector } from '../../../api/queries/use-domain'
import type { Domain } from '../../../model/domain'
import { locksByName } from '../../../model/locks'
import { foundIn } from '../../../model/search'
import { EmptyState } from '../../../ui/EmptyState'
import { TwoLists } from '../../tabs/TwoLists'

/** The locks of the domain: those that are available, and those in the group. */
export function Locks({
  locks,
  onChange,
}: {
  /** Ids of those in the group. */
  locks: readonly string[]
  /** Gets the change of that list, to be made to the draft. */
  onChange: (change: (locks: readonly string[]) => readonly string[]) => void
}) {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const all = useDomainSelector(
    useCallback((domain: Domain) => locksByName(domain, language), [language]),
    'heads',
  )
  if (all.length === 0) return <EmptyState icon="door" level={3} title={t('lockLists.noLocks')} />
  return (
    <TwoLists
      all={all}
      chosen={locks}
      find={foundIn}
      onChange={onChange}
      texts={{
        search: t('lockLists.search'),
        hint: t('lockGroup.locks.hint'),
        available: t('lockLists.available'),
        chosen: t('lockGroup.locks.selected'),
        noneAvailable: t('lockLists.noneAvailable'),
        noneChosen: t('lockLists.noneSelected'),
        noneFound: t('lockLists.noneFound'),
        moved: (how, count, name) => t(`lockLists.${how}`, { count, name }),
      }}
    />
  )
}

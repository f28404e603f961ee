import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomainSelector } from '../../../api/queries/use-domain'
import { peopleByName, personNamed } from '../../../model/people'
import type { Domain } from '../../../model/domain'
import { EmptyState } from '../../../ui/EmptyState'
import { TwoLists } from '../../tabs/TwoLists'

/** The people of the domain: those who are available, and those among `members`. `onChange` gets the change, to be made to the draft. */
export function Guests({
  members,
  onChange,
}: {
  members: readonly string[]
  onChange: (change: (members: readonly string[]) => readonly string[]) => void
}) {
  const { t, i18n } = useTranslation()
  const { language } = i18n
  const all = useDomainSelector(
    useCallback((domain: Domain) => peopleByName(domain, language), [language]),
    'heads',
  )
  if (all.length === 0) return <EmptyState icon="people" level={3} title={t('people.guests.none')} />
  return (
    <TwoLists
      all={all}
      chosen={members}
      find={personNamed}
      onChange={onChange}
      texts={{
        search: t('people.guests.search'),
        hint: t('people.guests.hint'),
        available: t('people.guests.available'),
        chosen: t('people.guests.chosen'),
        noneAvailable: t('people.guests.noneAvailable'),
        noneChosen: t('people.guests.nobody'),
        noneFound: t('people.guests.noneFound'),
        moved: (how, count, name) => t(`people.guests.${how}`, { count, name }),
      }}
    />
  )
}

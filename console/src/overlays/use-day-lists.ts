import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomainSelector } from '../api/queries/use-domain'
import type { DayList } from '../model/day-lists'
import type { Domain } from '../model/domain'

/** The lists of days of the domain, by name. */
export function useDayLists(): readonly DayList[] {
  const { i18n } = useTranslation()
  const { language } = i18n
  return useDomainSelector(
    useCallback(
      ({ dayLists }: Domain) => {
        const { compare } = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
        return [...dayLists.values()].sort((a, b) => compare(a.name, b.name))
      },
      [language],
    ),
  )
}

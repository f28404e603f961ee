import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useDomainSelector } from '../api/queries/use-domain'
import type { Domain } from '../model/domain'
import { isSameName } from '../model/names'

/**
 * What is said below the name of a group that another one has too, which is allowed. Empty where none has, since a field is told of a line
 * below it only where that stood there from the beginning. `own` is the id of the group itself, where that is there already.
 */
export function useNameHint(name: string, own: string | null): string {
  const { t } = useTranslation()
  const isTaken = useDomainSelector(
    useCallback(
      (domain: Domain) => [...domain.groups.values()].some((group) => group.id !== own && isSameName(group.name, name)),
      [name, own],
    ),
    'heads',
  )
  return isTaken ? t('overlay.groupNameTaken') : ''
}

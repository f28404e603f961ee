import { useCallback } from 'react'
import { useDomainSelector } from '../../api/queries/use-domain'
import type { Domain } from '../../model/domain'
import { membershipsOf } from '../../model/memberships'

/** The groups that a user or a lock belongs to, and all that there are, as a table of its own: that of the domain is changed in place. */
export function useMemberships(member: string) {
  const groups = useDomainSelector(
    useCallback((domain: Domain) => membershipsOf(domain, member), [member]),
    'heads',
  )
  return { groups, all: useDomainSelector(groupsNow, 'heads') }
}

const groupsNow = ({ groups }: Domain) => new Map(groups)

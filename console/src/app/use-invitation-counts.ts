import { useEffect, useRef, useSyncExternalStore } from 'react'
import {
  invitationCount,
  refreshInvitations,
  useReceivedInvitations,
  useSentInvitations,
} from '../api/queries/invitation'
import { liveDomain } from '../api/queries/domain'
import { useSession } from '../session/session'

/** How long after a change that may concern invitations they are asked for again, in milliseconds: several come together. */
const SETTLING = 1000

/** How many invitations wait for an answer. */
export interface InvitationCounts {
  /** Sent from the domain; null for who sends none. */
  sent: number | null
  received: number
  /** Whether one of them is not known yet. */
  isLoading: boolean
}

/** How many invitations there are, kept current: after what is done here, when the page is looked at again, and when people join the domain. */
export function useInvitationCounts(): InvitationCounts {
  const { user, identity } = useSession()
  const sender = identity?.role === 'administrator' ? identity.id : null
  const sent = useSentInvitations(sender)
  const received = useReceivedInvitations(user?.id ?? null)
  useWatchedPeople(sender)
  return {
    sent: sender === null ? null : invitationCount(sent.data),
    received: invitationCount(received.data),
    isLoading: (sender !== null && sent.isLoading) || received.isLoading,
  }
}

/** Whoever accepts an invitation comes into the domain, or into more of its doors: then it has one less that waits. */
function useWatchedPeople(sender: string | null): void {
  const people = useSyncExternalStore(liveDomain.subscribe, () => {
    const { complete, domain } = liveDomain.state
    return complete ? `${domain.users.size} ${domain.links.size}` : null
  })
  const known = useRef<string | null>(null)
  useEffect(() => {
    const before = known.current
    known.current = people
    if (sender === null || people === null || before === null || before === people) return
    const timer = setTimeout(refreshInvitations, SETTLING)
    return () => clearTimeout(timer)
  }, [people, sender])
}

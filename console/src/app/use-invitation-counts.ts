import { useEffect, useRef, useSyncExternalStore } from 'react'
import {
  invitationCount,
  refreshInvitations,
  useReceivedInvitations,
  useSentInvitations,
} from '../api/queries/invitation'
import { liveDomain } from '../api/queries/domain'
import { currentSession, refreshIdentities, useSession } from '../session/session'

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

/**
 * How many invitations there are, kept current: after what is done here, when the page is looked at again, and when people join the domain.
 */
export function useInvitationCounts(): InvitationCounts {
  const { user, identity } = useSession()
  const sender = identity?.role === 'administrator' ? identity.id : null
  const sent = useSentInvitations(sender)
  const received = useReceivedInvitations(user?.id ?? null)
  useWatchedPeople(sender)
  useAnsweredElsewhere(received.data && invitationCount(received.data))
  return {
    sent: sender === null ? null : invitationCount(sent.data),
    received: invitationCount(received.data),
    isLoading: (sender !== null && sent.isLoading) || received.isLoading,
  }
}

/** Of an invitation that is gone nobody tells how it was answered: the person may be in its domain by now. */
function useAnsweredElsewhere(received: number | undefined): void {
  const known = useRef(received)
  useEffect(() => {
    const isFewer = received !== undefined && received < (known.current ?? 0)
    known.current = received
    if (!isFewer || currentSession().user === null) return
    refreshIdentities().catch((reason: unknown) => console.warn('the domains could not be read anew', reason))
  }, [received])
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

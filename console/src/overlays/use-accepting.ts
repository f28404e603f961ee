import { useState } from 'react'
import { ApiError } from '../api/errors'
import { refreshInvitations, type AcceptedInvitation } from '../api/queries/invitation'
import { selectableIdentities, type Identity } from '../session/domain'
import { randomText } from '../session/pkce'
import { refreshIdentities, useSession } from '../session/session'
import { useStep } from './use-step'

/**
 * Accepting one invitation, by `call`: what is under way, and why it failed. `onAccepted` is called when the account is in the domain, and
 * `onGone` where the invitation had been answered or withdrawn meanwhile.
 */
export function useAccepting(
  call: (key: string) => Promise<AcceptedInvitation>,
  onAccepted: (answer: AcceptedInvitation) => void,
  onGone: () => void,
) {
  // Drawn once: pressed again after an answer that was lost, it is done once.
  const [key] = useState(() => randomText(16))
  const { pending, failed, run } = useStep({ staysPending: true })

  async function accept(): Promise<void> {
    const answer = await call(key).catch((reason: unknown) => {
      if (reason instanceof ApiError && reason.status === 404) {
        onGone()
        refreshInvitations()
      }
      throw reason
    })
    // Where this fails the domain shows after the next sign-in; the invitation is accepted all the same.
    await refreshIdentities().catch((reason: unknown) => console.warn('the domains could not be read anew', reason))
    onAccepted(answer)
    refreshInvitations()
  }

  return { isPending: pending !== null, failure: failed?.reason ?? null, accept: () => run(accept) }
}

/** The identity that accepting has given, for who administers that domain and acts in another; else null. */
export function useJoined({ user_id }: AcceptedInvitation): Identity | null {
  const { identities, identity } = useSession()
  if (user_id === identity?.id) return null
  return selectableIdentities(identities).find(({ id }) => id === user_id) ?? null
}

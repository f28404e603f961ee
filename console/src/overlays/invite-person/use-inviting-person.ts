import { useState } from 'react'
import { invitationsOf, refreshInvitations, useSentInvitations } from '../../api/queries/invitation'
import { useDomain } from '../../api/queries/use-domain'
import type { User } from '../../model/domain'
import { nameProblem } from '../../model/guest-names'
import { usernameKey } from '../../model/usernames'
import { randomText } from '../../session/pkce'
import { useSession } from '../../session/session'
import { accessCalls } from '../access/calls'
import { useEditor } from '../frame/use-editor'
import { invite, isWorthAnother, newGuest, saving, type Guest } from '../invitations/guest'
import { namesHere } from '../invitations/names'
import type { To } from '../invitations/plan'

const empty = { to: '' }

/** The invitation of somebody without an account on its way: to whom it is to go, and what became of it. */
export function useInvitingPerson({ id }: User, now: number) {
  const { domain } = useDomain()
  const { identity } = useSession()
  const sent = useSentInvitations(identity?.id ?? null)
  const editor = useEditor<null, typeof empty, never>({
    name: `invite-person.${id}`,
    live: null,
    now,
    same: () => true,
    draftOf: () => empty,
    isChanged: (draft, from) => draft.to !== from.to,
    merge: (_stood, draft) => draft,
  })
  const [guest, setGuest] = useState<Guest | null>(null)
  const to = editor.draft.to.trim()
  const invited = invitationsOf(sent.data).map(({ sent_to }) => usernameKey(sent_to))
  const problem = to === '' ? null : nameProblem(to, namesHere(domain, to, id), new Set(invited))

  /** Invites them to `target`; what failed in passing is asked for again as the same. */
  async function ask(target: To): Promise<void> {
    const again = guest !== null && guest.to === target && isWorthAnother(guest)
    const asked = again
      ? saving(guest)
      : newGuest({ to: target, alias: '', grants: [], key: randomText(16), person: id })
    setGuest(asked)
    const after = await invite(asked, accessCalls)
    setGuest(after)
    if (after.state === 'error') return
    editor.edit(() => empty)
    refreshInvitations()
  }

  return {
    typed: editor.draft.to,
    type: (typed: string) => {
      // Another name is another invitation.
      setGuest(null)
      editor.edit(() => ({ to: typed }))
    },
    edited: editor.edited,
    restored: editor.restored,
    /** What is wrong with what is typed. */
    problem,
    guest,
    isPending: guest?.state === 'saving',
    /** Invites whoever is typed. */
    invite: () => ask(to),
    /** Makes a link to hand on. */
    makeLink: () => ask(null),
    forget: editor.forget,
  }
}

import { ApiError } from '../../api/errors'
import { inviteByMail, inviteByToken, inviteUser, type NewOffer } from '../../api/queries/invitation'
import { writeCalendar } from '../../model/calendar'
import type { Step } from '../../model/plan'
import type { SaveExecutor } from '../../model/save-plan'
import { isMail, isUsername } from '../../model/usernames'
import type { Grant } from '../guests/grant'

/** Whom an invitation is to: a username or an e-mail address as it was entered; null for whoever has the link. */
export type To = string | null

/** What stands of an invitation on the server, as far as the steps have told. */
export interface Standing {
  /** Ids of the calendars made for it, by lock: each of the invited locks has one of its own. */
  calendars: Readonly<Record<string, string>>
  /** Nobody has it as a username, so that a letter is the way. */
  isUnknown: boolean
  /** How it went out; null before it has. */
  via: 'user' | 'mail' | 'link' | null
  /** The link to hand on, where that is how. */
  link: string | null
}

/** Before anything is done. */
export const nothing: Standing = { calendars: {}, isUnknown: false, via: null, link: null }

/** One step of an invitation. */
export type InviteStep = Step<
  Standing,
  'invitations.inviteFailed.user' | 'invitations.inviteFailed.mail' | 'invitations.inviteFailed.link'
>

/** What an invitation says, and by which key the server knows that it is asked for again. */
export interface Invited {
  to: To
  alias: string
  grants: readonly Grant[]
  key: string
  /** Id of who of the domain has no account and is to have theirs; null where they become somebody new. */
  person: string | null
}

/**
 * The steps that come next: the calendars, then the invitation by username. Where nobody has that and it is an e-mail address, it stands so
 * after them, and the next steps send a letter.
 */
export function plan(
  { to, alias, grants, key, person }: Invited,
  standing: Standing,
  executor: SaveExecutor,
): InviteStep[] {
  const offered = ({ calendars }: Standing) => ({
    links: grants.map(({ lock, profile }): NewOffer => ({
      lock_id: lock,
      calendar_id: calendars[lock] ?? null,
      link_profile: profile,
    })),
    alias,
    ...(person !== null && { user_id: person }),
  })
  const invite = (): InviteStep => {
    if (to === null) {
      const run = async (before: Standing) => {
        const link = await inviteByToken(offered(before), key)
        return { ...before, via: 'link' as const, link }
      }
      return { failure: 'invitations.inviteFailed.link', run }
    }
    if (standing.isUnknown || !isUsername(to)) {
      const run = async (before: Standing) => {
        await inviteByMail(to, offered(before), `${key}-mail`)
        return { ...before, via: 'mail' as const }
      }
      return { failure: 'invitations.inviteFailed.mail', run }
    }
    const run = async (before: Standing) => {
      try {
        await inviteUser(to, offered(before), key)
        return { ...before, via: 'user' as const }
      } catch (error) {
        if (!isNobody(error) || !isMail(to)) throw error
        return { ...before, isUnknown: true }
      }
    }
    return { failure: 'invitations.inviteFailed.user', run }
  }
  const last = invite()
  const calendars = grants.flatMap(({ lock, rule }): InviteStep[] => {
    if (rule === null || standing.calendars[lock] !== undefined) return []
    const run = async (before: Standing) => {
      const id = await executor.createCalendar(writeCalendar(rule))
      return { ...before, calendars: { ...before.calendars, [lock]: id } }
    }
    return [{ failure: last.failure, run }]
  })
  return [...calendars, last]
}

/** Whether an invitation by username was refused because nobody has that. */
export function isNobody(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

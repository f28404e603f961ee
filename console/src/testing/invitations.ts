/** Invitations for tests, with everything that a test does not name filled in. */
import type { AcceptedInvitation, OfferedLock, ReceivedInvitation, SentInvitation } from '../api/queries/invitation'
import { calendar } from './example'

const told = {
  created_at: '2026-11-18T09:00:00+00:00',
  expires_at: '2026-12-18T09:00:00+00:00',
  sent_by: { display_name: 'Mette Sørensen' },
}

/** Tokens are letters, digits and hyphens. */
const tokenOf = (name: string) => `token-${name.replaceAll(/\W/g, '-')}`

/** One that was sent to somebody. */
export function sent(sent_to: string, given: Partial<SentInvitation> = {}): SentInvitation {
  return {
    ...{ ...told, id: `invitation-${sent_to}`, token: tokenOf(sent_to), sent_to, method: 'email', alias: '' },
    link_data: { locks: [], calendar: null },
    ...given,
  }
}

/** One that came from the domain of somebody. */
export function received(owner: string, given: Partial<ReceivedInvitation> = {}): ReceivedInvitation {
  return { ...told, token: tokenOf(owner), domain: `${owner}'s domain`, locks: [], ...given }
}

/** A lock in Copenhagen that is offered until the end of a day, or always. */
export function offered(id: string, name: string, end_time: string | null = null): OfferedLock {
  return {
    id,
    name,
    timezone: 'Europe/Copenhagen',
    calendar: end_time === null ? null : calendar(`calendar-of-${id}`, { end_time }),
  }
}

/** What came of accepting one that came from the domain of somebody. */
export function accepted(owner: string, given: Partial<AcceptedInvitation> = {}): AcceptedInvitation {
  const user_id = `user-at-${owner}`
  return { user_id, domain: `${owner}'s domain`, already_member: false, links: [], left_out: [], ...given }
}

import { deleteInvitation, refreshInvitations, type SentInvitation } from '../../api/queries/invitation'
import type { SaveExecutor } from '../../model/save-plan'
import { accessCalls } from '../access/calls'

/**
 * Withdraws an invitation, and the calendars that were made for it: those that no other of the `sent` ones offers. Answers whether it was
 * there; where it was gone, whoever accepted it may have the calendars. Rejects with an `ApiError` when the invitation stays.
 */
export async function withdraw(
  invitation: SentInvitation,
  sent: readonly SentInvitation[],
  executor: SaveExecutor = accessCalls,
): Promise<boolean> {
  const wasThere = await deleteInvitation(invitation.token)
  if (wasThere) await removeCalendars(invitation, sent, executor)
  refreshInvitations()
  return wasThere
}

async function removeCalendars(
  invitation: SentInvitation,
  sent: readonly SentInvitation[],
  executor: SaveExecutor,
): Promise<void> {
  const others = new Set(sent.filter(({ token }) => token !== invitation.token).flatMap(calendarsOf))
  for (const calendar of new Set(calendarsOf(invitation))) {
    if (others.has(calendar)) continue
    // One that stays opens nothing; what was asked for is done.
    await executor.deleteCalendar(calendar).catch((failure: unknown) => console.warn('a calendar stays', failure))
  }
}

const calendarsOf = ({ link_data }: SentInvitation): string[] =>
  link_data.locks.flatMap(({ calendar }) => (calendar == null ? [] : [calendar.id]))

import { ApiError } from '../../api/errors'
import { i18n } from '../../i18n/i18n'
import { runPlan, type Failed } from '../../model/plan'
import type { SaveExecutor } from '../../model/save-plan'
import { mayPass, whyText } from '../guests/why'
import { isNobody, nothing, plan, type Invited, type InviteStep, type Standing } from './plan'

/** An invitation that was asked for. */
export interface Guest extends Invited {
  state: 'saving' | 'invitedViaEmail' | 'invitedViaUser' | 'linkMade' | 'error'
  standing: Standing
  failed: Failed<InviteStep> | null
}

/** An invitation that is to be sent. */
export function newGuest(invited: Invited): Guest {
  return { ...invited, state: 'saving', standing: nothing, failed: null }
}

/** The same while it is under way. */
export function saving(guest: Guest): Guest {
  return { ...guest, state: 'saving', failed: null }
}

const states = { user: 'invitedViaUser', mail: 'invitedViaEmail', link: 'linkMade' } as const

/** Does what is left to be done for an invitation. One that the server refuses leaves no calendars behind. */
export async function invite(guest: Guest, executor: SaveExecutor): Promise<Guest> {
  const goOn = (from: Standing) => runPlan(plan(guest, from, executor), from)
  let outcome = await goOn(guest.standing)
  // By username it found nobody.
  if (outcome.failed === null && outcome.standing.via === null) outcome = await goOn(outcome.standing)
  const { standing, failed } = outcome
  if (failed === null) return { ...guest, standing, state: standing.via === null ? 'error' : states[standing.via] }
  const left = isRefused(failed.reason) ? await withoutCalendars(standing, executor) : standing
  return { ...guest, standing: left, state: 'error', failed }
}

/** Whether it is certain that there is no invitation: what got no answer may have been done. */
function isRefused(reason: unknown): boolean {
  return reason instanceof ApiError && reason.status >= 400 && reason.status < 500
}

/** What stands once the calendars are gone that nobody needs; those that could not be removed are there for another try. */
async function withoutCalendars(standing: Standing, executor: SaveExecutor): Promise<Standing> {
  const calendars: Record<string, string> = {}
  for (const [lock, id] of Object.entries(standing.calendars)) {
    try {
      await executor.deleteCalendar(id)
    } catch (failure) {
      console.warn('a calendar that no invitation has could not be removed', failure)
      calendars[lock] = id
    }
  }
  return { ...standing, calendars }
}

/** Whether another try may help. A username that nobody has stays so, and who is here already. */
export function isWorthAnother({ state, failed }: Guest): boolean {
  return state === 'error' && failed !== null && mayPass(failed.reason)
}

/** What became of an invitation, in words; of what failed also why. */
export function statusTexts({ state, failed }: Guest): string[] {
  if (failed !== null) {
    const isUnknown = failed.step.failure === 'invitations.inviteFailed.user' && isNobody(failed.reason)
    if (isUnknown) return [i18n.t('invitations.inviteFailed.unknown')]
    return [i18n.t(failed.step.failure), whyText(failed.reason)]
  }
  return state === 'error' ? [] : [i18n.t(`invitations.status.${state}`)]
}

import { i18n } from '../../i18n/i18n'
import { shortened } from '../../i18n/isolate'
import { runPlan, type Failed } from '../../model/plan'
import type { SaveExecutor } from '../../model/save-plan'
import { mayPass, whyText } from '../guests/why'
import { nobody, plan, type Asked, type GuestStep, type Standing } from './plan'

/** A guest whose creation was asked for. */
export interface Guest extends Asked {
  state: 'saving' | 'userCreated' | 'error'
  standing: Standing
  failed: Failed<GuestStep> | null
}

/** A guest to be created. */
export function newGuest(asked: Asked): Guest {
  return { ...asked, state: 'saving', standing: nobody, failed: null }
}

/** The same while it is under way. */
export function saving(guest: Guest): Guest {
  return { ...guest, state: 'saving', failed: null }
}

/** Does what is left to be done for a guest. Where a step fails, another call goes on with that. */
export async function create(guest: Guest, executor: SaveExecutor): Promise<Guest> {
  const goOn = (from: Standing) => runPlan(plan(guest, from, executor), from)
  let outcome = await goOn(guest.standing)
  // Their access is planned once their id is known.
  if (outcome.failed === null && guest.standing.user === null) outcome = await goOn(outcome.standing)
  const { standing, failed } = outcome
  return { ...guest, standing, state: failed === null ? 'userCreated' : 'error', failed }
}

/** Whether another try may help. A name that is taken stays so. */
export function isWorthAnother({ state, failed }: Guest): boolean {
  return state === 'error' && failed !== null && mayPass(failed.reason)
}

/** What became of a guest, in words; of what failed also why. */
export function statusTexts({ state, failed, hasAccount }: Guest): string[] {
  if (failed === null) {
    if (state === 'saving') return [i18n.t('createUsers.status.saving')]
    return [i18n.t(hasAccount ? 'createUsers.status.userCreated' : 'createUsers.status.personCreated')]
  }
  return [i18n.t(failed.step.failure, { lock: shortened(failed.step.about) }), whyText(failed.reason)]
}

/** The same in one line: of who is not there, why. */
export function statusText(guest: Guest): string {
  const { failed } = guest
  if (failed?.step.failure === 'createUsers.failed.create') {
    return i18n.t('createUsers.status.error', { reason: whyText(failed.reason) })
  }
  return statusTexts(guest)[0] ?? ''
}

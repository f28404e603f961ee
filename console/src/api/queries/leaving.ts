/** Leaving: what is known of the person who is signed in, and the end of their account and of a domain of their own. */
import type { components } from '../../generated/api'
import { answer, client } from '../client'

/** All that is known about somebody. */
export type AccountExport = components['schemas']['AccountExport']

/** All that is known about the person who is signed in. Rejects with an `ApiError`. */
export function exportAccount(): Promise<AccountExport> {
  return answer(client.GET('/user/v1/export'))
}

/**
 * Erases the account. Rejects with an `ApiError`: about the field `password`, `conflict` for whoever owns a domain, `sign_in_too_old` ten
 * minutes after the sign-in.
 */
export async function eraseAccount(password: string): Promise<void> {
  await answer(client.DELETE('/user/v1', { body: { password } }))
}

/**
 * Makes one of the domain's administrators its owner in place of oneself. Rejects like `eraseAccount`; `conflict` says that they own
 * another domain, in which there is something.
 */
export async function handOverDomain(user: string, password: string): Promise<void> {
  await answer(client.POST('/domain/v1/hand_over', { body: { user, password } }))
}

/** Deletes the domain that one acts in and owns, which is named as proof. Rejects like `eraseAccount`, or about the field `domain`. */
export async function deleteDomain(domain: string, password: string): Promise<void> {
  await answer(client.DELETE('/domain/v1', { body: { domain, password } }))
}

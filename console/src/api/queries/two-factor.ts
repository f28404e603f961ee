/** The second factor of the person who is signed in. */
import type { components } from '../../generated/api'
import { answer, client } from '../client'
import { ApiError } from '../errors'

/** What an authenticator app is told, this once. */
export type TwoFactorSeed = components['schemas']['TwoFactorSeed']

/**
 * Draws what codes are made of; nothing is required yet. Rejects with an `ApiError`: `conflict` where a second factor is required already,
 * `sign_in_too_old` ten minutes after the sign-in.
 */
export function generateTwoFactor(): Promise<TwoFactorSeed> {
  return answer(client.POST('/twofactorauth/v1/generate'))
}

/** Makes the second factor required by a code of it; answers the recovery codes, which are told this once. Rejects with an `ApiError`. */
export async function enrollTwoFactor(totp: string): Promise<readonly string[]> {
  const { status, recovery_codes } = await answer(client.POST('/twofactorauth/v1/enroll', { body: { totp } }))
  if (status !== 'Success') throw new ApiError(200, 'unexpected', `the status is ${status}`)
  return recovery_codes
}

/** Takes the second factor away. Rejects with an `ApiError`: `sign_in_too_old` ten minutes after the sign-in. */
export async function removeTwoFactor(): Promise<void> {
  await answer(client.DELETE('/twofactorauth/v1/remove'))
}

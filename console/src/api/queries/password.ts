/** A forgotten password. Nobody has to be signed in for these. */
import { answer, client } from '../client'

/**
 * Has a link to choose a new password sent to whoever signs in with this e-mail address. What is answered tells nobody whether there is
 * such an account. Rejects with an `ApiError` when the server refuses.
 */
export async function requestPasswordReset(email: string): Promise<void> {
  await answer(client.POST('/user/v1/reset_password/email', { body: { email } }))
}

/** Sets the password of whoever was sent this link, once. Rejects like `requestPasswordReset`. */
export async function resetPassword(token: string, password: string): Promise<void> {
  await answer(client.POST('/user/v1/reset_password/token', { body: { token, password } }))
}

import type { CreatedCredential, NewPasskey } from '../../api/queries/passkeys'

/** Whether this browser makes passkeys, on a page whose host the name is of. */
export function canMakePasskeys(relyingParty: string): boolean {
  const { hostname } = location
  return 'PublicKeyCredential' in window && (hostname === relyingParty || hostname.endsWith(`.${relyingParty}`))
}

/** The person turned it down, took too long, or their device has a passkey of theirs already. */
export class NotMade extends Error {
  override readonly name = 'NotMade'
  /** Whether the device has one already. */
  readonly isPresent: boolean

  constructor(isPresent: boolean) {
    super(isPresent ? 'the device has a passkey already' : 'no passkey was made')
    this.isPresent = isPresent
  }
}

/** Has the browser make a passkey. Rejects with `NotMade`. */
export async function makePasskey(asked: NewPasskey): Promise<CreatedCredential> {
  let made: Credential | null
  try {
    made = await navigator.credentials.create({ publicKey: options(asked) })
  } catch (reason) {
    throw new NotMade(reason instanceof DOMException && reason.name === 'InvalidStateError')
  }
  if (made === null) throw new NotMade(false)
  const { id, response } = made as PublicKeyCredential
  const { clientDataJSON, attestationObject } = response as AuthenticatorAttestationResponse
  return { id, response: { clientDataJSON: written(clientDataJSON), attestationObject: written(attestationObject) } }
}

function options(asked: NewPasskey): PublicKeyCredentialCreationOptions {
  return {
    ...asked,
    challenge: bytes(asked.challenge),
    user: { ...asked.user, id: bytes(asked.user.id) },
    pubKeyCredParams: asked.pubKeyCredParams.map(({ alg }) => ({ type: 'public-key', alg })),
    excludeCredentials: asked.excludeCredentials.map(({ id }) => ({ type: 'public-key', id: bytes(id) })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

/** What is written in base64url. */
function bytes(text: string): Uint8Array<ArrayBuffer> {
  const decoded = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(decoded, (character) => character.charCodeAt(0))
}

/** These in base64url. */
function written(buffer: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(buffer)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

// Signs in with a passkey: asks the server for something to sign, has the browser sign it with one that the person chooses, and sends that
// with the form. Without this script, or in a browser without passkeys, the form is not shown.
'use strict'
{
  const form = document.getElementById('passkey')
  const failed = document.getElementById('passkey-failed')

  const bytesOf = (text) => {
    const decoded = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
    return Uint8Array.from(decoded, (character) => character.charCodeAt(0))
  }

  const textOf = (buffer) => {
    const text = btoa(String.fromCharCode(...new Uint8Array(buffer)))
    return text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
  }

  const asked = async () => {
    const body = new URLSearchParams({ form_token: form.elements.form_token.value })
    const answer = await fetch('/oauth2/passkey', { method: 'POST', body })
    if (!answer.ok) throw new Error(`asking for a challenge was answered ${answer.status}`)
    const { challenge, ...others } = await answer.json()
    return { ...others, challenge: bytesOf(challenge) }
  }

  const written = ({ id, rawId, type, response }) =>
    JSON.stringify({
      id,
      rawId: textOf(rawId),
      type,
      response: {
        clientDataJSON: textOf(response.clientDataJSON),
        authenticatorData: textOf(response.authenticatorData),
        signature: textOf(response.signature),
        userHandle: response.userHandle === null ? null : textOf(response.userHandle),
      },
    })

  const signIn = async () => {
    const button = form.querySelector('button')
    button.disabled = true
    failed.textContent = ''
    try {
      const credential = await navigator.credentials.get({ publicKey: await asked() })
      form.elements.passkey.value = written(credential)
      form.submit()
    } catch {
      // Whoever turned it down, was too slow, or has none here, may try again or sign in otherwise.
      failed.textContent = form.dataset.failed
      button.disabled = false
    }
  }

  if (form !== null && window.PublicKeyCredential !== undefined) {
    form.hidden = false
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void signIn()
    })
  }
}

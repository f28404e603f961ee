import { createHash, randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'

/** Where the authorisation service sends a browser back to, and the sign-in that it ends. */
interface Answered {
  address: string
  begun: { state: string; verifier: string; redirect: null; silent: false }
}

/**
 * Signs a browser in by the requests that the sign-in page sends, and answers what its tab goes on with. What is shown on the way is
 * the matter of the journeys of signing in; drawing it before every other one takes longer than many of them.
 */
async function answered(context: BrowserContext, base: string, username: string, password: string): Promise<Answered> {
  const [state, verifier] = [randomBytes(24).toString('base64url'), randomBytes(48).toString('base64url')]
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'cardea-web',
    redirect_uri: `${base}/oauth`,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ui_locales: 'en-GB',
  })
  const page = `${base}/oauth2/authorize?${query}`
  const form_token = /name="form_token" value="([^"]+)"/.exec(await (await context.request.get(page)).text())?.[1]
  if (form_token === undefined) throw new Error('the sign-in page shows no form')
  const sent = await context.request.post(page, {
    form: { form_token, username, password },
    headers: { origin: base },
    maxRedirects: 0,
  })
  const address = sent.headers().location
  if (address === undefined) throw new Error(`${username} is not signed in: ${sent.status()}`)
  return { address, begun: { state, verifier, redirect: null, silent: false } }
}

/** Takes a new tab to the dashboard of somebody who has just signed in. */
export async function openSignedIn(page: Page, base: string, username: string, password: string): Promise<void> {
  const { address, begun } = await answered(page.context(), base, username, password)
  await page.addInitScript((sign_in) => {
    if (new URLSearchParams(location.search).get('state') === sign_in.state) {
      sessionStorage.setItem('sign_in', JSON.stringify(sign_in))
    }
  }, begun)
  await page.goto(address)
  await page.waitForURL('**/#/dashboard')
}

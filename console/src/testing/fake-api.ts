import { onTestFinished, vi } from 'vitest'
import { setConfig } from '../api/config'

/** One call as the fake server received it. */
export interface Call {
  method: string
  /** Path and query. */
  path: string
  headers: Headers
  body: string
}

/** What a fake server answers to a call; undefined for 404. */
export type Answers = Record<string, (call: Call) => Response | Promise<Response>>

/** An answer with a JSON body. */
export function json(body: unknown, status = 200): Response {
  return Response.json(body, { status })
}

/**
 * Puts a fake in the place of the server until the test ends. `answers` are keyed by method and path without query
 * (`GET /user/v1`). Returns the calls in the order of their arrival.
 */
export function fakeApi(answers: Answers): Call[] {
  const calls: Call[] = []
  setConfig({
    product_name: 'Cardea',
    version: '1.12.4',
    client_id: 'cardea-web',
    api_base: '',
    production_api_base: null,
    offers_accounts: true,
    support_url: null,
    cookie_url: null,
    apple_store_url: null,
    google_store_url: null,
    rental_url: null,
    upgrade_url: null,
    consent_script: null,
  })
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const call = {
      method: request.method,
      path: url.pathname + url.search,
      headers: request.headers,
      body: await request.text(),
    }
    calls.push(call)
    const answered = answers[`${call.method} ${url.pathname}`]
    if (!answered) return json({ error: 'entity_not_found', message: 'no such path' }, 404)
    return Promise.race([answered(call), aborted(request.signal)])
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  return calls
}

/** Rejects when the signal aborts, as fetch does. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const fail = () => reject(signal.reason as Error)
    if (signal.aborted) fail()
    else signal.addEventListener('abort', fail)
  })
}

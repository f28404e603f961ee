import createClient from 'openapi-fetch'
import type { paths } from '../generated/api'
import { apiBase } from './config'
import type { NoAnswer } from './codes'
import { ApiError, errorFrom } from './errors'

/** How long a call may take, in milliseconds. */
export const requestTimeout = 60_000

/** Who signs the calls. The session puts itself here; without one, calls go out anonymously. */
export interface Signer {
  /** The token to send, renewed beforehand when it is about to end; null when signed out. */
  accessToken(): Promise<string | null>
  /** Called once after a 401 that answered `rejected`; a new token, or null when there is none to be had. */
  renew(rejected: string): Promise<string | null>
  /** Id of the user of the chosen domain, or null for the primary one. */
  assumedUser(): string | null
}

let signer: Signer | null = null

/** Makes all further calls go out signed. */
export function signWith(next: Signer | null): void {
  signer = next
}

/** How one call differs from the rest. */
export interface SendOptions {
  /** Milliseconds until the call is given up; null for answers without an end, such as the change feed. */
  timeout?: number | null
  /** Sends neither token nor assumed user, and does not renew after a 401. */
  anonymous?: boolean
}

/**
 * Sends a request: with the token and the assumed user, within its time, and after a 401 once more with a renewed token. Rejects
 * with an `ApiError` only when no answer came, and with the reason of the request's own signal when that ended it.
 */
export async function send(request: Request, options: SendOptions = {}): Promise<Response> {
  const { timeout = requestTimeout, anonymous = false } = options
  const body = await bodyOf(request)
  const token = anonymous || !signer ? null : await signer.accessToken()
  const response = await dispatch(request, body, token, timeout)
  if (response.status !== 401 || token === null || !signer) return response
  const renewed = await signer.renew(token)
  return renewed === null ? response : dispatch(request, body, renewed, timeout)
}

/**
 * The whole body, to be sent as often as needed. Handing on a request's own body would stream it, which browsers do over HTTP/2
 * only.
 */
async function bodyOf(request: Request): Promise<ArrayBuffer | undefined> {
  if (request.method === 'GET' || request.method === 'HEAD') return undefined
  const body = await request.arrayBuffer()
  return body.byteLength === 0 ? undefined : body
}

async function dispatch(
  request: Request,
  body: ArrayBuffer | undefined,
  token: string | null,
  timeout: number | null,
): Promise<Response> {
  const headers = new Headers(request.headers)
  if (token !== null) {
    headers.set('Authorization', `Bearer ${token}`)
    const assumed = signer?.assumedUser()
    // A call may name an identity of its own: a guest's doors lie in several domains.
    if (assumed && !headers.has('X-Assume-User')) headers.set('X-Assume-User', assumed)
  }
  const signal = timeout === null ? request.signal : AbortSignal.any([request.signal, AbortSignal.timeout(timeout)])
  try {
    return await fetch(
      new Request(request.url, { method: request.method, headers, body, signal, credentials: 'include' }),
    )
  } catch (failure) {
    if (request.signal.aborted) throw request.signal.reason
    const code: NoAnswer = navigator.onLine ? 'server_unavailable' : 'network_error'
    throw new ApiError(0, code, failure instanceof Error ? failure.message : String(failure))
  }
}

/** A signed request to a path of the API, for answers that are read as they arrive. */
export function sendTo(path: string, init: RequestInit = {}, options: SendOptions = {}): Promise<Response> {
  return send(new Request(apiBase() + path, init), options)
}

// Stands for the API's base address, which is known only once the settings are loaded.
const unknownBase = 'http://api.invalid'

/** The typed client. Give its calls to `answer`. */
export const client = createClient<paths>({
  baseUrl: unknownBase,
  fetch: async (request) => {
    const { method, headers, signal } = request
    const url = request.url.replace(unknownBase, apiBase())
    return send(new Request(url, { method, headers, signal, body: await bodyOf(request) }))
  },
})

/** The body that a call answered. Rejects with an `ApiError` when it failed. */
export async function answer<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  const { data, error, response } = await call
  if (response.ok) return data as T
  throw errorFrom(response, error)
}

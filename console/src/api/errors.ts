import type { components } from '../generated/api'
import { i18n } from '../i18n/i18n'
import { byCode, byFieldCode, byNamedField, plainCodes, plainFields, type KnownCode } from './codes'

/** What the server says is wrong with one field. */
export type FieldError = components['schemas']['FieldError']

/** The provider by which a domain asks somebody to sign in. */
export type AskedProvider = components['schemas']['AskedProvider']

/** A call that failed: the server's code and words, or that no answer came (status 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** The stable code: `error` or `error_code` of the body. A newer server may have more than are known here. */
  readonly code: string
  /** Further words that OAuth errors carry. */
  readonly hint: string | null
  /** By field name, what is wrong with it. */
  readonly fields: Readonly<Record<string, readonly FieldError[]>>
  /** Milliseconds after which the server wants to be asked again; 0 where it has not said. */
  readonly retryAfter: number
  /** The provider to sign in by, of `provider_sign_in_required`. */
  readonly provider: AskedProvider | null

  constructor(
    status: number,
    code: string,
    message: string,
    rest: {
      hint?: string | null
      fields?: Record<string, FieldError[]>
      retryAfter?: number
      provider?: AskedProvider | null
    } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.hint = rest.hint ?? null
    this.fields = rest.fields ?? {}
    this.retryAfter = rest.retryAfter ?? 0
    this.provider = rest.provider ?? null
  }

  /** Whether its code is this one. */
  is(code: KnownCode): boolean {
    return this.code === code
  }
}

interface ErrorBody {
  error?: unknown
  message?: unknown
  error_code?: unknown
  error_message?: unknown
  error_description?: unknown
  hint?: unknown
  errors?: Record<string, FieldError[]>
  provider?: AskedProvider
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Milliseconds for which an answer asks to be left alone, which it says in whole seconds; 0 where it does not. */
export function retryAfter({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after') ?? '0')
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 0
}

/** The error that an answer and its body tell of. Bodies carry `error` and `message`, or `error_code` and `error_message`. */
export function errorFrom(response: Response, body: unknown): ApiError {
  const { status, statusText } = response
  const told = (typeof body === 'object' && body !== null ? body : {}) as ErrorBody
  const code = text(told.error) ?? text(told.error_code) ?? (status >= 500 ? 'server_error' : `http_${status}`)
  const message = text(told.message) ?? text(told.error_message) ?? text(told.error_description) ?? statusText
  return new ApiError(status, code, message, {
    hint: text(told.hint),
    fields: told.errors,
    retryAfter: retryAfter(response),
    provider: told.provider,
  })
}

function known<T extends object>(table: T, code: string): code is keyof T & string {
  return Object.hasOwn(table, code)
}

/** Whether a second factor is asked for: HTTP 400 with a hint that speaks of a one time password. */
export function wantsTwoFactor(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400 && /one time password/i.test(error.hint ?? '')
}

/** The provider by which a domain asks whoever called to sign in before anything is told of it; null where that is not what failed. */
export function askedProvider(error: unknown): AskedProvider | null {
  return error instanceof ApiError && error.is('provider_sign_in_required') ? error.provider : null
}

/** Whether the same call may well succeed another time: it did not arrive, the server failed, or something was in its way. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return error.status === 0 || error.status >= 500 || [408, 409, 429].includes(error.status)
}

/** What a failed call is to a person, in the language shown. The only place that turns codes into texts. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) {
    console.error(error)
    return i18n.t('errors.unexpected')
  }
  if (wantsTwoFactor(error)) return i18n.t('errors.twoFactorRequired')
  for (const [name, errors] of Object.entries(error.fields)) {
    const isNamed = (code: FieldError['error_code']) =>
      plainFields.has(name) && byNamedField[name]?.[code] !== undefined
    const plain = errors.find(({ error_code }) => plainCodes.has(error_code) || isNamed(error_code))
    if (plain !== undefined) return fieldErrorText(plain, name)
  }
  if (error.status === 503) return i18n.t('errors.notReady')
  if (known(byCode, error.code)) return i18n.t(byCode[error.code])
  if (error.status >= 500) return i18n.t('errors.serverError')
  return i18n.t('errors.status', { status: error.status, statusText: error.message })
}

/** What the server says is wrong with a field, which it calls by this name, for beside it. */
export function fieldErrorText({ error_code }: FieldError, name = ''): string {
  const own = byNamedField[name]?.[error_code]
  if (own !== undefined) return i18n.t(own)
  return i18n.t(known(byFieldCode, error_code) ? byFieldCode[error_code] : 'errors.field.invalid')
}

/** The code under which a failure stands in an address: a sentence there would let the maker of a link speak for the console. */
export function errorCode(error: unknown): string {
  if (error instanceof ApiError) return error.code
  console.error(error)
  return 'unexpected' satisfies KnownCode
}

/** What a code out of an address says to people; of one that nobody here gives only that something went wrong. */
export function codeText(code: string): string {
  return i18n.t(known(byCode, code) ? byCode[code] : 'errors.unknown')
}

/**
 * The verdicts of a finished lock operation. A number is 0 where that part did its work or was not reached. Texts other than "Ok" say why
 * the operation failed: all three alike, or only one of them.
 */
export interface OperationVerdict {
  afi_status: number
  afi_status_text: string
  bridge_server_status: number
  bridge_server_status_text: string
  dmi_status: number
  dmi_status_text: string
}

/** Whether the bolt was where it should go already: a failure on the wire that still sets the state. */
export function wasInPlace(verdict: OperationVerdict): boolean {
  return verdict.afi_status === 7
}

// By the word in a status text, for failures that no number of their own tells apart.
const operationWords = {
  JobTimeout: 'errors.operation.timeout',
  NotPermitted: 'errors.operation.notPermitted',
  OutcomeUnknown: 'errors.operation.outcomeUnknown',
  MalformedAnswer: 'errors.operation.outcomeUnknown',
  NotReceived: 'errors.operation.notReceived',
  UnknownDevice: 'errors.operation.unknownDevice',
  BoltBlocked: 'errors.operation.boltBlocked',
} as const

/** Which way a bolt is asked to turn. */
export type Direction = 'lock' | 'unlock'

/** Why a lock operation failed, in the language shown (the codes: docs/gateway.md, Failures). */
export function operationErrorText(verdict: OperationVerdict, direction: Direction): string {
  const { afi_status, bridge_server_status, dmi_status } = verdict
  const words = [verdict.bridge_server_status_text, verdict.afi_status_text, verdict.dmi_status_text]
  for (const word of words) if (known(operationWords, word)) return i18n.t(operationWords[word])
  if (bridge_server_status === 4) return i18n.t('errors.operation.lockLoading')
  if (bridge_server_status === 5) return i18n.t('errors.operation.bridgeNotAttached')
  if (wasInPlace(verdict)) {
    return i18n.t(direction === 'lock' ? 'errors.operation.alreadyLocked' : 'errors.operation.alreadyUnlocked')
  }
  if (afi_status === 11) return i18n.t('errors.operation.lowBattery')
  if (afi_status === 12 || dmi_status === 15 || dmi_status === 18) return i18n.t('errors.operation.connection')
  // The same word stands in all three, or in the one that it is about.
  const reason = [...new Set(words)].filter((word) => word !== 'Ok').join(', ')
  return i18n.t('errors.operation.failed', { reason })
}

/** What is said where a lock has no bridge, so that it cannot be operated from here. */
export function notPairedText(): string {
  return i18n.t('errors.operation.notPaired')
}

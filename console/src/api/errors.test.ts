import { beforeAll, describe, expect, it, vi } from 'vitest'
import { i18n, startI18n } from '../i18n/i18n'
import {
  ApiError,
  codeText,
  errorCode,
  errorFrom,
  errorText,
  fieldErrorText,
  operationErrorText,
  wantsTwoFactor,
  wasInPlace,
} from './errors'

beforeAll(startI18n)

const answered = (status: number, statusText: string, headers = {}) =>
  new Response(null, { status, statusText, headers })

/** What a server answers that finds something wrong with the name. */
const refused = (error_code: string) =>
  errorFrom(answered(422, 'Unprocessable Content'), {
    ...{ error: 'validation_failed', message: 'no' },
    errors: { name: [{ error_code, error_message: 'no' }] },
  })

describe('an error', () => {
  it.each([
    ['error and message', { error: 'conflict', message: 'in use' }],
    ['error_code and error_message', { error_code: 'conflict', error_message: 'in use' }],
    ['error and error_description', { error: 'conflict', error_description: 'in use' }],
  ])('is read from %s', (_shape, body) => {
    expect(errorFrom(answered(409, 'Conflict'), body)).toMatchObject({
      status: 409,
      code: 'conflict',
      message: 'in use',
    })
  })

  it('without a body has its status', () => {
    expect(errorFrom(answered(418, 'I am a teapot'), undefined)).toMatchObject({
      code: 'http_418',
      message: 'I am a teapot',
    })
    expect(errorFrom(answered(502, 'Bad Gateway'), '<html>')).toMatchObject({ code: 'server_error' })
  })

  it.each([
    ['2', 2000],
    ['0', 0],
    ['soon', 0],
  ])('with Retry-After: %s asks to be left alone for %i ms', (header, ms) => {
    expect(errorFrom(answered(503, '', { 'Retry-After': header }), null).retryAfter).toBe(ms)
    expect(errorFrom(answered(503, ''), null).retryAfter).toBe(0)
  })

  it.each([
    ['invalid_grant', 400, 'The user credentials were incorrect.'],
    ['body_too_large', 413, 'This is more than the server takes at once.'],
    ['entity_not_found', 404, 'This does not exist any more, or not in this domain.'],
    ['unable_to_update_domain_owner', 403, 'Can not change role of domain owner'],
    [
      'too_many_feeds',
      429,
      'Changes made elsewhere are followed in too many places already. Close some of them and try again.',
    ],
    ['server_unavailable', 0, 'The server does not answer. Check the connection and try again.'],
    ['server_unavailable', 503, 'The server is not ready just now. Try again in a moment.'],
    ['never_heard_of', 503, 'The server is not ready just now. Try again in a moment.'],
    ['never_heard_of', 500, 'The server failed. Please try again.'],
    ['constructor', 418, 'Error 418: words'],
    ['never_heard_of', 418, 'Error 418: words'],
  ])('%s (%i) reads "%s"', (code, status, text) => {
    expect(errorText(new ApiError(status, code, 'words'))).toBe(text)
  })

  it.each([
    ['invalid_password', 'This password is too easy to guess, or many people have it. Choose another one.'],
    ['recurring_unsupported', 'Locks older than V3 do not support recurring access.'],
    ['too_long', 'The server could not accept what was entered.'],
    ['constructor', 'The server could not accept what was entered.'],
  ])('names what is wrong with a field where that says enough by itself: %s', (code, text) => {
    expect(errorText(refused(code))).toBe(text)
  })

  it.each([
    ['too_long', 'This is too long.'],
    ['permanent_only', 'Administrators can only be given permanent access.'],
    ['unassigned', 'This holds characters that others cannot read.'],
    ['never_heard_of', 'The server does not accept this.'],
    ['constructor', 'The server does not accept this.'],
  ])('%s beside its field reads "%s"', (code, text) => {
    expect(refused(code).fields.name?.map((error) => fieldErrorText(error))).toEqual([text])
  })

  it('asks for the second factor at 400 with a hint of a one time password', () => {
    const asked = new ApiError(400, 'invalid_grant', 'no', { hint: 'Missing one time password' })
    expect(wantsTwoFactor(asked)).toBe(true)
    expect(errorText(asked)).toBe('Please sign in using two-factor authentication')
    expect(wantsTwoFactor(new ApiError(401, 'invalid_grant', 'no', { hint: 'one time password' }))).toBe(false)
  })

  it('of the console itself is logged and told without its inner words', () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(errorText(new Error('x is undefined'))).toBe(i18n.t('errors.unexpected'))
    expect(logged).toHaveBeenCalled()
    logged.mockRestore()
  })
})

describe('an error in an address', () => {
  it('is its code, which says the same as the error itself', () => {
    const failure = new ApiError(0, 'stale_sign_in', 'the answer belongs to no sign-in of this tab')
    expect(errorCode(failure)).toBe('stale_sign_in')
    expect(codeText('stale_sign_in')).toBe(errorText(failure))
  })

  it('of the console itself is logged', () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(codeText(errorCode(new Error('x is undefined')))).toBe(i18n.t('errors.unexpected'))
    expect(logged).toHaveBeenCalled()
    logged.mockRestore()
  })

  it.each(['Your account is locked, call +45 12 34 56 78', 'never_heard_of', 'constructor', '__proto__', ''])(
    'shows nothing of what it does not know: %s',
    (code) => {
      expect(codeText(code)).toBe('Something went wrong. Please try to sign in again.')
    },
  )
})

describe('a lock operation that failed', () => {
  const fine = {
    afi_status: 0,
    afi_status_text: 'Ok',
    bridge_server_status: 0,
    bridge_server_status_text: 'Ok',
    dmi_status: 0,
    dmi_status_text: 'Ok',
  }

  /** The same word in all three texts, as the server answers. */
  const says = (word: string) => ({ afi_status_text: word, bridge_server_status_text: word, dmi_status_text: word })

  it.each([
    [{ bridge_server_status: 4 }, 'BridgeBusy', 'lockLoading'],
    [{ bridge_server_status: 5 }, 'BridgeNotAttached', 'bridgeNotAttached'],
    [{ bridge_server_status: 13 }, 'JobTimeout', 'timeout'],
    [{ afi_status: 7 }, 'NothingChanged', 'alreadyUnlocked'],
    [{ afi_status: 11 }, 'LowBattery', 'lowBattery'],
    [{ afi_status: 12, dmi_status: 15 }, 'ConnectionLost', 'connection'],
    [{ bridge_server_status: 32 }, 'NotPermitted', 'notPermitted'],
    [{ bridge_server_status: 33 }, 'OutcomeUnknown', 'outcomeUnknown'],
    [{ bridge_server_status: 34 }, 'NotReceived', 'notReceived'],
    [{ bridge_server_status: 35 }, 'UnknownDevice', 'unknownDevice'],
    [{ bridge_server_status: 37 }, 'MalformedAnswer', 'outcomeUnknown'],
    [{ afi_status: 14 }, 'BoltBlocked', 'boltBlocked'],
    [{ dmi_status: 15 }, 'ConnectionLost', 'connection'],
    [{ dmi_status: 18 }, 'ApplicationLayerProtocolError', 'connection'],
  ] as const)('with %o and the word %s reads as its own sentence', (verdict, word, key) => {
    expect(operationErrorText({ ...fine, ...verdict, ...says(word) }, 'unlock')).toBe(i18n.t(`errors.operation.${key}`))
  })

  it('says in which position it was already, and counts as having set the state', () => {
    const verdict = { ...fine, afi_status: 7, ...says('NothingChanged') }
    expect(operationErrorText(verdict, 'lock')).toBe('The door was locked already.')
    expect(wasInPlace(verdict)).toBe(true)
    expect(wasInPlace(fine)).toBe(false)
  })

  it('names a reason that has no sentence', () => {
    const text = 'The lock could not do this (Strange).'
    expect(operationErrorText({ ...fine, afi_status: 99, afi_status_text: 'Strange' }, 'lock')).toBe(text)
    const all = { afi_status_text: 'Strange', bridge_server_status_text: 'Strange', dmi_status_text: 'Strange' }
    expect(operationErrorText({ ...fine, afi_status: 99, ...all }, 'lock')).toBe(text)
    expect(operationErrorText({ ...fine, afi_status: 99, ...all, dmi_status_text: 'constructor' }, 'lock')).toBe(
      'The lock could not do this (Strange, constructor).',
    )
  })
})

import { beforeAll, describe, expect, it, vi } from 'vitest'
import { i18n, startI18n } from '../i18n/i18n'
import { ApiError, errorFrom, errorText, operationErrorText, wantsTwoFactor, wasInPlace } from './errors'

beforeAll(startI18n)

describe('an error', () => {
  it.each([
    ['error and message', { error: 'conflict', message: 'in use' }],
    ['error_code and error_message', { error_code: 'conflict', error_message: 'in use' }],
    ['error and error_description', { error: 'conflict', error_description: 'in use' }],
  ])('is read from %s', (_shape, body) => {
    expect(errorFrom(409, 'Conflict', body)).toMatchObject({ status: 409, code: 'conflict', message: 'in use' })
  })

  it('without a body has its status', () => {
    expect(errorFrom(418, 'I am a teapot', undefined)).toMatchObject({ code: 'http_418', message: 'I am a teapot' })
    expect(errorFrom(502, 'Bad Gateway', '<html>')).toMatchObject({ code: 'server_error' })
  })

  it.each([
    ['invalid_grant', 400, 'The user credentials were incorrect.'],
    ['entity_not_found', 404, 'This does not exist any more, or not in this domain.'],
    ['unable_to_update_domain_owner', 403, 'Can not change role of domain owner'],
    ['server_unavailable', 0, 'The server does not answer. Check the connection and try again.'],
    ['never_heard_of', 503, 'The server failed. Nothing was changed; try again.'],
    ['never_heard_of', 418, 'Error 418: words'],
  ])('%s (%i) reads "%s"', (code, status, text) => {
    expect(errorText(new ApiError(status, code, 'words'))).toBe(text)
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

  it('names a reason that has no sentence, once', () => {
    const text = operationErrorText({ ...fine, afi_status: 99, ...says('Strange') }, 'lock')
    expect(text.match(/Strange/g)).toHaveLength(1)
  })
})

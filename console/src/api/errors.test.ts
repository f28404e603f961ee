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

  it.each([
    [{ bridge_server_status: 4, bridge_server_status_text: 'BridgeBusy' }, 'lockLoading'],
    [{ bridge_server_status: 5, bridge_server_status_text: 'BridgeNotAttached' }, 'bridgeNotAttached'],
    [{ bridge_server_status: 13, bridge_server_status_text: 'JobTimeout' }, 'timeout'],
    [{ afi_status: 7, afi_status_text: 'NothingChanged' }, 'alreadyUnlocked'],
    [{ afi_status: 11, afi_status_text: 'LowBattery' }, 'lowBattery'],
    [{ afi_status: 12, afi_status_text: 'ConnectionLost' }, 'connection'],
    [{ bridge_server_status: 32, bridge_server_status_text: 'NotPermitted' }, 'notPermitted'],
    [{ bridge_server_status: 33, bridge_server_status_text: 'OutcomeUnknown' }, 'outcomeUnknown'],
    [{ bridge_server_status: 34, bridge_server_status_text: 'NotReceived' }, 'notReceived'],
    [{ bridge_server_status: 35, bridge_server_status_text: 'UnknownDevice' }, 'unknownDevice'],
    [{ afi_status: 14, afi_status_text: 'BoltBlocked' }, 'boltBlocked'],
    [{ dmi_status: 15, dmi_status_text: 'ConnectionLost' }, 'connection'],
    [{ dmi_status: 18, dmi_status_text: 'ApplicationLayerProtocolError' }, 'connection'],
  ] as const)('with %o reads as its own sentence', (verdict, key) => {
    expect(operationErrorText({ ...fine, ...verdict }, 'unlock')).toBe(i18n.t(`errors.operation.${key}`))
  })

  it('says in which position it was already, and counts as having set the state', () => {
    const verdict = { ...fine, afi_status: 7, afi_status_text: 'NothingChanged' }
    expect(operationErrorText(verdict, 'lock')).toBe('The door was locked already.')
    expect(wasInPlace(verdict)).toBe(true)
    expect(wasInPlace(fine)).toBe(false)
  })

  it('names a reason that has no sentence', () => {
    expect(operationErrorText({ ...fine, afi_status: 99, afi_status_text: 'Strange' }, 'lock')).toContain('Strange')
  })
})

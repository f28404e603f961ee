import { beforeEach, describe, expect, it } from 'vitest'
import { fakeApi, json } from '../testing/fake-api'
import { freshSession, giveTokens } from '../testing/session'
import { answer, client, sendTo } from './client'
import { apiBase, config, isProduction, setConfig } from './config'
import { ApiError } from './errors'

beforeEach(freshSession)

it('sends bodies as JSON to the API base, with credentials and the token', async () => {
  const calls = fakeApi({ 'POST /links/v1': () => json({ id: 'lock_user-1' }) })
  setConfig({ ...config(), api_base: 'https://api.example/' })
  giveTokens()
  await answer(client.POST('/links/v1', { body: { lock_id: 'lock-1', user_id: 'user-1', calendar_id: null } }))
  expect(JSON.parse(calls[0]?.body as string)).toEqual({ lock_id: 'lock-1', user_id: 'user-1', calendar_id: null })
  expect(calls[0]?.headers.get('authorization')).toBe('Bearer A1')
})

it('encodes what stands in paths', async () => {
  const calls = fakeApi({ 'GET /log/v1/lock/a%2Fb': () => json([]) })
  await answer(client.GET('/log/v1/lock/{ids}', { params: { path: { ids: 'a/b' }, query: { page: 1, perpage: 50 } } }))
  expect(calls[0]?.path).toBe('/log/v1/lock/a%2Fb?page=1&perpage=50')
})

it('rejects with the code, the words and the fields of the answer', async () => {
  const errors = { name: [{ error_code: 'too_long', error_message: 'at most 100' }] }
  fakeApi({ 'POST /links/v1': () => json({ error: 'validation_failed', message: 'no', errors }, 422) })
  const failure: unknown = await answer(client.POST('/links/v1', { body: {} })).catch((reason: unknown) => reason)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ status: 422, code: 'validation_failed', message: 'no', fields: errors })
})

it('gives a call up when its time is over', async () => {
  fakeApi({ 'GET /user/v1': () => new Promise(() => {}) })
  await expect(sendTo('/user/v1', {}, { timeout: 20 })).rejects.toMatchObject({ status: 0, code: 'server_unavailable' })
})

it('lets the caller end a call', async () => {
  fakeApi({ 'GET /user/v1': () => new Promise(() => {}) })
  await expect(sendTo('/user/v1', { signal: AbortSignal.abort(new Error('left')) })).rejects.toThrow('left')
})

describe('the API base', () => {
  it('is the own origin when none is set, and that is production', () => {
    fakeApi({})
    expect([apiBase(), isProduction()]).toEqual([location.origin, true])
  })
  it('is not production when another base is named so', () => {
    fakeApi({})
    setConfig({ ...config(), production_api_base: 'https://api.example' })
    expect(isProduction()).toBe(false)
    setConfig({ ...config(), api_base: 'https://api.example/' })
    expect(isProduction()).toBe(true)
  })
})

import { beforeEach, expect, it } from 'vitest'
import { answer, client } from '../api/client'
import { ApiError } from '../api/errors'
import { fakeApi, json } from '../testing/fake-api'
import { account, freshSession, giveTokens } from '../testing/session'
import { beginSession, currentSession } from './session'
import { local, tab } from './storage'
import { accessToken, renew } from './tokens'

const renewed = (n: number) =>
  json({ access_token: `A${n}`, refresh_token: `R${n}`, token_type: 'Bearer', expires_in: 3600 })

beforeEach(freshSession)

it('sends the token it has until 60 s before its end', async () => {
  const calls = fakeApi({ 'POST /oauth2/token': () => renewed(2) })
  giveTokens(65)
  expect(await accessToken()).toBe('A1')
  expect(calls).toHaveLength(0)
})

it('renews 60 s before the end, with the refresh token and the client id', async () => {
  const calls = fakeApi({ 'POST /oauth2/token': () => renewed(2) })
  giveTokens(55)
  expect(await accessToken()).toBe('A2')
  expect(Object.fromEntries(new URLSearchParams(calls[0]?.body))).toEqual({
    grant_type: 'refresh_token',
    refresh_token: 'R1',
    client_id: 'cardea-web',
  })
  expect(calls[0]?.headers.get('authorization')).toBeNull()
  expect(tab.get('refresh_token')).toBe('R2')
})

it('renews once for parallel calls that were all refused, and tries each of them once more', async () => {
  const calls = fakeApi({
    ...account,
    'GET /user/v1': (call) =>
      call.headers.get('authorization') === 'Bearer A2'
        ? json({ username: 'anna' })
        : json({ error: 'unauthorized' }, 401),
    'POST /oauth2/token': () => renewed(2),
  })
  giveTokens()
  const answers = await Promise.all(Array.from({ length: 8 }, () => answer(client.GET('/user/v1'))))
  expect(answers.every(({ username }) => username === 'anna')).toBe(true)
  expect(calls.filter(({ path }) => path === '/oauth2/token')).toHaveLength(1)
  expect(calls.filter(({ path }) => path === '/user/v1')).toHaveLength(16)
})

it('gives a refused call that comes late the token that was renewed meanwhile', async () => {
  const calls = fakeApi({ 'POST /oauth2/token': () => renewed(2) })
  giveTokens()
  expect(await renew('A1')).toBe('A2')
  expect(await renew('A1')).toBe('A2')
  expect(calls).toHaveLength(1)
})

it('tries a refused call only once more', async () => {
  const calls = fakeApi({
    'GET /user/v1': () => json({ error: 'unauthorized', message: 'no' }, 401),
    'POST /oauth2/token': () => renewed(2),
  })
  giveTokens()
  await expect(answer(client.GET('/user/v1'))).rejects.toMatchObject({ status: 401, code: 'unauthorized' })
  expect(calls.map(({ path }) => path)).toEqual(['/user/v1', '/oauth2/token', '/user/v1'])
})

it('ends the sign-in when the server refuses to renew, but keeps local storage for the silent check', async () => {
  fakeApi({ ...account, 'POST /oauth2/token': () => json({ error: 'invalid_grant', message: 'used twice' }, 400) })
  giveTokens()
  local.set('username', 'owner@demo.cardea')
  await beginSession()
  expect(currentSession().status).toBe('success')
  expect(await renew('A1')).toBeNull()
  expect(tab.get('access_token')).toBeNull()
  expect(currentSession()).toMatchObject({ status: '', user: null, identity: null })
  expect(local.get('username')).toBe('owner@demo.cardea')
})

it('keeps the sign-in when the server does not answer: the old refresh token is good until its successor is used', async () => {
  let down = true
  fakeApi({
    'POST /oauth2/token': () => {
      if (down) throw new TypeError('Failed to fetch')
      return renewed(2)
    },
  })
  giveTokens()
  await expect(renew('A1')).rejects.toBeInstanceOf(ApiError)
  expect(tab.get('refresh_token')).toBe('R1')
  down = false
  expect(await renew('A1')).toBe('A2')
})

it('drops an answer that comes after the log-out', async () => {
  let release = () => {}
  const waits = new Promise<void>((resolve) => (release = resolve))
  fakeApi({ 'POST /oauth2/token': () => waits.then(() => renewed(2)) })
  giveTokens()
  const renewal = renew('A1')
  tab.remove('access_token', 'refresh_token')
  release()
  expect(await renewal).toBeNull()
  expect(tab.get('access_token')).toBeNull()
})

it('renews by itself when the time has come', async () => {
  const calls = fakeApi({
    'POST /oauth2/token': () =>
      json({ access_token: 'A2', refresh_token: 'R2', token_type: 'Bearer', expires_in: 3600 }),
  })
  giveTokens(10)
  const { scheduleRenewal } = await import('./tokens')
  scheduleRenewal()
  await expect.poll(() => tab.get('access_token')).toBe('A2')
  expect(calls).toHaveLength(1)
})

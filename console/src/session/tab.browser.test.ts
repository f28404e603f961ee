import { beforeEach, expect, it } from 'vitest'
import { freshSession, giveTokens } from '../testing/session'
import { tab } from './storage'
import { claimTab } from './tab'

beforeEach(freshSession)

it('keeps the tokens of a tab that is loaded again', async () => {
  giveTokens()
  tab.set('tab', 'reloaded')
  await claimTab()
  expect([tab.get('tab'), tab.get('access_token')]).toEqual(['reloaded', 'A1'])
})

it('gives up the tokens that a duplicated tab has copied, and takes a name of its own', async () => {
  giveTokens()
  await claimTab()
  const original = tab.get('tab')
  giveTokens()
  await claimTab()
  expect(tab.get('access_token')).toBeNull()
  expect(tab.get('tab')).not.toBe(original)
})

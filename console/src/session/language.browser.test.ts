import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { shownLanguage, showLanguage } from '../i18n/i18n'
import { chooseLanguage, startLanguage } from './language'
import { local } from './storage'

const speaks = (...tags: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags)

beforeEach(() => local.clear())
afterEach(async () => {
  local.clear()
  await showLanguage('en-GB')
})

describe('the language of the console', () => {
  it('is at the first visit what the browser speaks, and is not remembered by that', async () => {
    speaks('sv-SE', 'de-AT', 'da')
    await startLanguage()
    expect([shownLanguage(), document.documentElement.lang]).toEqual(['de', 'de'])
    expect(local.get('language')).toBeNull()
  })

  it('is English where the browser speaks none of those offered', async () => {
    speaks('sv-SE')
    await startLanguage()
    expect(shownLanguage()).toBe('en-GB')
  })

  it('stays what was chosen, whatever the browser speaks', async () => {
    speaks('de')
    await chooseLanguage('da-DK')
    await showLanguage('en-GB')
    await startLanguage()
    expect(shownLanguage()).toBe('da-DK')
  })
})

import { showLanguage } from '../i18n/i18n'
import { isLanguageTag, negotiate, type LanguageTag } from '../i18n/languages'
import { local } from './storage'

/** Shows the console in the language chosen before, or at a first visit in one that the browser is set to. */
export async function startLanguage(): Promise<void> {
  const stored = local.get('language')
  await showLanguage(isLanguageTag(stored) ? stored : negotiate(navigator.languages))
}

/** Shows the console in a language and remembers it. */
export async function chooseLanguage(tag: LanguageTag): Promise<void> {
  await showLanguage(tag)
  local.set('language', tag)
}

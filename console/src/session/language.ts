import { showLanguage } from '../i18n/i18n'
import { defaultLanguage, isLanguageTag, type LanguageTag } from '../i18n/languages'
import { local } from './storage'

/** Shows the console in the stored language, or in the default one. */
export async function startLanguage(): Promise<void> {
  const stored = local.get('language')
  await showLanguage(isLanguageTag(stored) ? stored : defaultLanguage)
}

/** Shows the console in a language and remembers it. */
export async function chooseLanguage(tag: LanguageTag): Promise<void> {
  await showLanguage(tag)
  local.set('language', tag)
}

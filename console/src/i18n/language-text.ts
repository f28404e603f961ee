import { i18n } from './i18n'
import { languages } from './languages'

/**
 * What a language is called by its speakers, where the console is offered in it, else in the language shown. `tag` is a BCP 47 tag or
 * empty.
 */
export function languageText(tag: string): string {
  const known = languages.find((language) => language.tag === tag)
  if (known !== undefined) return known.name
  if (tag === '') return i18n.t('words.noLanguage')
  try {
    return new Intl.DisplayNames(i18n.language, { type: 'language' }).of(tag) ?? tag
  } catch {
    // Other clients may have written anything.
    return tag
  }
}

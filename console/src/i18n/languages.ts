/** A language the console can be shown in. `name` is what its speakers call it. */
export interface Language {
  /** BCP 47 tag; also the name of the file in locales/ and the value stored under the key `language`. */
  tag: string
  name: string
}

/** The languages offered, in the order of the dropdown. The first is the default and the fallback. */
export const languages = [
  { tag: 'en-GB', name: 'English' },
  { tag: 'da-DK', name: 'Dansk' },
  { tag: 'de', name: 'Deutsch' },
] as const satisfies readonly Language[]

/** The tag of an offered language. */
export type LanguageTag = (typeof languages)[number]['tag']

/** The tags of all offered languages. */
export const languageTags: readonly LanguageTag[] = languages.map((language) => language.tag)

/** The default and fallback language. */
export const defaultLanguage: LanguageTag = languages[0].tag

/** The first of the languages wanted that is offered, in whatever region; the default where none is. */
export function negotiate(wanted: readonly string[]): LanguageTag {
  const prefix = (tag: string) => tag.toLowerCase().split('-')[0]
  for (const one of wanted) {
    const found = languageTags.find((tag) => prefix(tag) === prefix(one))
    if (found !== undefined) return found
  }
  return defaultLanguage
}

/** Narrows any stored or received text to an offered language. */
export function isLanguageTag(text: string | null | undefined): text is LanguageTag {
  return languageTags.some((tag) => tag === text)
}

import { createInstance } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isolate } from './isolate'
import { defaultLanguage, type LanguageTag } from './languages'
import type { Loaders, Texts } from './locale'
import enGB from './locales/en-GB.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation'
    resources: { translation: Texts }
    returnNull: false
  }
}

/** The texts of the console. Components take them through `useTranslation`, other code through `i18n.t`. */
export const i18n = createInstance()

const loaders: Loaders = {
  'en-GB': () => Promise.resolve({ default: enGB }),
  'da-DK': () => import('./locales/da-DK.json'),
  de: () => import('./locales/de.json'),
}

/** Prepares the texts; nothing may be shown before. Missing ones are logged and show their key. */
export async function startI18n(): Promise<void> {
  await i18n.use(initReactI18next).init({
    lng: defaultLanguage,
    fallbackLng: defaultLanguage,
    resources: { [defaultLanguage]: { translation: enGB } },
    partialBundledLanguages: true,
    // React shows texts as text, so nothing needs escaping as HTML: what is filled in is kept in its own direction instead.
    interpolation: { escapeValue: true, escape: isolate },
    returnNull: false,
    saveMissing: true,
    missingKeyHandler: (tags, _namespace, key) => {
      console.warn(`missing translation: ${key} (${tags.join(', ')})`)
    },
    react: { useSuspense: false },
  })
  // `{{days, capital}}` in a language that writes the names of days small begins a line with a capital.
  i18n.services.formatter?.add(
    'capital',
    (value: string, tag) => value.charAt(0).toLocaleUpperCase(tag) + value.slice(1),
  )
}

/** Loads a language and shows the console in it; `<html lang>` follows. */
export async function showLanguage(tag: LanguageTag): Promise<void> {
  if (!i18n.hasResourceBundle(tag, 'translation')) {
    const texts = await loaders[tag]()
    i18n.addResourceBundle(tag, 'translation', texts.default)
  }
  await i18n.changeLanguage(tag)
  document.documentElement.lang = tag
}

/** The language shown now. */
export function shownLanguage(): LanguageTag {
  return i18n.language as LanguageTag
}

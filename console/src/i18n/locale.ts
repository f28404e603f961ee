import type daDK from './locales/da-DK.json'
import type de from './locales/de.json'
import type enGB from './locales/en-GB.json'
import type { LanguageTag } from './languages'

/** Every text of the console, as en-GB has it. */
export type Texts = typeof enGB

/** Endings that a language needs for its own plural categories beside those of English. */
type OwnPlural = `${string}_${'zero' | 'two' | 'few' | 'many'}`

/** What a language must hold: all keys of en-GB. `_one` may be missing, some languages have no such category. */
type Complete<T> = {
  [K in keyof T as K extends `${string}_one` ? never : K]: T[K] extends string ? string : Complete<T[K]>
}

/** The keys of a language that en-GB does not have. */
type Surplus<L, T> = {
  [K in keyof L]: K extends keyof T
    ? L[K] extends string
      ? never
      : Surplus<L[K], T[K]>
    : K extends OwnPlural
      ? never
      : K
}[keyof L]

type Checked<L extends Complete<Texts>> = [Surplus<L, Texts>] extends [never] ? L : { surplus: Surplus<L, Texts> }

/** All languages. A key that a language lacks, or has beyond en-GB, fails the compilation here or in i18n.ts. */
export interface Locales {
  'en-GB': Texts
  'da-DK': Checked<typeof daDK>
  de: Checked<typeof de>
}

/** Holds each offered language to its entry above. */
export type Loaders = { [L in LanguageTag]: () => Promise<{ default: Locales[L] }> }

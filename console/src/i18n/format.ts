import { shownLanguage } from './i18n'
import { isolate } from './isolate'

const dateFormats = new Map<string, Intl.DateTimeFormat>()
const numberFormats = new Map<string, Intl.NumberFormat>()

/** The formatter for dates and times in the language shown; built once for each language and set of options. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = shownLanguage() + JSON.stringify(options)
  let format = dateFormats.get(key)
  if (!format) dateFormats.set(key, (format = new Intl.DateTimeFormat(shownLanguage(), options)))
  return format
}

/** The formatter for numbers in the language shown. */
export function numberFormat(options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const key = shownLanguage() + JSON.stringify(options)
  let format = numberFormats.get(key)
  if (!format) numberFormats.set(key, (format = new Intl.NumberFormat(shownLanguage(), options)))
  return format
}

/** `24 Nov 2026, 10:00` by the wall clock of `timeZone`. `at` in milliseconds since 1970 UTC. */
export function dateTimeText(at: number, timeZone?: string): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone }).format(at)
}

/** `24 Nov 2026` by the wall clock of `timeZone`. */
export function dateText(at: number, timeZone?: string): string {
  return dateFormat({ dateStyle: 'medium', timeZone }).format(at)
}

/** `14:02`, or with `seconds` `14:02:07`, by the wall clock of `timeZone`. */
export function timeText(at: number, timeZone?: string, seconds = false): string {
  return dateFormat({ timeStyle: seconds ? 'medium' : 'short', timeZone }).format(at)
}

/** `82 %` as the language writes it. `value` from 0 to 100. */
export function percentText(value: number): string {
  return numberFormat({ style: 'percent', maximumFractionDigits: 0 }).format(value / 100)
}

/** `a, b and c` as the language joins them, each in its own direction. */
export function listText(items: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string {
  return new Intl.ListFormat(shownLanguage(), { type }).format(items.map(isolate))
}

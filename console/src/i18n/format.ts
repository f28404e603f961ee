import { i18n, shownLanguage } from './i18n'
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

/**
 * `24 Nov 2026, 10:00`, or with `seconds` `24 Nov 2026, 10:00:07`, by the wall clock of `timeZone`. `at` in milliseconds since 1970 UTC.
 */
export function dateTimeText(at: number, timeZone?: string, seconds = false): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: seconds ? 'medium' : 'short', timeZone }).format(at)
}

/** `14:02`, or with `seconds` `14:02:07`, by the wall clock of `timeZone`. */
export function timeText(at: number, timeZone?: string, seconds = false): string {
  return dateFormat({ timeStyle: seconds ? 'medium' : 'short', timeZone }).format(at)
}

/** Hours and minutes of a day that goes from 00:00 to 24:00. */
export const clockFormat = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** `10:00` by the wall clock of the door. */
export function clockText(at: number, timeZone: string): string {
  return dateFormat({ ...clockFormat, timeZone }).format(at)
}

/** A time with UTC named beside it where that is meant. */
export function utcText(time: string, utc: boolean): string {
  return utc ? i18n.t('access.words.utc', { time }) : time
}

/** `3 minutes ago`, `2 hours ago`; `this minute` for what is less, or not past. Both in milliseconds since 1970 UTC. */
export function agoText(at: number, now: number): string {
  const minutes = Math.max(Math.floor((now - at) / 60_000), 0)
  const format = new Intl.RelativeTimeFormat(shownLanguage(), { numeric: 'auto' })
  return minutes < 60 ? format.format(-minutes, 'minute') : format.format(-Math.floor(minutes / 60), 'hour')
}

/** `82 %` as the language writes it. `value` from 0 to 100. */
export function percentText(value: number): string {
  return numberFormat({ style: 'percent', maximumFractionDigits: 0 }).format(value / 100)
}

/** `a, b and c` as the language joins them, each in its own direction; `narrow` is `a, b, c` where the language writes short lists so. */
export function listText(items: readonly string[], style: 'long' | 'narrow' = 'long'): string {
  return new Intl.ListFormat(shownLanguage(), { type: 'conjunction', style }).format(items.map(isolate))
}

/** Statements one after another where only one line of text can stand: a line of a cell, a name for screen readers. */
export function statementsText(statements: readonly string[]): string {
  return sideBySideText('ui.statements', statements)
}

/** A few short facts in one line of text, as `Facts` of the design system shows them in elements. */
export function factsText(facts: readonly string[]): string {
  return sideBySideText('ui.facts', facts)
}

/** Texts that are whole, one after another in one line of text. */
export function sideBySideText(
  key: 'ui.statements' | 'ui.facts' | 'access.words.lines',
  texts: readonly string[],
): string {
  // What is filled in is whole and has its names isolated already.
  const options = { interpolation: { escapeValue: false } }
  return texts.reduce((before, next) => (before === '' ? next : i18n.t(key, { before, next, ...options })), '')
}

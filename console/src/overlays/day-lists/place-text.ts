import { i18n, shownLanguage } from '../../i18n/i18n'

/** `Denmark`, `Bayern (Germany)` of a code as a list has it; `part` is the name of the part, where that is known. */
export function placeText(code: string, part?: string): string {
  const [country = '', own] = code.split('-')
  const name = new Intl.DisplayNames(shownLanguage(), { type: 'region' }).of(country) ?? country
  return own === undefined ? name : i18n.t('dayLists.place', { country: name, part: part ?? own })
}

/** The languages in which holidays are named, the better first. */
export function holidayLanguages(shown: string = shownLanguage()): string[] {
  return [new Intl.Locale(shown).language, 'en']
}

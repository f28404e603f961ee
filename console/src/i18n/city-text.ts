import { shownLanguage } from './i18n'
import type { LanguageTag } from './languages'

/**
 * Cities that time zones are named after and that a language calls otherwise than their names do, which are English. Browsers tell countries
 * and kinds of time in every language, but not these.
 */
const cities: Partial<Record<LanguageTag, Readonly<Record<string, string>>>> = {
  de: {
    ...{ Copenhagen: 'Kopenhagen', Vienna: 'Wien', Zurich: 'Zürich', Rome: 'Rom', Prague: 'Prag', Warsaw: 'Warschau' },
    ...{ Brussels: 'Brüssel', Luxembourg: 'Luxemburg', Lisbon: 'Lissabon', Athens: 'Athen', Belgrade: 'Belgrad' },
    ...{
      Bucharest: 'Bukarest',
      Kiev: 'Kiew',
      Kyiv: 'Kiew',
      Moscow: 'Moskau',
      Busingen: 'Büsingen',
      Nicosia: 'Nikosia',
    },
    ...{ Reykjavik: 'Reykjavík', Cairo: 'Kairo', Singapore: 'Singapur', Tokyo: 'Tokio' },
  },
  'da-DK': {
    ...{ Copenhagen: 'København', Vienna: 'Wien', Zurich: 'Zürich', Rome: 'Rom', Prague: 'Prag', Warsaw: 'Warszawa' },
    ...{ Brussels: 'Bruxelles', Lisbon: 'Lissabon', Athens: 'Athen', Belgrade: 'Beograd', Bucharest: 'Bukarest' },
    ...{ Kiev: 'Kyiv', Moscow: 'Moskva', Reykjavik: 'Reykjavík', Cairo: 'Kairo' },
  },
}

/** The city that a time zone is named after, as the language shown calls it: `Europe/Copenhagen` is `Kopenhagen`. */
export function cityText(zone: string): string {
  const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  return cities[shownLanguage()]?.[city] ?? city
}

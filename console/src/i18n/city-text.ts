import { shownLanguage } from './i18n'
import type { LanguageTag } from './languages'

/**
 * Cities that time zones are named after and that a language calls otherwise than their names do, which are English. Browsers tell
 * countries and kinds of time in every language, but not these.
 */
const cities: Partial<Record<LanguageTag, Readonly<Record<string, string>>>> = {
  de: names(`
    Algiers=Algier, Astrakhan=Astrachan, Athens=Athen, Azores=Azoren, Baghdad=Bagdad, Belgrade=Belgrad, Bogota=Bogotá, Brussels=Brüssel,
    Bucharest=Bukarest, Busingen=Büsingen, Cairo=Kairo, Calcutta=Kalkutta, Canary=Kanarische Inseln, Cape Verde=Kap Verde,
    Chisinau=Chișinău, Copenhagen=Kopenhagen, Damascus=Damaskus, Easter=Osterinsel, Faeroe=Färöer, Faroe=Färöer, Fiji=Fidschi,
    Havana=Havanna, Hong Kong=Hongkong, Kiev=Kiew, Kolkata=Kalkutta, Kyiv=Kiew, Lisbon=Lissabon, Luxembourg=Luxemburg,
    Maldives=Malediven, Mexico City=Mexiko-Stadt, Moscow=Moskau, Muscat=Maskat, Nicosia=Nikosia, Novosibirsk=Nowosibirsk, Prague=Prag,
    Pyongyang=Pjöngjang, Qatar=Katar, Reunion=Réunion, Reykjavik=Reykjavík, Riyadh=Riad, Rome=Rom, Sao Paulo=São Paulo, Saratov=Saratow,
    Seychelles=Seychellen, Singapore=Singapur, Taipei=Taipeh, Tashkent=Taschkent, Tbilisi=Tiflis, Tehran=Teheran, Tirane=Tirana,
    Tokyo=Tokio, Tripoli=Tripolis, Ulyanovsk=Uljanowsk, Vatican=Vatikan, Vienna=Wien, Vladivostok=Wladiwostok, Volgograd=Wolgograd,
    Warsaw=Warschau, Yekaterinburg=Jekaterinburg, Yerevan=Eriwan, Zurich=Zürich`),
  'da-DK': names(`
    Algiers=Algier, Athens=Athen, Azores=Azorerne, Baghdad=Bagdad, Belgrade=Beograd, Bogota=Bogotá, Brussels=Bruxelles, Bucharest=Bukarest,
    Cairo=Kairo, Calcutta=Kolkata, Canary=De Kanariske Øer, Chisinau=Chișinău, Copenhagen=København, Damascus=Damaskus, Easter=Påskeøen,
    Faeroe=Færøerne, Faroe=Færøerne, Hong Kong=Hongkong, Kiev=Kyiv, Lisbon=Lissabon, Maldives=Maldiverne, Moscow=Moskva, Prague=Prag,
    Reunion=Réunion, Reykjavik=Reykjavík, Rome=Rom, Sao Paulo=São Paulo, Seychelles=Seychellerne, Tehran=Teheran, Tirane=Tirana,
    Vatican=Vatikanet, Vienna=Wien, Warsaw=Warszawa, Zurich=Zürich`),
}

/** Reads `English=otherwise`, with commas between. */
function names(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(text.split(',').map((pair) => pair.trim().split('=') as [string, string]))
}

/** The city that a time zone is named after, as the language shown calls it: `Europe/Copenhagen` is `Kopenhagen`. */
export function cityText(zone: string): string {
  const city = zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  return cities[shownLanguage()]?.[city] ?? city
}

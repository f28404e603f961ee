import { earlierName, zoneNames } from '../model/zone'
import { cityText } from '../i18n/city-text'

/**
 * The time zones to choose from, with the one that is there already, by their names in the IANA database. Each is also found by its city in
 * the language shown, and by what it was called before.
 */
export function zoneOptions(present: string | null): { id: string; label: string; words: string[] }[] {
  return zoneNames(present).map((id) => {
    const before = earlierName(id)
    return { id, label: id, words: [cityText(id), ...(before === undefined ? [] : [before, cityText(before)])] }
  })
}

import { earlierName, zoneNames } from '../model/zone'
import { cityText } from '../i18n/city-text'

/**
 * The time zones that one is chosen of, and the one that is there already, by their names in the IANA database; each is found by its city in the
 * language shown, too, and by what it was called before.
 */
export function zoneOptions(present: string | null): { id: string; label: string; words: string[] }[] {
  return zoneNames(present).map((id) => {
    const before = earlierName(id)
    return { id, label: id, words: [cityText(id), ...(before === undefined ? [] : [before, cityText(before)])] }
  })
}

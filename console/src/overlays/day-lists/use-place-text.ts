import { useTranslation } from 'react-i18next'
import { holidayLanguages, placeText } from './place-text'
import { useLibrary } from './use-library'

/**
 * Where the holidays of a list are from, a part of a country by its name, which the library of holidays knows; the country until that is
 * there.
 */
export function usePlaceText(code: string | null): string | undefined {
  const { language } = useTranslation().i18n
  const [country = '', part] = code?.split('-') ?? []
  const { library, hasFailed } = useLibrary(part !== undefined)
  if (code === null) return undefined
  if (part === undefined || hasFailed) return placeText(code)
  if (library === null) return placeText(country)
  return placeText(code, library.partsOf(country, holidayLanguages(language)).find((one) => one.code === part)?.name)
}

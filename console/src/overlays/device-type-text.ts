import { i18n } from '../i18n/i18n'
import { isolate } from '../i18n/isolate'
import { typeNamed } from '../model/bringing-in'

/** What a type of hardware is called, `Danalock V3`; one that the console does not know by the name that the server has for it. */
export function deviceTypeText(type: string): string {
  const known = typeNamed(type)
  return known === null ? isolate(type) : i18n.t(`deviceTypes.${known}`)
}

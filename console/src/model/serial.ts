/**
 * A serial number in the form of the wire, `00:1b:ac:0f:e2:99`, whatever the case and the separators that it is written with; else null.
 */
export function readSerial(text: string): string | null {
  const digits = text.replaceAll(/[\s:.,_\p{Pd}]/gu, '').toLowerCase()
  return /^[0-9a-f]{12}$/.test(digits) ? digits.replaceAll(/..(?=.)/g, '$&:') : null
}

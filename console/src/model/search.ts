/**
 * How what people type is found in names: capitals, repeated spaces and what cannot be seen make no difference, and a plain letter finds
 * those with an accent too. Who types an accent means it. The server searches alike: rules/search.json.
 */

/** Letters that Unicode takes for letters of their own, and most keyboards do not have. */
const apart: Record<string, string> = {
  ...{ ø: 'o', æ: 'ae', œ: 'oe', ß: 'ss', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', þ: 'th', ı: 'i' },
}

/** Small letters, all of which can be seen. A sigma at the end of a word has a form of its own, which is no other letter. */
const small = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')

/** One space for all that stand in a row, and none at the ends. */
const spaced = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Small letters without their accents. */
const plain = (text: string) =>
  small(text.normalize('NFKD'))
    .replaceAll(/\p{Mn}/gu, '')
    .replaceAll(/[øæœßłđðħþı]/g, (letter) => apart[letter] ?? letter)

/** The text in the letters by which it is compared. */
export function folded(text: string): string {
  return spaced(plain(text))
}

/** The small letters of a text with their accents. */
const letters = (text: string) => [...small(text.normalize('NFKC'))]

/** The letters of a text that folding takes something away from. */
function special(text: string): ReadonlySet<string> {
  return new Set(letters(text).filter((letter) => plain(letter) !== small(letter.normalize('NFKD'))))
}

/** The text folded but for these letters. */
function foldedBut(kept: ReadonlySet<string>, text: string): string {
  return spaced(
    letters(text)
      .map((letter) => (kept.has(letter) ? letter : plain(letter)))
      .join(''),
  )
}

/** Whether a text holds what was typed. Nothing typed finds everything; typed characters of which nothing is left, nothing. */
export function finder(typed: string): (text: string) => boolean {
  const wanted = folded(typed)
  if (wanted === '') return () => typed.trim() === ''
  const meant = special(typed)
  if (meant.size === 0) return (text) => folded(text).includes(wanted)
  const exact = foldedBut(meant, typed)
  return (text) => folded(text).includes(wanted) && foldedBut(meant, text).includes(exact)
}

/** Whether a serial number holds what was typed, with whatever or nothing between its digits. */
export function serialFinder(typed: string): (serial: string) => boolean {
  const digits = (text: string) => text.toLowerCase().replaceAll(/[\s:.-]/g, '')
  const wanted = digits(typed)
  return wanted === '' ? () => typed.trim() === '' : (serial) => digits(serial).includes(wanted)
}

/** Those of the entries whose name holds what was typed. */
export function named<T extends { readonly name: string }>(entries: readonly T[], typed: string): readonly T[] {
  const finds = finder(typed)
  return typed.trim() === '' ? entries : entries.filter(({ name }) => finds(name))
}

/** Those of the locks whose name or serial number (`detail`) holds what was typed. */
export function foundIn<T extends { readonly name: string; readonly detail: string }>(
  locks: readonly T[],
  typed: string,
): readonly T[] {
  const finds = finder(typed)
  return typed.trim() === '' ? locks : locks.filter(({ name, detail }) => finds(name) || finds(detail))
}

/** How what people type is found in names: capitals, accents and repeated spaces make no difference. */

/** Letters that Unicode takes for letters of their own, and most keyboards do not have. */
const apart: Record<string, string> = {
  ...{ ø: 'o', æ: 'ae', œ: 'oe', ß: 'ss', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' },
}

/** The text in the letters by which it is compared. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[øæœßłđðþı]/g, (letter) => apart[letter] ?? letter)
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Those of the entries whose name holds what was typed. */
export function named<T extends { readonly name: string }>(entries: readonly T[], typed: string): readonly T[] {
  const wanted = folded(typed)
  return wanted === '' ? entries : entries.filter(({ name }) => folded(name).includes(wanted))
}

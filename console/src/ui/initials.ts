/** The first letters of the first two words of a name, or '?' when it has none. An e-mail address counts as one word. */
export function initials(name: string): string {
  const words = name.trim().split(/[\s,;]+/u)
  const letters = words.slice(0, 2).map((word) => [...word].find((letter) => /[\p{L}\p{N}]/u.test(letter)) ?? '')
  return letters.join('').toLocaleUpperCase() || '?'
}

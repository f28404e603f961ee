/** Longest name, in characters. */
export const NAME_MAX = 255

/** Whether people read two names as one: with capitals and spaces at the ends left aside. */
export function isSameName(one: string, other: string): boolean {
  const read = (name: string) => name.normalize('NFKC').trim().toLowerCase()
  return read(one) === read(other)
}

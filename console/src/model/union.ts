/** Several that open and close by themselves: the whole is open when one of them is. */

/** The first instant after `at` at which "one of them is open" changes; `nextOf` tells each one's own next change. */
export function unionChange<T>(
  parts: readonly T[],
  isOpen: (part: T, at: number) => boolean,
  nextOf: (part: T, at: number) => number | null,
  at: number,
): number | null {
  if (!parts.some((part) => isOpen(part, at))) {
    const opens = parts.map((part) => nextOf(part, at)).filter((next) => next !== null)
    return opens.length > 0 ? Math.min(...opens) : null
  }
  for (let reached = at; ;) {
    let furthest = reached
    for (const part of parts) {
      if (!isOpen(part, reached)) continue
      const closes = nextOf(part, reached)
      if (closes === null) return null
      furthest = Math.max(furthest, closes)
    }
    if (furthest === reached) return reached
    reached = furthest
  }
}

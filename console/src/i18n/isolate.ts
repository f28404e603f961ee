/**
 * Words that people chose, such as names, inside the console's own sentences: whatever direction they are written in or switch to, the
 * words around them stay in their order. On the screen a name that stands by itself is isolated by `ui/Name`.
 */

const firstStrongIsolate = '\u2068'
const popIsolate = '\u2069'
const initiators = /[\u2066-\u2068]/
/** What ends a paragraph, and with it every isolate, and other control characters that no name needs. */
const paragraphEnd = /[\p{Cc}\u2029]/u
/** Letters written from right to left, characters that switch the direction, and ends of paragraphs. */
const disturbing =
  /[\p{Cc}\u0590-\u08ff\u200e\u200f\u2029-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * The text as it can stand in a sentence read from left to right: as it is where it can disturb nothing, else between U+2068 and
 * U+2069. A text that closes isolates it has not opened, or leaves some open, cannot break out of its own; ends of paragraphs in it
 * become spaces. May be applied to what holds isolated texts already.
 */
export function isolate(text: string): string {
  if (!disturbing.test(text)) return text
  let open = 0
  let inside = ''
  for (const sign of text) {
    if (sign === popIsolate && open === 0) continue
    if (sign === popIsolate) open -= 1
    else if (initiators.test(sign)) open += 1
    inside += paragraphEnd.test(sign) ? ' ' : sign
  }
  return firstStrongIsolate + inside + popIsolate.repeat(open + 1)
}

/** So much of a name stands in a sentence: two of them leave it readable on a small screen. */
const LONGEST = 48

/** A name for a sentence or a title, cut off where it is longer than anybody reads. */
export function shortened(name: string): string {
  const signs = Array.from(name)
  return signs.length <= LONGEST
    ? name
    : `${signs
        .slice(0, LONGEST - 1)
        .join('')
        .trimEnd()}…`
}

/**
 * Ids as numbers. A large domain holds tens of thousands of ids of links and calendars; as texts they would take most of its room. Of
 * `kind-xxxxxxxxxxxx`, as the server writes them, the twelve hex digits and the kind fit into one number. An id of another form is kept
 * as it is and goes by a number below zero.
 */
export class IdCodes {
  readonly #prefixes: readonly string[]
  readonly #others: string[] = []

  /** `kinds`: what may stand before the last hyphen. */
  constructor(...kinds: string[]) {
    this.#prefixes = kinds.map((kind) => `${kind}-`)
  }

  /** The number of an id, the same each time. */
  codeOf(id: string): number {
    for (const [kind, prefix] of this.#prefixes.entries()) {
      const number = id.startsWith(prefix) ? hexFrom(id, prefix.length) : -1
      if (number >= 0) return number * this.#prefixes.length + kind
    }
    const known = this.#others.indexOf(id)
    return -(known < 0 ? this.#others.push(id) : known + 1)
  }

  /** The id of a number that `codeOf` gave. */
  idOf(code: number): string {
    if (code < 0) return this.#others[-code - 1] as string
    const kinds = this.#prefixes.length
    const kind = code % kinds
    return `${this.#prefixes[kind]}${((code - kind) / kinds).toString(16).padStart(digits, '0')}`
  }
}

const digits = 12

/** The number that twelve lower-case hex digits from `start` to the end of a text make; -1 where something else stands there. */
function hexFrom(text: string, start: number): number {
  if (text.length !== start + digits) return -1
  let number = 0
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const digit = code >= 48 && code <= 57 ? code - 48 : code >= 97 && code <= 102 ? code - 87 : -1
    if (digit < 0) return -1
    number = number * 16 + digit
  }
  return number
}

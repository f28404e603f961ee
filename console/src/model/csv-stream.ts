/** CSV of the server on its way into a file: another separator, whole or not, and how many lines. */
import { quoted, type Separator } from './csv'

/** Changes the separator of a comma-separated text that arrives in pieces, cut anywhere; its cells stay as they are. */
export class CsvStream {
  readonly #separator: Separator
  /** Inside quotes. A doubled quote ends them and begins them anew, which comes to the same. */
  #isQuoted = false
  /** What has arrived of a cell without quotes. */
  #cell = ''
  #lines = 0
  #last = ''

  constructor(separator: Separator) {
    this.#separator = separator
  }

  /** Lines so far, with the head. */
  get lines(): number {
    return this.#lines
  }

  /** Whether what has arrived ends with a line. */
  get isWhole(): boolean {
    return !this.#isQuoted && this.#last === '\n'
  }

  /** What a further piece comes to; an unfinished cell waits for the next one. */
  push(text: string): string {
    let made = ''
    let from = 0
    while (from < text.length) {
      if (this.#isQuoted) {
        const end = text.indexOf('"', from)
        if (end < 0) return this.#took(text, made + text.slice(from))
        made += text.slice(from, end + 1)
        this.#isQuoted = false
        from = end + 1
        continue
      }
      const end = nextSign(text, from)
      this.#cell += text.slice(from, end)
      if (end === text.length) break
      made += quoted(this.#cell) + this.#sign(text.charAt(end))
      this.#cell = ''
      from = end + 1
    }
    return this.#took(text, made)
  }

  #took(text: string, made: string): string {
    if (text !== '') this.#last = text.charAt(text.length - 1)
    return made
  }

  #sign(sign: string): string {
    if (sign === '"') this.#isQuoted = true
    if (sign === '\n') this.#lines += 1
    return sign === ',' ? this.#separator : sign
  }
}

/** Where the next sign stands that means something outside quotes; the end where there is none. */
function nextSign(text: string, from: number): number {
  signs.lastIndex = from
  return signs.exec(text)?.index ?? text.length
}

const signs = /[",\r\n]/g

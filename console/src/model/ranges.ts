/** What a page of sorted names is called: from where to where, as in a telephone book. */
import { pages, pageWindow } from './grid'

/** The ends of a page: as much of the first and of the last name as tells them from those beside them. */
export interface Range {
  from: string
  to: string
}

/** Which entries are in sight, and on which page that is, counted from 1. */
export interface Shown {
  page: number
  first: number
  end: number
}

/** The ranges of all pages of `total` names, `size` a page. The page that is `shown` is called by what is in sight, also between pages. */
export function pageRanges(total: number, size: number, shown: Shown, nameOf: (index: number) => string): Range[] {
  const end = (index: number) =>
    beginning(nameOf(index), [index - 1, index + 1].filter((other) => other >= 0 && other < total).map(nameOf))
  return Array.from({ length: total === 0 ? 0 : pages(total, size) }, (_, index) => {
    const page = index + 1
    const window = page === shown.page ? shown : pageWindow(page, size, total)
    // Names may have become fewer since the window was looked at.
    const last = Math.min(window.end, total) - 1
    return { from: end(Math.min(window.first, last)), to: end(last) }
  })
}

/** The least of a name that no other begins with: whole words, of the last of several as many letters as are needed. */
export function beginning(name: string, others: readonly string[]): string {
  const words = wordsOf(name)
  const needed = others.map((other) => {
    const beside = wordsOf(other)
    const apart = words.findIndex((word, index) => word !== beside[index])
    if (apart < 0) return { words: words.length, letters: Infinity }
    return { words: apart + 1, letters: lettersApart(words[apart] ?? '', beside[apart] ?? '') }
  })
  const count = Math.max(1, ...needed.map(({ words }) => words))
  const letters = Math.max(1, ...needed.filter(({ words }) => words === count).map(({ letters }) => letters))
  const told = words.slice(0, count)
  const last = told.at(-1) ?? ''
  // The first word is what one knows a name by, and a part of a number is another number.
  if (count > 1 && !/\p{N}/u.test(last)) told[count - 1] = lettersOf(last).slice(0, letters).join('')
  return told.join(' ')
}

const wordsOf = (name: string) => name.trim().split(/\s+/)

const letterFinder = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

const lettersOf = (word: string) => Array.from(letterFinder.segment(word), ({ segment }) => segment)

/** How many first letters of a word tell it from another; all of them where the other goes on after it. */
function lettersApart(word: string, other: string): number {
  const beside = lettersOf(other)
  const apart = lettersOf(word).findIndex((letter, index) => letter !== beside[index])
  return apart < 0 ? Infinity : apart + 1
}

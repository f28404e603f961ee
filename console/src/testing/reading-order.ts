import { expect } from 'vitest'

/** A name that ends an isolate and then turns everything after it round. */
export const hostile = '\u2069\u202Eeve'

/** The texts of an element, in the order in which they are read. */
function textsOf(within: Element): Text[] {
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts
}

/** Where each letter of these words, which begin at `first` in a text, stands on the screen. */
function boxes(text: Text, words = text.data, first = 0): DOMRect[] {
  return Array.from(words, (_, index) => {
    const letter = document.createRange()
    letter.setStart(text, first + index)
    letter.setEnd(text, first + index + 1)
    return letter.getBoundingClientRect()
  })
}

/** Where each letter of these words of an element, a part of one text of it, stands on the screen. */
function letters(within: Element, words: string): DOMRect[] {
  const text = textsOf(within).find(({ data }) => data.includes(words))
  if (text === undefined) return expect.unreachable(`there is no “${words}”`)
  return boxes(text, words, text.data.indexOf(words))
}

/** The letters of an element after which it goes on in another line. */
export function lineEnds(within: Element): string {
  const all = textsOf(within).flatMap((text) => boxes(text).map(({ top }, at) => ({ top, letter: text.data[at] })))
  return all.flatMap(({ top, letter }, at) => ((all[at + 1]?.top ?? top) > top ? [letter] : [])).join('')
}

/**
 * Fails unless these words of an element, a part of one text of it, stand on one line from left to right, letter by letter. Answers
 * where they begin and end.
 */
export function expectInOrder(within: Element, words: string): { left: number; right: number } {
  const boxes = letters(within, words)
  const lefts = boxes.map(({ left }) => left)
  expect(lefts, words).toEqual([...lefts].sort((a, b) => a - b))
  return { left: lefts[0] as number, right: boxes.at(-1)?.right as number }
}

import { expect } from 'vitest'

/** A name that ends an isolate and then turns everything after it round. */
export const hostile = '\u2069\u202Eeve'

/** Where each letter of these words of an element, a part of one text of it, stands on the screen. */
function letters(within: Element, words: string): DOMRect[] {
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    const first = text.data.indexOf(words)
    if (first < 0) continue
    return Array.from(words, (_, index) => {
      const letter = document.createRange()
      letter.setStart(text, first + index)
      letter.setEnd(text, first + index + 1)
      return letter.getBoundingClientRect()
    })
  }
  return expect.unreachable(`there is no “${words}”`)
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

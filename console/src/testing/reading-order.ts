import { expect } from 'vitest'

/** Fails unless these words of an element, a part of one text of it, stand on the screen letter by letter from left to right. */
export function expectInOrder(within: Element, words: string): void {
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode as Text
    const first = text.data.indexOf(words)
    if (first < 0) continue
    const lefts = Array.from(words, (_, index) => {
      const letter = document.createRange()
      letter.setStart(text, first + index)
      letter.setEnd(text, first + index + 1)
      return letter.getBoundingClientRect().left
    })
    expect(lefts, words).toEqual([...lefts].sort((a, b) => a - b))
    return
  }
  expect.unreachable(`there is no “${words}”`)
}

import { describe, expect, it } from 'vitest'
import { inSight, inView, keptStart, layout, measure, pageAt, pageStart, pageWith, reveal } from './geometry'

describe('the layout of the grid', () => {
  it('has as many columns of 160 and rows of 65 as the room holds beside and below the heads', () => {
    const made = layout({ width: 200 + 2 + 6 * 160 + 159, height: 58 + 2 + 10 * 65 + 64 }, 1000, 500, 0)
    expect(made.pageColumns).toBe(6)
    expect(made.pageRows).toBe(10)
    expect(made.columnWidth).toBe(Math.floor((6 * 160 + 159) / 6))
    expect(made.height).toBe(58 + 2 + 10 * 65)
  })

  it('shows 25 by 25 cells at most, and one at least', () => {
    const huge = layout({ width: 9000, height: 9000 }, 1000, 500, 15)
    expect([huge.pageColumns, huge.pageRows]).toEqual([25, 25])
    const tiny = layout({ width: 50, height: 20 }, 1000, 500, 15)
    expect([tiny.pageColumns, tiny.pageRows]).toEqual([1, 1])
  })

  it('is no larger than what it shows, and does not draw few columns out too far', () => {
    const made = layout({ width: 1400, height: 900 }, 3, 2, 15)
    expect(made.columnWidth).toBe(measure.widest)
    expect(made.width).toBe(200 + 2 * measure.widest + 2)
    expect(made.height).toBe(58 + 3 * 65 + 2)
    expect(made.scrollsX || made.scrollsY).toBe(false)
  })

  it('leaves room for scroll bars only where there are any', () => {
    const room = { width: 200 + 2 + 6 * 160, height: 58 + 2 + 10 * 65 }
    const both = layout(room, 100, 100, 15)
    expect([both.pageColumns, both.pageRows]).toEqual([5, 9])
    const none = layout(room, 10, 6, 15)
    expect([none.pageColumns, none.pageRows, none.scrollsX, none.scrollsY]).toEqual([6, 10, false, false])
    // The bar of the rows takes the room of the sixth column, so the columns get a bar too.
    const second = layout(room, 11, 6, 15)
    expect([second.pageColumns, second.scrollsX, second.scrollsY]).toEqual([5, true, true])
  })
})

describe('pages', () => {
  it('are told by the window that stands mostly in them', () => {
    expect(pageAt(0, 24, 10)).toBe(1)
    expect(pageAt(4.9, 24, 10)).toBe(1)
    expect(pageAt(5.1, 24, 10)).toBe(2)
    expect(pageAt(10, 24, 10)).toBe(2)
  })

  it('end where the window can go no further', () => {
    expect(pageAt(14, 24, 10)).toBe(3)
    expect(pageAt(0, 10, 10)).toBe(1)
    expect(pageAt(0, 0, 10)).toBe(1)
  })

  it('lead on from wherever the window stands', () => {
    expect(pageStart(0, 1, 24, 10)).toBe(10)
    expect(pageStart(10, 1, 24, 10)).toBe(14)
    expect(pageStart(14, 1, 24, 10)).toBe(14)
    expect(pageStart(14, -1, 24, 10)).toBe(10)
    expect(pageStart(3.2, 1, 24, 10)).toBe(10)
    expect(pageStart(0, -1, 24, 10)).toBe(0)
    expect(pageStart(0, 1, 4, 10)).toBe(0)
  })

  it('each hold entries of their own, the last one those that it lacks a page for too', () => {
    expect([0, 9, 10, 13, 14, 19, 23].map((index) => pageWith(index, 24, 10))).toEqual([0, 0, 10, 10, 10, 10, 14])
    expect(pageWith(3, 4, 10)).toBe(0)
  })

  it('are each reached by turning through them', () => {
    const starts = [0]
    for (let move = 0; move < 20; move += 1) starts.push(pageStart(starts.at(-1) ?? 0, 1, 147, 9))
    const pages = starts.map((start) => pageAt(start, 147, 9))
    expect(pages.slice(0, 17)).toEqual(Array.from({ length: 17 }, (_, index) => index + 1))
  })
})

describe('pages of another size', () => {
  it.each([
    ['the one that has the first entry', 10, 24, 10, 8, 8],
    ['the last one, where that shows it', 6, 11, 6, 8, 3],
    ['the only one', 5, 11, 6, 12, 0],
    ['the one that it stood on, of the same size', 5, 11, 6, 6, 5],
    ['none, where it stood between two', 3.5, 24, 10, 8, 3.5],
    ['none beyond the last', 14, 24, 10, 24, 0],
  ])('begin at %s', (_which, first, count, was, page, start) => {
    expect(keptStart(first, count, was, page)).toBe(start)
  })
})

describe('what is in sight', () => {
  it('is what lies wholly in the window, wherever that stands', () => {
    expect(inSight(0, 24, 10)).toEqual({ from: 0, to: 10 })
    expect(inSight(14, 24, 10)).toEqual({ from: 14, to: 24 })
    expect(inSight(3.004, 24, 10)).toEqual({ from: 3, to: 13 })
    expect(inSight(3.5, 24, 10)).toEqual({ from: 4, to: 13 })
    expect(inSight(0, 4, 10)).toEqual({ from: 0, to: 4 })
    expect(inSight(2.5, 5, 1)).toEqual({ from: 3, to: 4 })
    expect(inSight(0, 0, 10)).toEqual({ from: 0, to: 0 })
  })
})

describe('the window', () => {
  it('brings a cell into view with the smallest move', () => {
    expect(reveal(3, 65, 650, 0)).toBe(0)
    expect(reveal(3, 65, 650, 300)).toBe(195)
    expect(reveal(12, 65, 650, 0)).toBe(195)
  })

  it('holds what is in view, one more on the side towards which it moves, and nothing beyond the table', () => {
    expect(inView(20 * 65, 650, 65, 100, 0)).toEqual({ from: 20, to: 30 })
    expect(inView(20 * 65 + 1, 650, 65, 100, 0)).toEqual({ from: 20, to: 31 })
    expect(inView(20 * 65 + 1, 650, 65, 100, 5)).toEqual({ from: 20, to: 32 })
    expect(inView(20 * 65 + 1, 650, 65, 100, -5)).toEqual({ from: 19, to: 31 })
    expect(inView(0, 650, 65, 100, -1)).toEqual({ from: 0, to: 10 })
    expect(inView(90 * 65, 650, 65, 100, 1)).toEqual({ from: 90, to: 100 })
    expect(inView(0, 650, 65, 4, 1)).toEqual({ from: 0, to: 4 })
    expect(inView(0, 650, 65, 0, 0)).toEqual({ from: 0, to: 0 })
  })
})

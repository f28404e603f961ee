import { describe, expect, it } from 'vitest'
import { move } from './roving'

const field = { rows: 100, columns: 40, pageRows: 9 }
const at = { row: 5, column: 7 }
const press = (key: string, ctrl = false, from = at) => move(from, { key, ctrl }, field)

describe('the keys in the grid', () => {
  it.each([
    ['ArrowUp', false, { row: 4, column: 7 }],
    ['ArrowDown', false, { row: 6, column: 7 }],
    ['ArrowLeft', false, { row: 5, column: 6 }],
    ['ArrowRight', false, { row: 5, column: 8 }],
    ['Home', false, { row: 5, column: 0 }],
    ['End', false, { row: 5, column: 39 }],
    ['Home', true, { row: 0, column: 0 }],
    ['End', true, { row: 99, column: 39 }],
    ['PageDown', false, { row: 14, column: 7 }],
    ['PageUp', false, { row: 0, column: 7 }],
  ])('%s (with Ctrl: %s) leads to %o', (key, ctrl, to) => {
    expect(press(key, ctrl)).toEqual(to)
  })

  it('stay in the table, with the heads above it', () => {
    expect(press('ArrowUp', false, { row: 0, column: 0 })).toEqual({ row: -1, column: 0 })
    expect(press('ArrowUp', false, { row: -1, column: 0 })).toEqual({ row: -1, column: 0 })
    expect(press('ArrowDown', false, { row: 99, column: 39 })).toEqual({ row: 99, column: 39 })
    expect(press('ArrowRight', false, { row: 99, column: 39 })).toEqual({ row: 99, column: 39 })
    expect(press('PageDown', false, { row: 99, column: 0 })).toEqual({ row: 99, column: 0 })
  })

  it('lead to the heads of rows, which stand left of the first column, and back', () => {
    expect(press('ArrowLeft', false, { row: 3, column: 0 })).toEqual({ row: 3, column: -1 })
    expect(press('ArrowLeft', false, { row: 3, column: -1 })).toEqual({ row: 3, column: -1 })
    expect(press('ArrowDown', false, { row: 3, column: -1 })).toEqual({ row: 4, column: -1 })
    expect(press('PageDown', false, { row: 3, column: -1 })).toEqual({ row: 12, column: -1 })
    expect(press('ArrowRight', false, { row: 3, column: -1 })).toEqual({ row: 3, column: 0 })
    expect(press('Home', false, { row: 3, column: -1 })).toEqual({ row: 3, column: 0 })
  })

  it('never lead into the corner where the heads meet', () => {
    expect(press('ArrowUp', false, { row: 0, column: -1 })).toEqual({ row: 0, column: -1 })
    expect(press('ArrowLeft', false, { row: -1, column: 0 })).toEqual({ row: -1, column: 0 })
  })

  it('leave other keys alone', () => {
    expect(press('a')).toBeNull()
    expect(press('Tab')).toBeNull()
  })
})

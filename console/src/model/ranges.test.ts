import { describe, expect, it } from 'vitest'
import { beginning, pageRanges } from './ranges'

it.each([
  ['Elif Demir', ['Elif Aydin'], 'Elif D'],
  ['Elif Demir', ['Elif Dahl', 'Finn'], 'Elif De'],
  ['Elif Demir', ['Dana Berg'], 'Elif'],
  ['Elif Demir', [], 'Elif'],
  ['Elif', ['Elif Aydin'], 'Elif'],
  ['Jan No', ['Jan Nowak'], 'Jan No'],
  ['Flat 12 left', ['Flat 11 right'], 'Flat 12'],
  ['Flat 12', ['Flat 20'], 'Flat 12'],
  ['Flat 1 right', ['Flat 1 left', 'Flat 2 left'], 'Flat 1 r'],
  ['Flat 2 left', ['Flat 1 right', 'Flat 2 right'], 'Flat 2 l'],
  ['Jan Ñandú', ['Jan Nowak'], 'Jan Ñ'],
  ['Jan N\u0303andu', ['Jan Nowak'], 'Jan N\u0303'],
  ['Twin One', ['Twin One'], 'Twin One'],
])('%s beside %j is told as %s', (name, others, told) => {
  expect(beginning(name, others)).toBe(told)
})

describe('pages are called by where they begin and end', () => {
  const names = ['Anna', 'Elif Aydin', 'Elif Demir', 'Finn Aas', 'Finn Berg', 'Gro', 'Ida']
  const nameOf = (index: number) => names[index] ?? ''

  it('the last one by what it shows of the one before too', () => {
    expect(pageRanges(7, 3, { page: 1, first: 0, end: 3 }, nameOf)).toEqual([
      { from: 'Anna', to: 'Elif D' },
      { from: 'Finn A', to: 'Gro' },
      { from: 'Finn B', to: 'Ida' },
    ])
    expect(pageRanges(0, 3, { page: 1, first: 0, end: 0 }, nameOf)).toEqual([])
  })

  it('the one on the screen by what is in sight, also between two', () => {
    const between = { page: 1, first: 1, end: 4 }
    expect(pageRanges(7, 3, between, nameOf)[0]).toEqual({ from: 'Elif A', to: 'Finn A' })
  })

  it('and by names that are there, when some have just gone', () => {
    const [only] = pageRanges(2, 3, { page: 1, first: 4, end: 7 }, nameOf)
    expect(only).toEqual({ from: 'Elif', to: 'Elif' })
  })
})

import { expect, it } from 'vitest'
import { folded, named } from './search'

it.each([
  ['Café GRÜN', 'cafe grun'],
  ['Rødgrød', 'rodgrod'],
  ['Straße', 'strasse'],
  ['Łódź', 'lodz'],
  ['İstanbul', 'istanbul'],
  ['  two\u00a0  words ', 'two words'],
  ['𝐅ull ｗidth', 'full width'],
])('%s is compared as %s', (text, plain) => {
  expect(folded(text)).toBe(plain)
})

it('names are found by any part, typed with or without capitals and accents', () => {
  const entries = ['Økontor', 'Office', 'Kontor 2'].map((name) => ({ name }))
  const found = (typed: string) => named(entries, typed).map(({ name }) => name)
  expect(found('kontor')).toEqual(['Økontor', 'Kontor 2'])
  expect(found('ØKONTOR')).toEqual(['Økontor'])
  expect(found('okon')).toEqual(['Økontor'])
  expect(found('xyz')).toEqual([])
})

it('nothing typed finds all, in their order', () => {
  const entries = [{ name: 'B' }, { name: 'A' }]
  expect(named(entries, '  ')).toBe(entries)
})

import { expect, it } from 'vitest'
import { folded, named, serialFinder } from './search'

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

it.each([
  ['001bac0fe299', true],
  ['00:1B:AC:0F:E2:99', true],
  ['00-1b-ac', true],
  ['0f e2', true],
  ['', true],
  ['001bad', false],
  [':', false],
])('%s typed, the serial number 00:1b:ac:0f:e2:99 is found: %s', (typed, found) => {
  expect(serialFinder(typed)('00:1b:ac:0f:e2:99')).toBe(found)
})

it('nothing typed finds all, in their order', () => {
  const entries = [{ name: 'B' }, { name: 'A' }]
  expect(named(entries, '  ')).toBe(entries)
})

import { expect, it } from 'vitest'
import { inOneLine, nameProblem, namesIn, withNames } from './guest-names'

it('names stand between commas, or are copied from lines and cells, and lose their white space', () => {
  expect(namesIn(' anna@nordic.se, bo ,,c a r l')).toEqual(['anna@nordic.se', 'bo', 'carl'])
  expect(namesIn('anna\r\nbo\tcarl;dora')).toEqual(['anna', 'bo', 'carl', 'dora'])
  expect(namesIn(' , ')).toEqual([])
  expect(inOneLine(' anna\r\nbo\t carl;dora\n')).toBe('anna, bo, carl, dora')
})

it('a name is an e-mail address or a username, and nobody’s here', () => {
  const here = new Set(['anna@nordic.se'])
  expect(nameProblem('carl', here)).toBeNull()
  expect(nameProblem('carl@nordic.se', here)).toBeNull()
  expect(nameProblem('Anna@Nordic.se', here)).toBe('here')
  expect(nameProblem('carl@nordic', here)).toBe('mail')
  expect(nameProblem('cb', here)).toBe('name')
  expect(nameProblem('carl/berg', here)).toBe('name')
})

it('no name comes into the list twice, whatever its case', () => {
  expect(withNames(['anna'], ['Bo', 'ANNA', 'bo', 'carl'], ['Carl'])).toEqual({
    names: ['anna', 'Bo'],
    added: ['Bo'],
    doubled: ['ANNA', 'bo', 'carl'],
  })
})

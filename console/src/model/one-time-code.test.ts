import { expect, it } from 'vitest'
import { codeDigits, keyGroups } from './one-time-code'

it.each([
  ['287082', '287082'],
  ['287 082', '287082'],
  [' 28-70.82 9', '287082'],
  ['2b8', '28'],
  ['٢٨٧', ''],
  ['', ''],
])('of %s the code has %s', (typed, digits) => {
  expect(codeDigits(typed)).toBe(digits)
})

it('a key is read in groups of four', () => {
  expect(keyGroups('GEZDGNBVGY')).toBe('GEZD GNBV GY')
  expect(keyGroups('')).toBe('')
})

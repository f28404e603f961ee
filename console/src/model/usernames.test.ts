import { expect, it } from 'vitest'
import { isMail, isUsername, usernameKey } from './usernames'

// The examples of the server's own test.
it('usernames have their form', () => {
  for (const right of ['anna', 'owner@demo.cardea', 'Søren Ø', 'a+b-c.d_e~!'])
    expect(isUsername(right), right).toBe(true)
  for (const wrong of ['anna  holm', 'ab', '', ' anna', 'name;drop', '日本語', 'a/b'])
    expect(isUsername(wrong), wrong).toBe(false)
})

it('e-mail addresses have theirs', () => {
  for (const right of ['anna@nordic.se', 'a.b+c@x-y.co.uk', 'bjørn@blåbær.no']) expect(isMail(right), right).toBe(true)
  const wrong = [
    '',
    'anna',
    '@nordic.se',
    'anna@nordic',
    'anna@nordic.s',
    'anna@.se',
    'anna@nor dic.se',
    'anna@nordic.12',
  ]
  for (const one of [...wrong, 'anna@lind@nordic.se']) expect(isMail(one), one).toBe(false)
})

it('they are compared whatever their case', () => {
  expect(usernameKey(' ÆØÅ@X.dk')).toBe(usernameKey('æøå@x.DK'))
})
